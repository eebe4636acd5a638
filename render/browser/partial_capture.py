"""What a visit has found of a page so far, and the Capture that it makes."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import UTC, datetime

from pagesight.render.browser.recovery import Steps
from pagesight.render.browser.snapshot import Dom
from pagesight.render.errors import NavigationError
from pagesight.render.net.network_log import Traffic
from pagesight.render.net.request_filter import Gate
from pagesight.render.options import RenderOptions
from pagesight.render.page import Capture, Layout, Page
from pagesight.render.sources.address import page_address, without_origin
from pagesight.render.sources.charset import decode_html
from pagesight.render.sources.source import Source


@dataclass(slots=True)
class Findings:
    """Filled in as the visit goes on; what could not be had stays None."""

    started: datetime = field(default_factory=lambda: datetime.now(UTC))
    gate: Gate | None = None
    traffic: Traffic | None = None
    screenshot: bytes | None = None
    full_page: bytes | None = None
    dom: Dom | None = None
    layout: Layout | None = None

    @property
    def served(self) -> str:
        """The main document as the server or archive sent it, if all of it came."""
        body = self.traffic.body_so_far() if self.traffic else ""
        stored = self.gate.document if self.gate else None
        return body or (decode_html(stored.body, stored.content_type) if stored else "")

    @property
    def nothing(self) -> bool:
        """Whether neither HTML nor a picture was got."""
        return self.dom is None and self.screenshot is None and not self.served


def to_capture(findings: Findings, source: Source, options: RenderOptions, steps: Steps) -> Capture:
    """Return the Capture. Raises NavigationError if nothing was found."""
    if findings.nothing:
        raise NavigationError(
            f"{source.name} could not be read in time; try again with a longer deadline"
        )
    served = findings.served[: options.max_html_bytes]
    dom = findings.dom or Dom(html=served, url=source.url)
    traffic, gate = findings.traffic, findings.gate
    return Capture(
        page=Page(
            url=page_address(dom.url),
            html=without_origin(dom.html),
            screenshot=findings.screenshot,
            layout=findings.layout,
            rendered=findings.dom is not None,
            unseen=dom.unseen,
        ),
        requested_url=source.name,
        status=traffic.status if traffic else None,
        redirects=tuple(filter(page_address, traffic.passed[:-1])) if traffic else (),
        captured_at=findings.started,
        viewport=options.viewport,
        title=dom.title,
        language=dom.language,
        response_html=served,
        full_page=findings.full_page,
        blocked_requests=tuple(gate.refused) if gate else (),
        warnings=(*steps.warnings, *_remarks(findings)),
        seconds=dict(steps.seconds),
    )


def _remarks(findings: Findings) -> Iterator[str]:
    """Yield what the user should know of the page, beyond what went wrong in a step."""
    if findings.traffic and (findings.traffic.status or 0) >= 400:
        yield f"the server answered with status {findings.traffic.status}"
    if findings.gate and findings.gate.refused:
        yield f"requests to addresses that may not be fetched: {len(findings.gate.refused)}"
    if findings.gate and findings.gate.document and findings.gate.document.warning:
        yield findings.gate.document.warning
    if findings.gate and findings.gate.missing:
        yield f"requests that the archive cannot answer: {len(findings.gate.missing)}"
    if findings.dom is None:
        yield "the DOM could not be read: the HTML is the one served"
    elif findings.dom.empty:
        yield "the page is empty"
