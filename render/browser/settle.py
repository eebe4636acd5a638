"""Wait until a page has come to rest: by what it shows and by the silence of the network."""

import asyncio
import json
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass, field

from playwright.async_api import Error as PlaywrightError

from pagesight.render.browser.script_world import ScriptWorld
from pagesight.render.errors import NoPageError
from pagesight.render.net.network_log import NetworkLog, OpenRequest
from pagesight.render.sources.plain_text import has_text
from pagesight.render.sources.refresh import parse_refresh

# Text outside links and buttons, in characters, below which a page may have nothing to show yet:
# a navigation bar and a footer have 200 to 300, the shortest articles of WCXB's development split
# 400.
THIN = 400
# What a page says that is about to show something, or to lead on.
_ANNOUNCES = (
    r"just a moment|one moment|checking|verifying|redirect|please wait|loading|bitte warten"
    r"|weitergeleitet|wird geladen|patient|redirig|chargement|espere|cargando|caricamento"
    r"|attendere|aguarde|carregando|laden|подождите|загрузка|加载中|読み込み中|로딩"
    r"|\b\d\d? ?(?:sec|sek|seg|сек|秒|초)"
)
# What stands where text is to come.
_PENDING = (
    r"^\s*(?:loading|please wait|wird geladen|lade|chargement|cargando|caricamento|carregando"
    r"|laden|ladataan|laster|laddar|ładowanie|загрузка|завантаження|加载中|読み込み中|로딩)[^.…]{0,25}"
    r"(?:\.+|…|$)\s*$"
)
# Seconds between two looks at the network, and at the page while it is busy.
_PAUSE, _LOOK_PAUSE = 0.05, 0.5
# Seconds of silence after which a loaded page is at rest if it is idle: two frames and some.
IDLE_QUIET = 0.05
# Seconds that a thin page of scripts is watched for without a change, unless it is idle: texts set
# by timers come within two of the load (../shared/cases/service).
_THIN_SECONDS = 2.2
# And one that says that something is to come: checks of the browser take up to four. What counts
# down changes all the while.
_ANNOUNCED_SECONDS = 4.5
# Seconds without a change of a page that has not loaded though nothing is under way.
_STILL_SECONDS = 2.0
# And one that asks for data again and again, and shows nothing of what it gets.
_POLLED_SECONDS = 3.0
# A page is waited for so long while a timer is due that it set, for soon, before it had loaded.
_EARLY_SECONDS = 1.5
# So many seconds after a refresh is due, it has begun.
_REFRESH_BEGINS = 1.0
# Documents that lead on to one another by scripts; sign-ins and consent take up to five.
_MOST_DOCUMENTS = 10
# Seconds without an answer of a page, all of them silent, after which it is stuck in a script.
_STUCK_SECONDS = 6.0
# The same of one that has asked for something that hangs, and may wait for it.
_HELD_SECONDS = 3.0
# How often what hangs is cut off: a browser asks once more where it had used the connection before.
_CUTS = 3


@dataclass(frozen=True, slots=True)
class PageState:
    """The state of a page at one moment, as it shows."""

    chars: int  # of text outside links, counted no further than `THIN`
    elements: int
    height: int  # CSS px
    scripted: bool
    url: str
    base: str  # address that those in it are relative to
    refresh: str  # content of a meta tag that sends the browser on
    announces: str  # what it says, if that is to show something soon, or to lead on
    blank: bool  # shows no text at all
    pending: bool  # shows that a part of it is to come
    idle: bool = field(compare=False)  # no timer of it is due soon
    early: bool = field(compare=False)  # one is that was set before the page had loaded

    @property
    def thin(self) -> bool:
        """Whether that is next to nothing."""
        return self.chars < THIN

    def leads_on_after(self, header: str) -> float | None:
        """Return the seconds after which a refresh leads to another page soon; None if none does.

        `header` is the HTTP header of that name, which does the same.
        """
        refresh = parse_refresh(self.refresh or header, self.base, self.url)
        return refresh[0] if refresh else None


async def look_at(world: ScriptWorld, *, is_quiet: bool) -> PageState:
    """Return what the page shows now; kept in the page if that is quiet or idle."""
    patterns = (_ANNOUNCES, _PENDING)
    looks = (THIN, *patterns, is_quiet, world.is_idle, world.awaits_early)
    return PageState(**json.loads(str(await world.call("look", *looks))))


class Watch:
    """The last look at a page, and since when it has been the same."""

    def __init__(self, clock: Callable[[], float]) -> None:
        self._clock = clock
        self._document = 0
        self.state: PageState | None = None
        self.since = clock()

    @property
    def thin(self) -> bool:
        """Whether the page shows next to nothing, as far as is known."""
        return self.state is None or self.state.thin

    def note(self, state: PageState, document: int) -> None:
        """Take another look, at the document of that number."""
        if (state, document) != (self.state, self._document):
            self.since = self._clock()
        self.state, self._document = state, document

    def rests(self, log: NetworkLog) -> bool:
        """Return whether nothing more is to be expected of the page."""
        if self.state is None:
            return False
        now = self._clock()
        refresh = self.state.leads_on_after(log.refresh)
        if refresh is not None:
            return now - log.document_since > refresh + _REFRESH_BEGINS
        if self.state.early and now - log.document_since < _EARLY_SECONDS:
            return False
        needed = 0.0 if log.loaded or log.hanging else _STILL_SECONDS
        if self.state.pending:
            needed = max(needed, _THIN_SECONDS)
        if self.state.thin and self.state.scripted:
            needed = max(needed, self._seconds_to_watch(self.state, self.is_idle(log)))
        return now - self.since >= needed

    def sees_polls_alone(self, log: NetworkLog) -> bool:
        """Return whether a page that has loaded and shows its text does no more than ask for data.

        Whatever came of that in all this time is not shown.
        """
        still = self._clock() - self.since > _POLLED_SECONDS
        return still and log.loaded and not self.thin and not log.awaits_parts

    def is_idle(self, log: NetworkLog) -> bool:
        """Return whether nothing is under way in a page that has loaded: no request, no timer."""
        under_way = log.hanging or log.has_channel or not log.loaded
        return self.state is not None and self.state.idle and not under_way

    @staticmethod
    def _seconds_to_watch(state: PageState, is_idle: bool) -> float:
        """Return for how long a thin page is watched: what compiles or counts sets no timer."""
        if is_idle:
            return _THIN_SECONDS if state.blank or state.announces else 0.0
        return _ANNOUNCED_SECONDS if state.announces else _THIN_SECONDS


async def settle(
    world: ScriptWorld,
    log: NetworkLog,
    quiet: float,
    clock: Callable[[], float],
    cut_off: Callable[[Sequence[OpenRequest]], None],
) -> bool:
    """Return once the page is loaded, or hangs, and no request was open for `quiet` seconds.

    One that has loaded and is idle is at rest sooner. A page that shows next to nothing is watched
    for longer, and one that leads on is followed. What hangs is ended by `cut_off`, so that the
    page goes on to what comes after it. Returns at once when the document grows larger than
    allowed; False where the page answers nothing any more. Raises NoPageError for pages that lead
    on without end.
    """
    watch = Watch(clock)
    looked, cuts, blank = clock(), _CUTS, True
    while not log.too_large.is_set():
        silent = log.quiet_for(blank=blank)
        is_quiet, may_be_idle = silent >= quiet, log.loaded and silent >= IDLE_QUIET
        if is_quiet or may_be_idle or clock() - looked > _LOOK_PAUSE:
            looked = clock()
            asked = asyncio.ensure_future(look_at(world, is_quiet=is_quiet))
            if await _is_stuck(asked, log, clock):
                waited_for = [each for each in log.hanging if not each.leads_on]
                if not waited_for or not cuts:
                    return False
                cut_off(waited_for)  # what a script waits for without letting go
                cuts -= 1
                continue
            with suppress(PlaywrightError):  # it goes on to another page this moment
                watch.note(await asked, log.documents)
            # A page whose text was served needs nothing that hangs but to be let go on.
            blank = watch.thin and not has_text(log.served.html(), THIN)
        is_at_rest = is_quiet or (may_be_idle and watch.is_idle(log)) or watch.sees_polls_alone(log)
        if is_at_rest and watch.rests(log):
            held_up_by = [each for each in log.hanging if each.is_seen and not each.leads_on]
            if log.loaded or not held_up_by or not cuts:
                return True
            cut_off(held_up_by)
            cuts -= 1
            await asyncio.sleep(quiet)
        if log.documents > _MOST_DOCUMENTS and watch.thin:
            raise NoPageError(
                f"{log.passed[0]} leads on to one page after the other, {log.documents} by now"
            )
        await asyncio.sleep(_PAUSE if silent >= quiet else min(_PAUSE, quiet - silent))
    return True


async def _is_stuck(
    asked: "asyncio.Future[PageState]", log: NetworkLog, clock: Callable[[], float]
) -> bool:
    """Return False once the page has answered, True where it does not, though nothing comes."""
    since = clock()
    try:
        while not asked.done():
            silent, held = log.quiet_for(), any(not each.leads_on for each in log.hanging)
            if clock() - since > _HELD_SECONDS and held and silent:
                return True
            if min(clock() - since, silent) > _STUCK_SECONDS:
                return True
            await asyncio.wait({asked}, timeout=_LOOK_PAUSE)
        return False
    finally:
        if not asked.done():
            asked.cancel()
