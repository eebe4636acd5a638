"""Read whether a product can be bought: by words of stock, and by buttons."""

import re
from collections.abc import Sequence

from lxml.html import HtmlElement

_is_absent = re.compile(
    r"out of stock|sold out|currently unavailable|not available|no longer available|unavailable"
    r"|nie je možné .{0,20}kúpiť|není možné .{0,20}koupit"
    r"|nicht (?:verfügbar|lieferbar|auf lager|vorrätig)|ausverkauft|vergriffen|rupture|épuisé"
    r"|indisponible|agotado|sin stock|no disponible|esgotado|indispon[ií]vel|esaurito"
    r"|non disponibile|uitverkocht|niet (?:op voorraad|leverbaar|voorradig)|niedostępny"
    r"|brak w magazynie|wyprzedane|vyprodáno|vypredan|nie je skladom|nedostupn|není skladem"
    r"|slutsåld|slut i lager|ikke på lager|udsolgt|utsolgt|loppunut|нет в наличии"
    r"|продано|нет на складе|売り切れ|在庫切れ|品切|售完|缺貨|已售完|품절"
    r"|läbi müüdud|otsas|elfogyott|tükendi|غير متوفر|نفدت",
    re.I,
).search
_is_present = re.compile(
    r"\bin stock|\bavailable\b(?! soon)|auf lager|vorrätig|verfügbar|lieferbar|en stock|disponible"
    r"|disponibile|in magazzino|em estoque|em stock|dispon[ií]vel|op voorraad|voorradig"
    r"|w magazynie|dostępny|skladem|skladom|na sklade|i lager|på lager|varastossa|в наличии"
    r"|есть на складе"
    r"|(?:only|just) \d+ left|noch \d+ stück|il (?:ne )?reste|quedan \d|restam \d|na stanie"
    r"|残り\s?\d|有货|仅剩|nog \d+ (?:op|stuks)|ne restano|solo \d+ rimast"
    r"|在庫あり|有現貨|現貨|재고 있음"
    r"|laos|na zalogi|na stanju|dostupno|készleten|stokta|متوفر|في المخزن",
    re.I,
).search
offers = re.compile(
    r"add to (?:cart|basket|bag|trolley)|buy (?:it )?now|place bid|in den (?:waren|einkaufs)korb"
    r"|jetzt kaufen|ajouter au panier|acheter|añadir (?:al|a la)|agregar al|comprar|adicionar ao"
    r"|aggiungi al|acquista|in winkel|do koszyka|kup teraz|do košíka|do košíku|kúpiť|koupit"
    r"|lägg i|köp|læg i|kjøp|lisää|ostoskoriin|в корзину|купить"
    r"|かごに入れる|カゴに入れる|加入购物车|立即购买|add to order|in het winkelmandje|nel carrello"
    r"|à la cesta|a la cesta|al carrito|ao carrinho|カートに|加入購物車|購買|立即購|장바구니"
    r"|lisa ostukorvi|u košaricu|kosárba|sepete|أضف|اشتري|dodaj u|\bkupi\b",
    re.I,
).search
_names_buying = re.compile(
    r"add-?_?to-?_?(?:cart|basket|bag|trolley)|buy-?_?(?:now|button|box)|place-?_?bid|btn-?_?cart"
).search
_BUTTONS = (
    "//button | //input[@type='submit' or @type='button' or @type='image' or @name] | //a[@class]"
    " | //select[@name or @id]"
)
_names_quantity = re.compile(
    r"(?<![a-z])(?:qty|quantity|menge|quantite|cantidad|anzahl)(?![a-z])"
).search
_MOST_BUTTONS = 3000  # looked at: a bound on time alone
MOST_OF_STOCK = 80  # of a text that says whether it is in stock


def availability(near: Sequence[str], around: Sequence[str], tree: HtmlElement) -> str:
    """Return whether the texts near the price say that it is in stock; else whether it is on sale.

    Where they say both, what is said first counts. It is on sale where a text around it, a button
    or a field for the quantity says so. Themes hide a "Sold out" beside the price of what can be
    put into the cart.
    """
    short = [text for text in near if len(text) <= MOST_OF_STOCK]
    is_offered = any(len(text) <= MOST_OF_STOCK and offers(text) for text in around)
    text = next((each for each in short if _is_absent(each) or _is_present(each)), "")
    if _is_absent(text) and not is_offered:
        return "OutOfStock"
    return "InStock" if text or is_offered or _has_button(tree) else ""


def says_stock(text: str) -> bool:
    """Return whether a text says that something is in stock, or is not."""
    return bool(_is_absent(text) or _is_present(text))


def _has_button(tree: HtmlElement) -> bool:
    """Return whether a button on the page is called one to buy with."""
    for button in tree.xpath(_BUTTONS)[:_MOST_BUTTONS]:
        called = f"{button.get('class')} {button.get('id')} {button.get('name')}".lower()
        label = button.get("value") or button.get("aria-label") or button.get("title") or ""
        is_field = button.tag in ("input", "select") and _names_quantity(called)
        if is_field or _names_buying(called) or offers(label[:MOST_OF_STOCK]):
            return True
    return False
