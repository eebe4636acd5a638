"""Questions are kept with their answers, and what a colon announces with the colon."""

import numpy as np
import pytest

from pagesight.extract.page.document import read
from pagesight.extract.selection.companions import with_announced, with_questions
from pagesight.render.page import Page

_TEXT = "<p>It is made of oak, and it will outlive you and your chairs.</p>"
_ANSWER = "It sleeps in the fridge for weeks, if it is fed well before."


def _kept(body: str, probabilities: list[float], title: str = "Sourdough") -> list[str]:
    """Return the texts that are kept, where those likelier than not were already."""
    page = f"<head><title>{title}</title></head><body>{body}</body>"
    document = read(Page("https://example.com/", page))
    shares = np.array(probabilities)
    found = with_questions(document, shares >= 0.4, shares)
    return [document.blocks[at].text for at in np.flatnonzero(found).tolist()]


@pytest.mark.parametrize(
    "asked",
    [
        "<details open><summary>Does it keep?</summary><p>{}</p></details>",
        "<dl><dt>Does it keep?</dt><dd>{}</dd></dl>",
        "<div><button>Does it keep?</button><div>{}</div></div>",
        "<h3>Does it keep?</h3><p>{}</p>",
        "<p>Does it keep?</p><img src=a.png><p>{}</p>",
    ],
    ids=["summary", "term", "button", "heading", "before an image"],
)
def test_a_kept_answer_has_its_question(asked: str) -> None:
    shares = [0.1, 0.1, 0.9] if "img" in asked else [0.1, 0.9]
    assert _kept(asked.format(_ANSWER), shares) == ["Does it keep?", _ANSWER]


@pytest.mark.parametrize(
    ("asked", "answer"),
    [
        ("<p><a href=/other>Does it keep?</a></p>", 0.9),
        ("<blockquote><p>Does it keep?</p></blockquote>", 0.9),
        ("<h1>Does it keep?</h1>", 0.9),
        ("<p>It keeps.</p>", 0.9),
        ("<p>Does it keep?</p>", 0.45),
        ("<p>Does it keep?</p>", 0.1),
    ],
    ids=["link", "quotation", "title", "no question", "doubtful answer", "answer not kept"],
)
def test_what_is_no_question_to_a_sure_answer_stays_out(asked: str, answer: float) -> None:
    kept = _kept(f"{asked}<p>{_ANSWER}</p>", [0.1, answer])
    assert kept == ([_ANSWER] if answer >= 0.4 else [])


@pytest.mark.parametrize(
    ("asked", "kept"),
    [
        ("<div><button>Who pays?</button><div>{}</div></div>", True),
        ("<p>Who pays?</p><p>{}</p>", False),
    ],
    ids=["button", "paragraph"],
)
def test_a_short_answer_has_the_question_that_opens_it(asked: str, kept: bool) -> None:
    assert _kept(asked.format("You do."), [0.1, 0.9]) == ["Who pays?", "You do."][not kept :]


@pytest.mark.parametrize(
    ("announced", "last", "is_kept"),
    [
        ("<address>1 Quay<br>Holm</address>", _TEXT, True),
        ("<p><a href=/a>Another story</a></p>", _TEXT, False),
        ("<address>1 Quay</address>", "", False),
        ("<address>1 Quay</address><p>Home</p>", "", False),
    ],
    ids=["an address", "a link", "at the end", "before what is left out"],
)
def test_what_a_colon_announces_in_a_text_is_kept(announced: str, last: str, is_kept: bool) -> None:
    document = read(Page("https://a.org/", f"<body><div><p>Write to:</p>{announced}{last}</div>"))
    texts = [block.text for block in document.blocks]
    kept = np.array([text == "Write to:" or text in _TEXT for text in texts])
    assert with_announced(kept, document)[1] == is_kept


@pytest.mark.parametrize(("last", "is_kept"), [(_TEXT, True), ("<p>Home</p>", False)])
def test_a_formula_on_a_line_of_its_own_stays_in_its_text(last: str, is_kept: bool) -> None:
    formula = "<figure><math display=block><mi>m</mi><mo>=</mo><mi>n</mi></math></figure>"
    document = read(Page("https://a.org/", f"<body><ol><li>Count.</li></ol>{formula}{last}"))
    texts = [block.text for block in document.blocks]
    kept = np.array([text == "Count." or text in _TEXT for text in texts])
    assert with_announced(kept, document)[1] == is_kept
