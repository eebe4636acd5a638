"""Read the questions of a page, and their answers, off what it shows."""

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

from pagesight.extract.metadata.entities.entity import Entity
from pagesight.extract.metadata.read import page_title
from pagesight.extract.page.addresses import path_of
from pagesight.extract.page.blocks import Block
from pagesight.extract.page.document import Document
from pagesight.extract.page.dom import HEADING_TAGS
from pagesight.extract.page.elements import tag_mask

# Pages that answer interviews and quizzes ask as well: without one of these it is no such list.
_is_named = re.compile(
    r"\bfaqs?\b|frequently asked|(?:common|popular) questions|questions (?:and|&) answers|q ?& ?a\b"
    r"|häufige fragen|häufig gestellte fragen|fragen (?:und|&) antworten"
    r"|questions fréquentes|foire aux questions|questions[ /-]réponses"
    r"|preguntas (?:m[aá]s )?frecuentes"
    r"|perguntas (?:mais )?frequentes|dúvidas frequentes|domande frequenti|veel ?gestelde vragen"
    r"|najczęściej zadawane pytania|częste pytania|част(?:о задаваемые|ые) вопросы"
    r"|вопросы и ответы|часті запитання|よくある(?:ご)?質問|常見問題|常见问题"
    r"|자주 ?(?:묻는|하는) ?질문"
    r"|vanliga frågor|(?:ofte )?stil(?:le|)de spørgsmål|ofte stilte spørsmål|usein kysyt"
    r"|čast(?:é|o kladené) (?:dotazy|otázky)|nejčastější (?:dotazy|otázky)|gyakor(?:i|an ismételt)"
    r" kérdések|συχν[έε]ς ερωτήσεις|sık(?:ça|) sorulan|câu hỏi thường gặp|întrebări frecvente"
    r"|الأسئلة (?:الشائعة|المتكررة)|سوالات متداول|שאלות (?:נפוצות|ותשובות)|คำถามที่พบบ่อย"
    r"|pertanyaan umum|(?:vos|tes) questions?,? nos réponses|dudas (?:habituales|comunes)"
    r"|(?:ihre|deine|eure) fragen,? (?:unsere|und unsere) antworten|domande e risposte|问答|問答"
    r"|答疑"
    r"|vragen en antwoorden|perguntas e respostas|preguntas y respuestas|pytania i odpowiedzi"
    r"|質問集"
    r"|spørgsmål og svar|frågor och svar|questions? (?:et|&) réponses?",
    re.I,
).search
_in_address = re.compile(r"(?:^|[/_.?=-])faqs?(?:[/_.&-]|$)", re.I).search
_asks = re.compile(r"[?？؟;]\W{0,2}$").search
_number = re.compile(
    r"^(?:(?:q(?:uestion)?|f(?:rage)?|[问問質])\s?\d{0,2}|\d{1,3})\s?[.):：]\s*|^q\s?(?=[^\x00-\x7f])",
    re.I,
).sub
_letter = re.compile(
    r"^(?:a(?:nswer|ntwort)?|r(?:éponse)?|答)\s?(?:[.):]\s+|：)|^a\s?(?=[^\x00-\x7f])", re.I
).sub
_ends_sentence = re.compile(r"[.!?。！？:)\"”»]\W*$").search
_in_furniture = tag_mask("nav", "footer", "aside", "form")
_OPENING = frozenset({"summary", "dt", "button"})  # what opens an answer, or has it beside it
_LEAST, _MOST = 3, 200  # questions
_MOST_QUESTION, _MOST_ANSWER, _MOST_HEADING = 200, 5_000, 40  # characters


@dataclass(frozen=True, slots=True)
class _Line:
    """A line of a block, and the tag of that."""

    tag: str
    text: str

    @property
    def asks(self) -> bool:
        return len(self.text) <= _MOST_QUESTION and _asks(self.text) is not None


def shown_faq(document: Document) -> Entity | None:
    """Return the questions of a page that says that it answers some; None if it has few.

    A question is a line of the tag that most of them have; its answer goes on up to the next.
    """
    return document.once(_shown_faq)


def _shown_faq(document: Document) -> Entity | None:
    lines = _lines_below(document)
    tags = Counter(line.tag for line in lines if line.asks)
    if not tags or tags.most_common(1)[0][1] < _LEAST:
        return None
    tag = tags.most_common(1)[0][0]
    at = [number for number, line in enumerate(lines) if line.tag == tag and line.asks]
    spans = pairwise([*at, len(lines)])
    answered = ((lines[start].text, _answer(lines, start, end)) for start, end in spans)
    questions = tuple(_question(text, answer) for text, answer in answered if answer)[:_MOST]
    fields = {"mainEntity": questions}
    return Entity("FAQPage", fields, {"mainEntity": "page"}) if len(questions) >= _LEAST else None


def _lines_below(document: Document) -> Sequence[_Line]:
    """Return the lines of the page below what says that questions are answered; none if nothing.

    Questions that open their answers say so themselves.
    """
    outside = document.elements.inside(_in_furniture(document.elements.tag))
    blocks = [block for block in document.visible_blocks if not outside[block.element]]
    is_whole = _in_address(path_of(document.page.url)) or _is_named(document.once(page_title))
    heads = (
        number
        for number, block in enumerate(blocks)
        if block.tag in HEADING_TAGS and _is_named(block.text)
    )
    first = 0 if is_whole else next(heads, _opened(blocks))
    texts = ((block.tag, block.text) for block in blocks[first:])
    split = ((tag, " ".join(line.split())) for tag, text in texts for line in text.split("\n"))
    return [_Line(tag, line) for tag, line in split if line]


def _opened(blocks: Sequence[Block]) -> int:
    """Return where the questions that open their answers begin; the end where they are few."""
    lines = (_Line(block.tag, block.text) for block in blocks)
    at = [number for number, line in enumerate(lines) if line.tag in _OPENING and line.asks]
    return at[0] if len(at) >= _LEAST else len(blocks)


def _answer(lines: Sequence[_Line], start: int, end: int) -> str:
    """Return what stands below a question, without the heading above the next one.

    Below a heading that is up to the next that is as high.
    """
    answer: list[str] = []
    tag = lines[start].tag
    for line in lines[start + 1 : end]:
        if line.tag in HEADING_TAGS and (tag not in HEADING_TAGS or line.tag <= tag):
            break
        answer.append(line.text)
    is_heading = len(answer) > 1 and len(answer[-1]) <= _MOST_HEADING
    if is_heading and not _ends_sentence(answer[-1]):
        answer.pop()
    return _letter("", "\n".join(answer))[:_MOST_ANSWER]


def _question(text: str, answer: str) -> Entity:
    answered = Entity("Answer", {"text": answer})
    return Entity("Question", {"name": _number("", text), "acceptedAnswer": answered})
