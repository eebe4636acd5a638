"""Tell the last post from the thread or board that it is in, in the lists of forums."""

import math
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from pagesight.extract.page.blocks import Block
from pagesight.extract.page.elements import Elements
from pagesight.extract.records.fields.authors import author_of
from pagesight.extract.records.fields.parts import ItemPart, author_in
from pagesight.extract.records.in_common.titles import title_text
from pagesight.extract.records.record import Record
from pagesight.extract.text.dates import date_in

_LAST = (
    r"(?:(?:last|latest|newest|most recent) (?:post|reply|message|comment|response)"
    r"|most recent|letzte[rn]? (?:beitrag|antwort)|dernier message|dernière réponse"
    r"|último mensaje"
    r"|últim[oa] (?:mensagem|resposta|respuesta|tema)|ultim[oa] (?:messaggio|risposta)"
    r"|ostatni[a]? (?:post|odpowiedź)|laatste (?:bericht|reactie)"
    r"|posledn[íá] (?:příspěvek|odpov\w+)"
    r"|последн(?:ее|ий|яя) (?:сообщение|ответ)|zadnj[ai] (?:poruka|post)"
    r"|最后(?:发表|回复)|最新(?:文章|回复)|最終(?:投稿|更新|書込|書き込み)|마지막 글)"
)
# At the start of a line, or before the name.
_opens_last = re.compile(
    rf"(?:^|\n)\W{{0,4}}{_LAST}\b|\b{_LAST}:? (?:by|von|par|por|di|da|od|door|от|由)\b", re.I
).search
_without_moderators = re.compile(r"(?:^|\n)\W{0,4}(?:moderator|модератор)[^\n]*", re.I).sub
_without_words = re.compile(rf"^\W{{0,4}}{_LAST}:?", re.I).sub
_heads_last = re.compile(rf"{_LAST}.*|freshness", re.I).fullmatch
# Beside a count of replies or posts.
_heads_activity = re.compile(
    r"(?:(?:last |latest )?activity|latest|aktivität|activité|actividad)", re.I
).fullmatch
_heads_count = re.compile(
    r"replies|posts|views|antworten|beiträge|réponses|messages|respuestas|投稿|返信|閲覧", re.I
).fullmatch
_MOST_HEADS = 12  # blocks before the first item that may be heads of columns; by hand
_is_count = re.compile(r"\d[\d.,]*\s?[km]?", re.I).fullmatch
_is_of_forum = re.compile(
    r"(?:who(?:'s| is) online|(?:forum |board )?statistics|birthdays|log ?in|legend"
    r"|wer ist online\??|statistik(?:en)?|qui est en ligne.*|statistiques"
    r"|кто (?:сейчас )?на (?:конференции|форуме)|статистика|estadísticas)",
    re.I,
).fullmatch
# phpBB, SMF, vBulletin and MyBB; XenForo 2 (threads, boards); bbPress.
_is_called_last = re.compile(
    r"last-?(?:post|repl(?:y|ies)|poster|comment)(?!s)|cell--latest|node-extra(?![a-z])"
    r"|(?:forum|topic)-freshness"
).search


@dataclass(frozen=True, slots=True)
class ItemBeforeLast:
    """What an item says of itself; what it says of its last post is told by attributes."""

    blocks: Sequence[Block]  # that of the title without it
    whole: Sequence[Block]  # those that say nothing of the last post
    dated: Sequence[str]  # texts that may say when, that of the title's block last
    parts: Sequence[ItemPart]
    last: dict[str, str]


@dataclass(frozen=True, slots=True)
class ListColumns:
    """How the items of a page's list are read: dates in figures, and what stands in columns.

    `heads_last` says that heads above the items, of no table, name a column of last posts.
    """

    elements: Elements
    day_first: bool | None = None
    heads_last: bool = False


def heads_last_post(texts: Sequence[str], first: int) -> bool:
    """Return whether heads above the items, of no table, name a column of last posts.

    `texts` are the page's blocks, `first` the first of the first item.
    """
    above = [text.strip() for text in texts[max(0, first - _MOST_HEADS) : first]]
    return any(map(_heads_last, above)) and any(map(_heads_count, above))


def before_last_post(
    blocks: Sequence[Block],
    title: Block,
    heads: Mapping[str, str],
    parts: Sequence[ItemPart],
    columns: ListColumns,
) -> ItemBeforeLast:
    """Return an item without what it says of its last post, if it says so of any.

    A last post is told by the head of its column, by the words before it, or by a class name; where
    heads of no table name it, it stands after the counts.
    """
    ordered = [*(block for block in blocks if block is not title), title]
    places = _last_places(ordered, heads, parts, columns)
    own: list[Block] = []
    last: list[Block] = []
    starts = [places.start(block) for block in ordered]
    for block, start in zip(ordered, starts, strict=True):
        if start or start is None or block is title:
            own.append(block if start is None else replace(block, text=block.text[:start]))
        if start is not None and block.text:
            lines = _without_words("", block.text[start:]).strip().split("\n")
            last += [replace(block, text=line) for line in lines]
    if not last:
        return ItemBeforeLast(blocks, blocks, [block.text for block in ordered], parts, {})
    name = title_text(title, heads)
    dated = [_without_moderators("", block.text) for block in own]
    dated[-1] = " ".join(dated[-1].split()).replace(name, "", 1)
    own[-1] = replace(own[-1], text=dated[-1].strip())
    own_said, last_said = f"{name} {_joined(dated)}", _joined(block.text for block in last)
    last_post = {
        "lastPostAuthor": author_of(last, {}) or _author(parts, last_said, name),
        "lastPostDate": date_in(last_said, day_first=columns.day_first),
    }
    return ItemBeforeLast(
        own,
        [block for block, start in zip(ordered, starts, strict=True) if start is None],
        dated,
        [part for part in parts if part.text in own_said],
        {key: value for key, value in last_post.items() if value},
    )


@dataclass(frozen=True, slots=True)
class _LastPlaces:
    """Where an item may say something of its last post."""

    title: Block
    rows: Sequence[tuple[int, int]]  # elements called so, each to its end
    cells: Mapping[str, int]  # the last block with each text of such a column
    after: float  # the block with the last count, if what follows it is of the last post

    def start(self, block: Block) -> int | None:
        """Return the character from which a block is of the last post; None if all is the item's.

        Of the title that is none but what follows words that say so.
        """
        match = _opens_last(block.text)
        is_last = block is not self.title and (
            any(row <= block.element < end for row, end in self.rows)
            or self.cells.get(block.text) == block.order
            or block.order > self.after
        )
        if is_last:
            return 0
        return match.start() if match else None


def _last_places(
    ordered: Sequence[Block],
    heads: Mapping[str, str],
    parts: Sequence[ItemPart],
    columns: ListColumns,
) -> _LastPlaces:
    """Return where an item, of whose blocks the title is the last, may speak of its last post."""
    *others, title = ordered
    counted = any(map(_heads_count, heads))
    columns_of_last = [
        text
        for head, text in heads.items()
        if _heads_last(head) or (counted and _heads_activity(head))
    ]
    below = {part for text in columns_of_last for part in (text, *text.split("\n"))}
    called = (
        (part.row, columns.elements.end[part.row]) for part in parts if _is_called_last(part.called)
    )
    counts = [block.order for block in others if columns.heads_last and _is_count(block.text)]
    return _LastPlaces(
        title,
        [(row, end) for row, end in called if not row <= title.element < end],
        {block.text: block.order for block in ordered if block.text in below},
        counts[-1] if len(counts) > 1 else math.inf,
    )


def _joined(texts: Iterable[str]) -> str:
    return " ".join(" ".join(text.split()) for text in texts)


def _author(parts: Sequence[ItemPart], text: str, title: str) -> str:
    names = [part for part in parts if part.text in text and not date_in(part.text)]
    return author_in(names, title)


def without_heads(records: tuple[Record, ...]) -> tuple[Record, ...]:
    """Return the records without what is no board or thread in a list that is mostly of these.

    So are the heads of groups of boards, which have a name alone, those of columns, and what the
    forum tells of itself: who is online, how many there are.
    """
    dated = sum("lastPostDate" in record.attributes for record in records)
    if 2 * dated < len(records):
        return records
    return tuple(
        record
        for record in records
        if record.text != record.title
        and not any(map(_is_of_forum, (record.title, record.text.partition("\n")[0])))
        and not _is_head(record)
    )


def _is_head(record: Record) -> bool:
    """Return whether a record is the heads of columns, which name the last post and count none."""
    counts = any(map(str.isdigit, record.text))
    return not counts and any(map(_heads_last, record.text.split("\n")))
