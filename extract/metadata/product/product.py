"""Define a product: what a page says of the one that it offers."""

from dataclasses import dataclass, fields


@dataclass(frozen=True, slots=True)
class Product:
    """A product by schema.org's names; empty where the page does not say.

    `price` is a plain decimal number, `currency` the ISO 4217 code, `availability` as schema.org
    names it (InStock, OutOfStock, PreOrder ...), `rating` the mean as the page gives it.
    """

    title: str = ""
    price: str = ""
    currency: str = ""
    availability: str = ""
    sku: str = ""
    gtin: str = ""
    mpn: str = ""
    brand: str = ""
    rating: str = ""
    review_count: str = ""
    breadcrumbs: tuple[str, ...] = ()


NAMES = tuple(field.name for field in fields(Product))
