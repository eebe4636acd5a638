"""Drop the links that wikis put into an article: to edit a section, to go back from a note."""

from lxml.html import HtmlElement

# Classes of MediaWiki, https://www.mediawiki.org/wiki/Manual:Interface/IDs_and_classes; since its
# version 1.43 the link to edit stands beside the heading, not in it.
_CLASSES = (
    "mw-editsection",
    "editsection",
    "mw-cite-backlink",
    "navbox",
    "mw-jump-link",
    "catlinks",
)
_FOUND = "|".join(
    f"//*[contains(concat(' ', normalize-space(@class), ' '), ' {name} ')]" for name in _CLASSES
)


def drop_wiki_links(tree: HtmlElement) -> None:
    """Drop links to edit sections and back from notes, and boxes of links to other articles."""
    for element in tree.xpath(_FOUND):
        if element.getparent() is not None:
            element.drop_tree()
