"""Evaluate posts: those found on pages of threads against those that are there.

Gold posts are in `extra["posts"]`: `post_text`, `datetime` and `user`, each as the page has it; the
user is a name, or an address that leads to somebody.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from pagesight.app.evaluate.content.records import item_figures, item_row
from pagesight.app.evaluate.options import EvaluateOptions
from pagesight.app.evaluate.statistics import mean
from pagesight.app.evaluate.systems.processes import PageRun
from pagesight.datasets.schema import LabelledPage
from pagesight.extract.text.dates import date_in
from pagesight.extract.training.gold.scores import Score, counted_score, word_score

Post = Mapping[str, object]

_SAME_TEXT = 0.8  # word F1 from which a text found is that of the gold post
_is_address = re.compile(r"^[./#]|^https?:|\.\w+\?").search
_session = re.compile(r"(?:s|sid|PHPSESSID)=[0-9a-f]{32}&?|#.*").sub


@dataclass(frozen=True, slots=True)
class PostScores:
    """Scores of a page's posts by their texts, and by all of text, author and date.

    `authors` and `dates` are shares of the gold posts that were found by their texts and have one.
    """

    texts: Score
    whole: Score
    authors: float
    dates: float


def has_gold(page: LabelledPage) -> bool:
    """Return whether the corpus names posts of the page."""
    return bool(_gold_posts(page))


def score(
    runs: Sequence[PageRun], pages: Sequence[LabelledPage], options: EvaluateOptions
) -> tuple[dict[str, object], Iterator[Mapping[str, object]]]:
    """Return the figures of one system: means over pages, and the rows of its predictions."""
    golds = [_gold_posts(page) for page in pages]
    scores = [score_posts(run.output.records, gold) for run, gold in zip(runs, golds, strict=True)]
    figures = item_figures(runs, pages, [each.texts for each in scores], options.seed) | {
        "whole_f1": mean([each.whole.f1 for each in scores]),
        "authors": mean([each.authors for each in scores]),
        "dates": mean([each.dates for each in scores]),
    }
    rows = (
        item_row(run, f1=each.texts.f1, whole_f1=each.whole.f1)
        for run, each in zip(runs, scores, strict=True)
    )
    return figures, rows


def _gold_posts(page: LabelledPage) -> Sequence[Post]:
    """Return the posts that the corpus says are there; none if it says nothing of them."""
    posts = page.extra.get("posts")
    return posts if isinstance(posts, list) else ()


def score_posts(extracted: Sequence[Post], gold: Sequence[Post]) -> PostScores:
    """Return how well the posts found agree with the gold ones, matched one to one."""
    left = list(extracted)
    authors: list[bool] = []
    dates: list[bool] = []
    whole = matched = 0
    for post in gold:
        likeness = [_likeness(post, each) for each in left]
        best = max(range(len(left)), key=likeness.__getitem__, default=None)
        if best is None or likeness[best][0] < _SAME_TEXT:
            continue
        match = left.pop(best)
        author, date = _same_author(post, match), _same_date(post, match)
        matched += 1
        whole += author is not False and date is not False
        authors += [author] if author is not None else []
        dates += [date] if date is not None else []
    return PostScores(
        counted_score(matched, len(extracted), len(gold)),
        counted_score(whole, len(extracted), len(gold)),
        sum(authors) / len(authors) if authors else 1.0,
        sum(dates) / len(dates) if dates else 1.0,
    )


def _likeness(gold: Post, extracted: Post) -> tuple[float, bool, bool]:
    """Return how alike the texts are; of equal ones, whether author and date are the same."""
    same = bool(_same_author(gold, extracted)), bool(_same_date(gold, extracted))
    if not _text(gold, "post_text"):  # an image: the gold has no text to go by
        return (float(all(same)), *same)
    return (word_score(_text(extracted, "text"), _text(gold, "post_text")).f1, *same)


def _same_author(gold: Post, extracted: Post) -> bool | None:
    """Return whether the authors are the same; None if the gold has none."""
    user = _text(gold, "user")
    if not user:
        return None
    if _is_address(user):
        address = _session("", user).lstrip("./").rstrip("&?")
        return address in _session("", _text(extracted, "author_url"))
    return _plain(user) == _plain(_text(extracted, "author"))


def _same_date(gold: Post, extracted: Post) -> bool | None:
    """Return whether the days are the same, or else the dates as shown; None without one."""
    stated = _text(gold, "datetime")
    if not stated:
        return None
    day = date_in(stated)
    if day and day == _text(extracted, "date")[:10]:
        return True
    shown = _text(extracted, "date_text")
    return bool(shown) and stated.casefold() in shown.casefold()


def _plain(name: str) -> str:
    return name.casefold().lstrip("+@ ")


def _text(post: Post, name: str) -> str:
    return " ".join(str(post.get(name) or "").split())
