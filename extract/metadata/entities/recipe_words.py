"""The words of recipes in several languages: headings, labels, names of classes."""

import re
from collections.abc import Callable

_INGREDIENTS = (
    r"ingredients?|zutaten|ingr[eé]dients|ingredientes|ingredienti|ingredi[eë]nten|ingredienser"
    r"|ingredience|suroviny|składniki|hozzávalók|ингредиенты|інгредієнти|材料|食材|재료|malzemeler"
    r"|اجزاء|المقادير|things you(?:['’]ll| will)? need|what you(?:['’]ll| will)? need"
)
_STEPS = (
    r"instructions?|directions?|method|preparation|steps|zubereitung|pr[eé]paration|[eé]tapes"
    r"|preparaci[oó]n|elaboraci[oó]n|pasos|procedimento|preparazione|bereiding\w*|modo de preparo"
    r"|preparo|fremgangsm[aå]de|framgångsmåte|g[oö]r s[aå] h[aä]r|przygotowanie|приготовление"
    r"|slik gj[øo]r du|postup(?: přípravy)?|elkészítés\w*|приготування|作り方|做法"
    r"|만드는 (?:법|방법)"
    r"|yapılışı|ترکیب|طريقة التحضير|steps to make it|(?:how to make|so geht)\b.{0,60}"
)
heads_ingredients = re.compile(rf"(?:the )?(?:{_INGREDIENTS})\b.{{0,40}}", re.I).fullmatch
heads_steps = re.compile(rf"(?:the )?(?:{_STEPS})[\s:]*(?:\(.{{0,30}}\))?", re.I).fullmatch
# Of headings alone: "Preparation of the dough", and no "Preparation time".
heads_steps_of = re.compile(
    rf"(?:the )?(?:{_STEPS})\b(?!.*(?:time|zeit|temps|tiempo|tempo|tijd|\d)).{{0,40}}", re.I
).fullmatch
names_ingredients = re.compile(r"ingredient|zutat|ingrediens", re.I).search
names_steps = re.compile(
    r"instruction|direction|(?:recipe|method)[-_]?steps?|prepar(?:ation|o)|zubereit", re.I
).search
_YIELDS = (
    r"servings?|serves|yields?|makes|portion(?:en|s)?|por(?:ciones|[cç][oõ]es|zioni)"
    r"|person(?:en|nes|as|e)"
)
yield_in = re.compile(
    rf"(?:{_YIELDS}|f[uü]r|pour)\W{{0,4}}(\d{{1,3}}\b.{{0,20}})|(\d{{1,3}}) ?(?:{_YIELDS})", re.I
).match
_HOURS = r"(?:(\d{1,2}) ?(?:hours?|hrs?|stunden?|std|heures?|horas?|ore|uur|h)\b[^\d]{0,12})?"
_MINUTES = r"(?:(\d{1,3}) ?(?:min(?:ut\w*|s)?\b|'|m\b))?"
duration_in = re.compile(rf"\W{{0,4}}{_HOURS}{_MINUTES}", re.I).match
TIMES: dict[str, Callable[[str], "re.Match[str] | None"]] = {
    "prepTime": re.compile(
        r"(?:active |hands.on )?prep(?:aration|\.)?(?: time)?|vorbereitung\w*|arbeitszeit"
        r"|(?:temps de )?pr[eé]paration|(?:tiempo de )?preparaci[oó]n|voorbereiding\w*",
        re.I,
    ).match,
    "cookTime": re.compile(
        r"(?:cook(?:ing)?|bak(?:e|ing))(?: time)?|koch(?:zeit|-)\S*|backzeit"
        r"|(?:temps de )?cuisson|(?:tiempo de )?cocci[oó]n|cottura|kooktijd",
        re.I,
    ).match,
    "totalTime": re.compile(
        r"(?:total|ready in|gesamt|insgesamt)(?:zeit| ?time| ?tijd)?"
        r"|(?:temps|tiempo|tempo) total\w?",
        re.I,
    ).match,
}
