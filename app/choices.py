"""The values that options of the command line and of the library can take."""

from typing import Literal, get_args

Format = Literal["text", "markdown", "json", "html", "csv"]
ClassifyBy = Literal["both", "screenshot", "html"]
Engine = Literal["local", "ray"]
Screenshots = Literal["none", "within", "beside"]
Task = Literal["extract", "genre", "blocks", "records", "posts"]
FoldsBy = Literal["site", "source"]
ExtractorChoice = Literal[
    "auto", "article", "listview", "goce-article", "goce-listview",
    "sight", "boilernet", "web2text", "multiboilernet", "perplexity",
]  # fmt: skip
FavorChoice = Literal["precision", "balanced", "recall"]
GenreChoice = Literal[
    "auto", "article", "listing", "collection", "product", "documentation", "forum", "service",
    "other",
]  # fmt: skip

FORMAT_CHOICES: tuple[Format, ...] = get_args(Format)
EXTRACTOR_CHOICES: tuple[ExtractorChoice, ...] = get_args(ExtractorChoice)
FAVOR_CHOICES: tuple[FavorChoice, ...] = get_args(FavorChoice)
GENRE_CHOICES: tuple[GenreChoice, ...] = get_args(GenreChoice)
