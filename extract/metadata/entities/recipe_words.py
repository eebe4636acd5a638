"""The words by which a recipe's parts are found, in the languages that recipes are met in."""

import re

names_title = re.compile(r"group-?name|heading|title|headline", re.I).search
names_recipe = re.compile(
    r"(?<![a-z])(?:recipes?|mv-create|rezept|recette|receita|ricetta)[-_]{1,2}(?:card[-_]{1,2}"
    r"|main[-_]{1,2})?(?:name|title)(?![a-z-])",
    re.I,
).search
_ARTICLE = r"the |les? |la |l['’]|los |das |die |de |gli |i |os |a "
_INGREDIENTS = (
    r"ingredients?|benodigdheden|υλικά|sastojci|sestavine|ainekset|raaka-aineet|原料|用料"
    r"|المكونات|מצרכים|"
    r"bahan|nguyên liệu|съставки|zutaten|ingr[eé]dients|ingredientes|ingredienti"
    r"|ingredi[eë]nten|ingredienser"
    r"|ingredience|suroviny|składniki|hozzávalók|ингредиенты|інгредієнти|材料|食材|재료|malzemeler"
    r"|اجزاء|المقادير|things you(?:['’]ll| will)? need|what you(?:['’]ll| will)? need"
)
_STEPS = (
    r"instructions?|directions?|method|preparation|steps|zubereitung|pr[eé]paration|[eé]tapes"
    r"|preparaci[oó]n|elaboraci[oó]n|pasos|procedimento|preparazione|bereiding\w*|modo de preparo"
    r"|preparo|fremgangsm[aå]de|framgångsmåte|g[oö]r s[aå] h[aä]r|przygotowanie|приготовление"
    r"|slik gj[øo]r du|postup(?: přípravy)?|elkészítés\w*|приготування|作り方|做法"
    r"|만드는 (?:법|방법)"
    r"|yapılışı|step[- ]by[- ]step|werkwijze|procedure|let['’]s get started|εκτέλεση|priprema"
    r"|postopek|valmistus\w*|ohje"
    r"|步骤|הכנה|אופן ההכנה|cara membuat|cách làm|начин на приготвяне|hazırlanışı"
    r"|sposób przygotowania|wykonanie"
    r"|ترکیب|طريقة التحضير|steps to make it|(?:how to make|so geht|como (?:fazer|preparar)"
    r"|come (?:fare|preparare|si fa)|comment (?:faire|préparer)|cómo (?:hacer|preparar))\b.{0,60}"
)
heads_ingredients = re.compile(rf"(?:{_ARTICLE})?(?:{_INGREDIENTS})\b.{{0,40}}", re.I).fullmatch
heads_steps = re.compile(rf"(?:{_ARTICLE})?(?:{_STEPS})[\s:]*(?:\(.{{0,30}}\))?", re.I).fullmatch
# Of headings alone: "Preparation of the dough", and no "Preparation time".
heads_steps_of = re.compile(
    rf"(?:{_ARTICLE})?(?:{_STEPS})\b(?!.*(?:time|zeit|temps|tiempo|tempo|tijd|\d)).{{0,40}}", re.I
).fullmatch
# Of names in small letters: without `re.I` they take a fifth of the time.
names_ingredients = re.compile(r"ingredien[ts]|zutat").search
names_steps = re.compile(
    r"instruction|direction|(?:recipe|method)[-_]?steps?|prepar(?:ation|o)|zubereit"
).search
_OTHERS = (
    r"notes?|tips?|nutrition.{0,30}|equipment|video|comments?.{0,20}|faqs?"
    r"|you may also like.{0,20}"
)
ends_recipe = re.compile(_OTHERS, re.I).fullmatch
_FRACTIONS = "¼½¾⅓⅔⅛⅜⅝⅞"
_UNITS = (
    r"g|gr|kg|ml|cl|dl|l|oz|lbs?|cups?|tbsps?|tsps?|gram\w*|ounces?|pounds?|(?:table|tea)spoons?"
    r"|cloves?|pinch\w*|el|tl|prise\w*|stück|bund|dosen?|cuill\w*|c\.? ?à ?[sc]\b|gousses?"
    r"|pincées?"
    r"|cucchiai\w*|spicchi\w*|colher\w*|x[ií]caras?|cuchar\w*|tazas?|dientes?|teen\w*|snufje"
    r"|msk|tsk|krm|st|ks|lžíc\w*|lžič\w*|pl|čl|hrst|db|csomag|łyż\w*|szt\w*|szklank\w*|ст\."
    r"|гр?|克|毫升"
)
_QUANTITY = rf"[\d{_FRACTIONS}][\d{_FRACTIONS} ./,–-]*"
is_measured = re.compile(rf"\W{{0,3}}{_QUANTITY}(?:{_UNITS})(?![^\W\d])", re.I).match
has_quantity = re.compile(rf"[\d{_FRACTIONS}一二三四五六半]").search
step_label = re.compile(
    r"\W*(?:step|stap|schritt|[eé]tape|pas[os]{1,2}|krok|steg|trin)\W{0,3}\d{1,2}"
    r"(?: ?(?:of|/|von|de|sur) ?\d{1,2})?(?![^\W\d])\W*",
    re.I,
).match
count = re.compile(r"\W*(\d{1,2})(?:[.):、]\s*|\s+)(?=[^\W\d])").match
bullet = re.compile(rf"^[\W_]*(?<![\d{_FRACTIONS}])(?=[^\W_])(?<![(\[])").sub
begins_with_number = re.compile(rf"[\d{_FRACTIONS}]").match
heads_part = re.compile(
    r"(?:for|to serve|pour|para|für|fürs|per|voor|för|til|na|pro)\b[^\d]{0,50}", re.I
).fullmatch
# Before a recipe's name: "The recipe: Pea soup".
without_kind = re.compile(
    r"^\s*(?:(?:get |print )?(?:the )?recipe\s*[:–-]\s+|recette (?:de |d['’]|: )|ricetta:? "
    r"|rezept:\s+"
    r"|cookbook:)",
    re.I,
).sub
