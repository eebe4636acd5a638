"""Questions and answers read off pages that say that they answer some."""

import pytest

from pagesight.extract.metadata.entities.entity import Entity
from pagesight.extract.metadata.entities.read import entities
from pagesight.extract.page.document import read
from pagesight.render.page import Page


def faqs(body: str, path: str = "p/1", head: str = "") -> list[dict[str, str]]:
    """Return the answers by their questions, of each FAQPage."""
    html = f"<html lang=en><head>{head}</head><body><main>{body}</main></body></html>"
    document = read(Page(f"https://shop.example/{path}", html))
    found = [each for each in entities(document) if each.type == "FAQPage"]
    return [{q.text("name"): _answer(q) for q in each.entities("mainEntity")} for each in found]


def _answer(question: Entity) -> str:
    (answer,) = question.entities("acceptedAnswer")
    return answer.text("text")


EXPECTED = {"Is it oak?": "Yes.\nSolid oak.", "Is it heavy?": "It is.", "Who made it?": "Holz."}


@pytest.mark.parametrize(
    "body",
    [
        pytest.param(
            "<h1>FAQ</h1><h3>Is it oak?</h3><p>Yes.</p><p>Solid oak.</p><h3>Is it heavy?</h3><p>It"
            " is.</p><h3>Who made it?</h3><p>Holz.</p><h2>Contact</h2><p>Write to us.</p>",
            id="headings",
        ),
        pytest.param(
            "<h2>Häufig gestellte Fragen</h2><p>1. Is it oak?</p><p>Yes.</p><p>Solid oak.</p><p>2. "
            "Is it heavy?</p><p>It is.</p><p>3. Who made it?</p><p>Holz.</p>",
            id="paragraphs with numbers",
        ),
        pytest.param(
            "<h2>よくあるご質問</h2><p>Q: Is it oak?<br>A: Yes.<br>Solid oak.</p>"
            "<p>Q: Is it heavy?<br>A: It is.</p><p>Q: Who made it?<br>A: Holz.</p>",
            id="lines of a paragraph",
        ),
        pytest.param(
            "<h2>FAQs</h2><details><summary>Is it oak?</summary><p>Yes.</p><p>Solid oak.</p>"
            "</details><details><summary>Is it heavy?</summary><p>It is.</p></details><p>The maker"
            "</p><details><summary>Who made it?</summary><p>Holz.</p></details>",
            id="to be opened, in groups",
        ),
    ],
)
def test_questions_and_answers_are_read_off_the_page(body: str) -> None:
    assert faqs(body) == [EXPECTED]


_ASKED = "<h3>Why oak?</h3><p>I like it.</p><h3>Why now?</h3><p>Ask me.</p>"
_INTERVIEW = f"<h1>An interview</h1>{_ASKED}<h3>Why you?</h3><p>Nobody else did.</p>"


@pytest.mark.parametrize(
    ("path", "body"),
    [
        pytest.param("blog/1", _INTERVIEW, id="an interview"),
        pytest.param("p/1", f"<h2>FAQ</h2>{_ASKED}", id="two questions"),
        pytest.param("p/1", f"{_INTERVIEW}<h2>FAQ</h2>", id="questions before the heading"),
        pytest.param("p/1", "<h2>FAQ</h2>" + "<p>Is it oak?</p>" * 4, id="no answers"),
    ],
)
def test_other_questions_are_none(path: str, body: str) -> None:
    assert not faqs(body, path)


def test_the_address_of_a_page_may_say_that_it_answers_questions() -> None:
    assert len(faqs(_INTERVIEW, "help/faq.html")[0]) == 3


def test_what_the_markup_states_comes_first() -> None:
    stated = (
        '<script type="application/ld+json">{"@type": "FAQPage", "mainEntity": [{"@type":'
        ' "Question", "name": "Why?", "acceptedAnswer": {"@type": "Answer", "text": "So."}}]}'
        "</script>"
    )
    assert faqs(f"<h1>FAQ</h1>{_INTERVIEW}", head=stated) == [{"Why?": "So."}]


@pytest.mark.parametrize("tag", ["summary", "button", "dt"])
def test_questions_that_open_their_answers_need_no_heading(tag: str) -> None:
    pairs = (f"<{tag}>{question}</{tag}><p>{answer}</p>" for question, answer in EXPECTED.items())
    assert faqs("<h1>Chairs</h1>" + "".join(pairs).replace("\n", "</p><p>")) == [EXPECTED]


def test_signs_of_question_and_answer_are_no_part_of_them() -> None:
    lines = "".join(f"<p>问：{n}天可以退货？</p><p>答：可以。</p>" for n in (7, 8, 9))
    assert faqs(f"<h1>退货问答</h1>{lines}") == [{f"{n}天可以退货？": "可以。" for n in (7, 8, 9)}]
