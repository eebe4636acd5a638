from pagesight.datasets.schema import LabelledPage
from pagesight.extract.training.sight import SightOptions, by_corpus
from pagesight.render.page import Page


def page(name: str, source: str, **extra: object) -> LabelledPage:
    return LabelledPage(
        name, Page("", "<p>text"), site=name, text="text", source=source, extra=extra
    )


def test_pages_that_a_user_labelled_are_at_home_beside_those_of_home_corpora() -> None:
    pages = [page("a", "dragnet"), page("b", "wcxb"), page("c", "gold", annotator="")]
    chosen, numbers = by_corpus(pages, SightOptions())
    assert [each.id for each in chosen] == ["b", "c", "a"]
    assert numbers == {"wcxb": 0, "gold": 0, "dragnet": 1}


def test_all_corpora_are_at_home_where_none_is_known() -> None:
    _, numbers = by_corpus([page("a", "dragnet"), page("b", "mine")], SightOptions())
    assert numbers == {"dragnet": 0, "mine": 0}
