"""The genres of web pages, and GOCE's two coarse ones."""

from enum import StrEnum


class Genre(StrEnum):
    """What a page is, as a whole."""

    ARTICLE = "article"  # a post, story or essay
    LISTING = "listing"  # an index, archive, tag, search or news front page
    COLLECTION = "collection"  # a grid of products or catalogue items
    PRODUCT = "product"  # one product
    DOCUMENTATION = "documentation"  # docs, API, manual, wiki
    FORUM = "forum"  # a thread
    SERVICE = "service"  # landing, company, pricing, shop home
    OTHER = "other"  # contact, login, gallery, cart, about, error

    @property
    def coarse(self) -> "CoarseGenre | None":
        """GOCE's class of this genre; None for forum and other, which GOCE leaves out."""
        return _COARSE.get(self)


class CoarseGenre(StrEnum):
    """GOCE's two genres (Nguyen-Hoang et al. 2018)."""

    ARTICLE = "article"
    LIST_VIEW = "list-view"


_COARSE = {
    Genre.ARTICLE: CoarseGenre.ARTICLE,
    Genre.DOCUMENTATION: CoarseGenre.ARTICLE,
    Genre.PRODUCT: CoarseGenre.ARTICLE,
    Genre.SERVICE: CoarseGenre.ARTICLE,
    Genre.LISTING: CoarseGenre.LIST_VIEW,
    Genre.COLLECTION: CoarseGenre.LIST_VIEW,
}
