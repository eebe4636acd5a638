"""The words of recipes, in the languages that they are met in: what heads and names their parts."""

import re

names_title = re.compile(r"group-?name|heading|title|headline", re.I).search
names_recipe = re.compile(
    r"(?<![a-z])(?:recipes?|mv-create|rezept|recette|receita|ricetta)[-_]{1,2}(?:card[-_]{1,2}"
    r"|main[-_]{1,2})?(?:name|title)(?![a-z-])",
    re.I,
).search
_ARTICLE = (
    r"the |(?:list|lista|liste|lijst) (?:of|de|di|des|der|met) |les? |la |l['’]|los |das |die |de "
    r"|gli |i |os |a "
)
_INGREDIENTS = (
    r"ingredients?|benodigdheden|υλικά|sastojci|sestavine|ainekset|raaka-aineet|原料|用料|المكونات"
    r"|מצרכים|bahan|nguyên liệu|съставки|zutaten|ingr[eé]dients|ingredientes|ingredienti"
    r"|ingredi[eë]nten|ingredienser|ingredienci?e|suroviny|składniki|hozzávalók|ингредиенты"
    r"|інгредієнти|材料|食材|재료|malzemeler|ingrediente|koostisosad|sastāvdaļas|ingredientai"
    r"|продукти|састојци|מרכיבים|مواد لازم|सामग्री|ส่วนผสม|วัตถุดิบ|du behöver|das brauchst du"
    r"|il (?:te|vous) faut|(?:dit|wat) heb je nodig|det skal du bruge|dette trenger du"
    r"|qué necesitas|cosa (?:ti )?serve|اجزاء|المقادير|things you(?:['’]ll| will)? need"
    r"|what you(?:['’]ll| will)? need|(?:você )?vai precisar(?: de)?"
    r"|vais precisar(?: de)?|la spesa|(?:cosa )?ti serv(?:e|ono)|occorrente|necesitar[áa]s"
    r"|hace(?:n)? falta|ce qu['’]il (?:te|vous) faut|man nehme|potrzebujesz|potrzebne (?:będą|są)"
)
_STEPS = (
    r"instructions?|directions?|method|preparation|steps|zubereitung(?:sart)?|pr[eé]paration"
    r"|[eé]tapes|preparaci[oó]n|elaboraci[oó]n|pasos|procedimento|preparazione|bereiding\w*"
    r"|modo de preparo|preparo|fremgangsm[aå]de|framgångsmåte|g[oö]r s[aå] h[aä]r|przygotowanie"
    r"|приготовление|slik gj[øo]r du|postup(?: přípravy)?|elkészítés\w*|приготування|作り方|做法"
    r"|만드는 (?:법|방법)|yapılışı|step[- ]by[- ]step|werkwijze|procedure|εκτέλεση|priprema"
    r"|postopek|valmistus\w*|ohje|步骤|הכנה|אופן ההכנה|cara membuat|cách làm|начин на приготвяне"
    r"|hazırlanışı|sposób przygotowania|wykonanie|(?:recipe|cooking) (?:steps|instructions"
    r"|directions|method)|sådan gør du|så gör du|tillagning|tilberedning|framgangsmåte|tee näin"
    r"|työvaiheet|(?:mod de )?preparare|zo maak je het|aan de slag|zo ga je te werk|so geht['’]s"
    r"|anleitung|so wird['’]s gemacht|réalisation|esecuzione|instrucciones|instruções|modo de fazer"
    r"|preparação|jak zrobić|příprava|príprava|οδηγίες|διαδικασία|способ приготовления"
    r"|как приготовить|手順|조리 ?순서|步驟|הוראות הכנה|طريقة العمل|طرز تهیه|विधि|วิธีทำ|instructies"
    r"|instruktion(?:er|en)|instruksjoner|instrukcje|istruzioni|anvisningar|ترکیب|طريقة التحضير"
    r"|steps to make it|(?:how to (?:make|prepare|cook|bake)|so geht|como (?:fazer|preparar)"
    r"|come (?:fare|preparare|si fa)|comment (?:faire|préparer)|cómo (?:hacer|preparar))\b.{0,60}"
)
_FOR = "(?:for|pour|para|für|per|voor|för|til)"
SERVED = (
    r"(?:servings?|serves|portion(?:en|s|er)?|por(?:ciones|ci[oó]n|[cç][oõ]es|zioni|sjoner|cj[aei]"
    r"|ce\b|cí\b|ci[íi]\b)|porties|person(?:en|nes|as|e|er)?\b|pessoas|people|pers\b\.?|pax|adag"
    r"|kişilik|annosta|osob[ay]?|порци\w+|персон\w*|μερίδες|人分|人份|인분)"
)
_HEADING = rf"(?:{_ARTICLE})?(?:{_INGREDIENTS})\b.{{0,40}}|{_FOR} \d{{1,2}} {SERVED}"
heads_ingredients = re.compile(_HEADING, re.I).fullmatch
# Of lines in small letters: without `re.I` they take half of the time.
find_ingredients_heading = re.compile(rf"^(?:{_HEADING})$", re.M).search
heads_steps = re.compile(rf"(?:{_ARTICLE})?(?:{_STEPS})[\s:.]*(?:\(.{{0,30}}\))?", re.I).fullmatch
# Of headings alone, in languages that name the dish first.
heads_ingredients_of = re.compile(
    rf"{_HEADING}|.{{0,60}}(?:malzemeler|の材料|食材|的用料)", re.I
).fullmatch
# Of headings alone: "Preparation of the dough", and no "Preparation time".
heads_steps_of = re.compile(
    rf"(?:{_ARTICLE})?(?:{_STEPS})\b(?!.*(?:time|zeit|temps|tiempo|tempo|tijd|\d)).{{0,40}}"
    r"|.{0,60}(?:nasıl yapılır\W?|の作り方|的做法)",
    re.I,
).fullmatch
# Of names in small letters: without `re.I` they take a fifth of the time.
names_ingredients = re.compile(r"ingredien[ts]|zutat").search
names_steps = re.compile(
    r"instruction|direction|(?:recipe|method)[-_]?steps?|prepar(?:ation|o)|zubereit"
).search
_OTHER_HEADS = (
    r"(?:recipe |cook['’]s |top )?(?:notes?|tips?|variations?)(?: from .{0,30})?|nutrition.{0,30}"
    r"|(?:each|per) (?:serving|portion).{0,20}|equipment|video|faqs?|(?:\d+ )?(?:comments?|replies"
    r"|reviews?|kommentar\w*|commentaires?|comentarios?|commenti|reacties)\b.{0,20}"
    r"|leave a (?:reply|comment|review)|you may also like.{0,20}"
)
ends_recipe = re.compile(_OTHER_HEADS, re.I).fullmatch
_FRACTIONS = "¼½¾⅓⅔⅛⅜⅝⅞"
_UNITS = (
    r"g|gr|kg|kilo\w*|ml|cl|dl|l|oz|lbs?|cups?|tbsps?|tsps?|gram\w*|ounces?|pounds?"
    r"|(?:table|tea)spoons?|cloves?|pinch\w*|el|tl|prise\w*|stück|bund|dosen?|cuill\w*"
    r"|c\.? ?à ?[sc]\b|gousses?|pincées?|cucchiai\w*|spicchi\w*|colher\w*|x[ií]caras?|cuchar\w*"
    r"|tazas?|dientes?|teen\w*|snufje|msk|tsk|krm|st|ks|lžíc\w*|lžič\w*|pl|čl|hrst|db|csomag|łyż\w*"
    r"|szt\w*|szczypt\w*|szklank\w*|ст\.|гр?|克|毫升"
)
_QUANTITY = rf"[\d{_FRACTIONS}][\d{_FRACTIONS} ./,–-]*"
is_measured = re.compile(rf"\W{{0,3}}{_QUANTITY}(?:{_UNITS})(?![^\W\d])", re.I).match
# "250 g", and no more: what of it stands in the next line.
is_amount = re.compile(rf"{_QUANTITY}(?:{_UNITS})?\W*", re.I).fullmatch
has_quantity = re.compile(rf"[\d{_FRACTIONS}一二三四五六半]").search
_step = re.compile(
    r"\W*(?:step|stap|schritt|[eé]tape|pas[os]{1,2}|krok|steg|trin)\W{0,3}\d{1,2}"
    r"(?: ?(?:of|/|von|de|sur) ?\d{1,2})?(?![^\W\d])\W*",
    re.I,
)
step_label, is_step_label = _step.match, _step.fullmatch
count = re.compile(r"\W*(\d{1,2})(?:[.):、]\s*|\s+)(?=[\"“„«(]?[^\W\d])").match
is_counted = re.compile(r"\d{1,2}\s?[-–.):]\s*(?=[^\W\d])").match
bullet = re.compile(rf"^[\W_]*(?<![\d{_FRACTIONS}])(?=[^\W_])(?<![(\[])").sub
find_names = re.compile(r"[^\W\d_]{4,}").findall
begins_with_number = re.compile(rf"[\d{_FRACTIONS}]").match
heads_part = re.compile(
    r"(?:for|to serve|pour|para|für|fürs|per|voor|för|til|na|pro)\b[^\d]{0,50}"
    rf"|(?:{_FOR} )?(?:\d{{1,2}} )?{SERVED}",
    re.I,
).fullmatch
is_time = re.compile(
    r"[^\d\n]{3,40}:\s*(?:\d{1,2} ?[^\W\d]{1,6}\.? ?)?"
    r"\d{1,3} ?(?:min\w*|perc|m|h|hours?|ore?)\b\W*",
    re.I,
).fullmatch
ends_in_colon = re.compile(r":[\s\u200b-\u2063]*$").search
# Before a recipe's name: "The recipe: Pea soup".
without_kind = re.compile(
    r"^\s*(?:(?:get |print )?(?:the )?recipe\s*[:–-]\s+|recette (?:de |d['’]|: )|ricetta:? "
    r"|rezept:\s+|cookbook:)",
    re.I,
).sub


names_nutrients = re.compile(r"calories|kcal|daily value|per (?:serving|100)", re.I).search
