"""Define a product: what a page says of the one that it offers."""

from collections.abc import Mapping
from dataclasses import dataclass, field, fields


@dataclass(frozen=True, slots=True)
class Product:
    """A product by schema.org's names; empty where the page does not say.

    `price` and `list_price`, from which that is reduced, are plain decimal numbers, `currency` is
    the ISO 4217 code, `availability` as schema.org names it (InStock, OutOfStock, PreOrder ...),
    `rating` the mean as the page gives it. Addresses of `images` are absolute; `specification` has
    values by name, `variants` the names of those that the markup lists.
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
    list_price: str = ""
    description: str = ""
    images: tuple[str, ...] = ()
    seller: str = ""
    specification: Mapping[str, str] = field(default_factory=dict)
    variants: tuple[str, ...] = ()


NAMES = tuple(each.name for each in fields(Product))
