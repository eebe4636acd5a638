"""Judge lines: whether they are a recipe's ingredients or steps, and which of several lists are.

The words by which a recipe's parts are found are of the languages that recipes are met in.
"""

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import pairwise
from statistics import median

from pagesight.extract.page.dom import HEADING_TAGS
from pagesight.extract.text.tokens import tokens

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
    r"|ingrediente|koostisosad|sastāvdaļas|ingredientai|продукти|састојци|מרכיבים|مواد لازم|सामग्री"
    r"|ส่วนผสม|วัตถุดิบ|du behöver|das brauchst du|il (?:te|vous) faut|(?:dit|wat) heb je nodig"
    r"|det skal du bruge|dette trenger du|qué necesitas|cosa (?:ti )?serve"
    r"|اجزاء|المقادير|things you(?:['’]ll| will)? need|what you(?:['’]ll| will)? need"
)
_STEPS = (
    r"instructions?|directions?|method|preparation|steps|zubereitung|pr[eé]paration|[eé]tapes"
    r"|preparaci[oó]n|elaboraci[oó]n|pasos|procedimento|preparazione|bereiding\w*|modo de preparo"
    r"|preparo|fremgangsm[aå]de|framgångsmåte|g[oö]r s[aå] h[aä]r|przygotowanie|приготовление"
    r"|slik gj[øo]r du|postup(?: přípravy)?|elkészítés\w*|приготування|作り方|做法"
    r"|만드는 (?:법|방법)"
    r"|yapılışı|step[- ]by[- ]step|werkwijze|procedure|εκτέλεση|priprema"
    r"|postopek|valmistus\w*|ohje"
    r"|步骤|הכנה|אופן ההכנה|cara membuat|cách làm|начин на приготвяне|hazırlanışı"
    r"|sposób przygotowania|wykonanie"
    r"|(?:recipe|cooking) (?:steps|instructions|directions|method)"
    r"|sådan gør du|så gör du|tillagning|tilberedning|framgangsmåte|tee näin|työvaiheet"
    r"|(?:mod de )?preparare|zo maak je het|aan de slag|zo ga je te werk|so geht['’]s|anleitung"
    r"|so wird['’]s gemacht|réalisation|esecuzione|instrucciones|instruções|modo de fazer"
    r"|preparação|jak zrobić|příprava|príprava|οδηγίες|διαδικασία|способ приготовления"
    r"|как приготовить|手順|조리 ?순서|步驟|הוראות הכנה|طريقة العمل|طرز تهیه|विधि|วิธีทำ"
    r"|ترکیب|طريقة التحضير|steps to make it|(?:how to make|so geht|como (?:fazer|preparar)"
    r"|come (?:fare|preparare|si fa)|comment (?:faire|préparer)|cómo (?:hacer|preparar))\b.{0,60}"
)
_FOR = "(?:for|pour|para|für|per|voor|för|til)"
SERVED = (
    r"(?:servings?|serves|portion(?:en|s|er)?"
    r"|por(?:ciones|ci[oó]n|[cç][oõ]es|zioni|sjoner|cj[aei]|ce\b|cí\b|ci[íi]\b)"
    r"|porties|person(?:en|nes|as|e|er)?\b|pessoas|people|pers\b\.?|pax|adag|kişilik|annosta"
    r"|osob[ay]?|порци\w+|персон\w*|μερίδες|人分|人份|인분)"
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
_OTHERS = (
    r"(?:recipe |cook['’]s |top )?(?:notes?|tips?|variations?)(?: from .{0,30})?|nutrition.{0,30}"
    r"|(?:each|per) (?:serving|portion).{0,20}|equipment|video|comments?.{0,20}|faqs?"
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
# "250 g", and no more: what of it stands in the next line.
is_amount = re.compile(rf"{_QUANTITY}(?:{_UNITS})?\W*", re.I).fullmatch
has_quantity = re.compile(rf"[\d{_FRACTIONS}一二三四五六半]").search
_step = re.compile(
    r"\W*(?:step|stap|schritt|[eé]tape|pas[os]{1,2}|krok|steg|trin)\W{0,3}\d{1,2}"
    r"(?: ?(?:of|/|von|de|sur) ?\d{1,2})?(?![^\W\d])\W*",
    re.I,
)
step_label, is_step_label = _step.match, _step.fullmatch
count = re.compile(r"\W*(\d{1,2})(?:[.):、]\s*|\s+)(?=[^\W\d])").match
_is_counted = re.compile(r"\d{1,2}\s?[-–.):]\s*(?=[^\W\d])").match
bullet = re.compile(rf"^[\W_]*(?<![\d{_FRACTIONS}])(?=[^\W_])(?<![(\[])").sub
begins_with_number = re.compile(rf"[\d{_FRACTIONS}]").match
heads_part = re.compile(
    r"(?:for|to serve|pour|para|für|fürs|per|voor|för|til|na|pro)\b[^\d]{0,50}"
    rf"|(?:{_FOR} )?(?:\d{{1,2}} )?{SERVED}",
    re.I,
).fullmatch
_ends_in_colon = re.compile(r":[\s\u200b-\u2063]*$").search
# Before a recipe's name: "The recipe: Pea soup".
without_kind = re.compile(
    r"^\s*(?:(?:get |print )?(?:the )?recipe\s*[:–-]\s+|recette (?:de |d['’]|: )|ricetta:? "
    r"|rezept:\s+"
    r"|cookbook:)",
    re.I,
).sub


_names_nutrients = re.compile(r"calories|kcal|daily value|per (?:serving|100)", re.I).search
# Set by hand, where nothing else is said.
_NUTRIENTS = 2  # lines that are on packages of food, and in no recipe's list
MOST_HEADING = 80  # characters
MOST_NAMES = 200  # characters of an element's names
COUNTED, _NAMED = 0.5, 0.2  # shares of lines that begin with a quantity
WITH_QUANTITY = 0.3  # share of a recipe's ingredients that have a number
FEWEST, FEWEST_BARE = 2, 3  # ingredients; of a list under no heading
_MIDDLE_STEP = 25  # bytes, so that a Chinese character counts three, of half of the steps at least
LEAST_STEP, LEAST_BARE = 12, 40  # characters of a step; of one without a number under no heading
BEHIND_LABEL = 3  # blocks after "Step 1" in which the step begins
_LEAST_ALONE = 100  # bytes of a step that is the only one
_MOST_INGREDIENT = 120  # characters of half of the ingredients at least
_OF_TITLE = 0.4  # likeness of the heading that names the recipe; chosen on half 0
_SEPARATORS = "-–—|:"  # of a name from more words in a title; "" is in it too
_MOST_HEAD = 40  # characters of a heading that say what it heads
LIKE = 0.25  # to the title, of what is called a recipe's name: there are other recipes on pages
Lines = Sequence[tuple[int, str]]  # each with the element that holds its list


@dataclass(frozen=True, slots=True)
class Part:
    """What one of a recipe's lists is called, and headed by."""

    names: Callable[[str], object]
    heads: Callable[[str], object]
    heads_longer: Callable[[str], object]  # of headings alone
    is_like: Callable[[Sequence[str]], bool]


def like_ingredients(lines: Sequence[str]) -> bool:
    short = len(lines) >= FEWEST and median(map(len, lines)) <= _MOST_INGREDIENT
    is_whole = share(is_amount, lines) <= COUNTED  # else names stand elsewhere
    is_whole &= sum(map(bool, map(_names_nutrients, lines))) < _NUTRIENTS
    return short and is_whole and share(has_quantity, lines) >= WITH_QUANTITY


def like_steps(lines: Sequence[str]) -> bool:
    sizes = [len(line.encode()) for line in lines]
    long = median(sizes) >= (_MIDDLE_STEP if len(lines) > 1 else _LEAST_ALONE)
    return long and share(is_measured, lines) < COUNTED


def is_likely_step(line: str) -> bool:
    """Return whether a line under no heading may be a step: it is long, or counted."""
    return len(line) >= LEAST_BARE or _is_counted(line) is not None


def are_measured(lines: Lines) -> bool:
    """Return whether lines are ingredients though nothing names them."""
    is_share = share(is_measured, [line for _, line in lines]) >= COUNTED
    return len(lines) >= FEWEST_BARE and is_share


INGREDIENTS = Part(names_ingredients, heads_ingredients, heads_ingredients_of, like_ingredients)
STEPS = Part(names_steps, heads_steps, heads_steps_of, like_steps)


def uncounted(lines: Sequence[str]) -> Sequence[str]:
    """Return lines that count themselves, 1, 2, 3, without the numbers; each part from 1 on."""
    counts = [count(line) for line in lines]
    numbers = [int(found[1]) for found in counts if found]
    rises = all(after in (1, one + 1) for one, after in pairwise([0, *numbers]))
    if not rises or len(numbers) * 2 < len(lines):
        return lines
    return [uncounted_line(line) for line in lines]


def without_copies(lines: Sequence[str]) -> Sequence[str]:
    """Return lines without those that the next says again, or that say in one what others do.

    As where a text is there whole and step by step.

    >>> without_copies(["Cut it. Fry it.", "1. Cut it.", "Cut it.", "2. Fry it."])
    ['Cut it.', '2. Fry it.']
    """
    bare = ["".join(tokens(uncounted_line(line))) for line in lines]
    pairs = zip(lines, bare, [*bare[1:], ""], strict=False)
    return [line for line, own, after in pairs if own != after and not _is_whole(own, bare)]


def _is_whole(text: str, lines: Sequence[str]) -> bool:
    """Return whether a text begins with several lines, one after the other."""
    for first in range(len(lines)):
        at, end = 0, first
        while end < len(lines) and lines[end] and text.startswith(lines[end], at):
            at, end = at + len(lines[end]), end + 1 + (lines[end : end + 1] == lines[end + 1 :][:1])
        if end - first > 1 and at > len(lines[first]):
            return True
    return False


def uncounted_line(line: str) -> str:
    """Return a line without the number that it begins with."""
    found = count(line)
    return line[found.end() :] if found else line


def without_label(line: str) -> str:
    """Return a step without "Step 1:"."""
    label = step_label(line)
    return line[label.end() :] if label else line


def is_title(tag: str, classes: str) -> bool:
    """Return whether an element is a heading by its tag or by what it is called."""
    return tag in HEADING_TAGS or names_title(classes[:MOST_NAMES]) is not None


def is_heading_line(line: str, part: Part) -> bool:
    """Return whether a line of a list heads others: "For the dough:"."""
    return (
        bool(_ends_in_colon(line))
        or bool(part.heads(line))
        or (part is INGREDIENTS and bool(heads_part(line)))
    )


def with_amounts(lines: Sequence[str]) -> Sequence[str]:
    """Return ingredients in a line each, where their amounts stand in lines of their own.

    >>> with_amounts(["250 g", "peas", "salt", "2", "leeks"])
    ['250 g peas', 'salt', '2 leeks']
    """
    whole: list[str] = []
    for line in lines:
        if whole and is_amount(whole[-1]):
            whole[-1] = f"{whole[-1]} {line}"
        else:
            whole.append(line)
    return whole


def heading_in(text: str, part: Part) -> str:
    """Return the line of a text that heads the part, else its first; "" if that is long."""
    lines = [line.strip(" :.") for line in text.strip().split("\n")]
    lines = [line if len(line) <= MOST_HEADING else "" for line in lines]
    return next(filter(part.heads, lines), lines[0])


def under_heading(lines: Sequence[str], part: Part) -> Sequence[str]:
    """Return the lines below the one that heads the part, up to one that heads something else."""
    other = STEPS if part is INGREDIENTS else INGREDIENTS
    bare = [line.strip(" :.") for line in lines]
    first = next((at + 1 for at, line in enumerate(bare) if part.heads(line)), 0)
    ends = (at for at in range(first, len(bare)) if other.heads(bare[at]) or ends_recipe(bare[at]))
    return lines[first : next(ends, len(lines))]


def by_list(lines: Lines) -> dict[int, list[str]]:
    lists: dict[int, list[str]] = {}
    for holder, line in lines:
        lists.setdefault(holder, []).append(line)
    return lists


def of_recipe(lines: Lines) -> Lines:
    """Return the lines of lists, each with the element that holds it, that are the recipe's.

    Of a list that stands there twice, for wide screens and for narrow ones, one; and where others
    give quantities, none of a list before them that only says what the ingredients are.
    """
    lists = by_list(lines)
    different = {tuple(own): holder for holder, own in reversed(lists.items())}
    kept = {holder: own for holder, own in lists.items() if different[tuple(own)] == holder}
    counted = {holder for holder, own in kept.items() if share(begins_with_number, own) >= COUNTED}
    if counted and sum(len(kept[holder]) for holder in counted) > FEWEST:
        above = {holder: own for holder, own in kept.items() if holder < min(counted)}
        named = {each for each, own in above.items() if share(begins_with_number, own) <= _NAMED}
        kept = {holder: own for holder, own in kept.items() if holder not in named or len(own) < 4}
    return [pair for pair in lines if pair[0] in kept]


def share(is_such: Callable[[str], object], lines: Sequence[str]) -> float:
    """Return the share of lines that are such."""
    return sum(map(bool, map(is_such, lines))) / max(len(lines), 1)


def names_as(heading: str, title: str) -> bool:
    """Return whether a heading names the recipe: it says what the title does, and no part of it.

    >>> names_as("Gazpacho", "Gazpacho - Recipes of a shop"), names_as("Peas", "Pea soup with mint")
    (True, False)
    """
    heads = (heads_ingredients_of(heading), heads_ingredients(heading[:_MOST_HEAD]))
    if heading.endswith(":") or any(heads) or heads_part(heading):
        return False
    begins = title.startswith(heading) and title[len(heading) :].strip()[:1] in _SEPARATORS
    return begins or likeness(heading, title) >= _OF_TITLE


def likeness(text: str, title: str) -> float:
    """Return the share of the words of two texts that both have, soft hyphens aside."""
    own, words = ({*tokens(each.replace("\xad", ""))} for each in (text, title))
    return len(own & words) / (len(own | words) or 1)
