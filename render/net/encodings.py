"""Tell how the body of a response is compressed, by its first bytes where its head is mistaken."""

from pagesight.render.net.http_response import ResponseHead

_GZIP = b"\x1f\x8b\x08"  # RFC 1952: no other method is defined
_GZIPPED = (b"gzip", b"x-gzip", b"br", b"zstd")  # more than one may follow each other


def may_belie(head: ResponseHead) -> bool:
    """Return whether the first bytes of the body may show another encoding than the head states."""
    return _encodings(head) in ([b"gzip"], [b"x-gzip"]) or _is_page(head)


def _encodings(head: ResponseHead) -> list[bytes]:
    return [value.lower() for value in head.values(b"content-encoding")]


def _is_page(head: ResponseHead) -> bool:
    kinds = [value.partition(b";")[0].strip().lower() for value in head.values(b"content-type")]
    return bool(kinds) and kinds[-1] in (b"text/html", b"application/xhtml+xml")


def honest(head: ResponseHead, body: bytes) -> ResponseHead:
    """Return the head with the encoding that the first bytes of its body show: gzip, or none.

    >>> honest(ResponseHead(200, ((b"content-encoding", b"gzip"),), True), b"<p>plain").headers
    ()
    >>> page = ResponseHead(200, ((b"content-type", b"text/html"),), True)
    >>> honest(page, bytes.fromhex("1f8b08")).headers
    ((b'content-type', b'text/html'), (b'content-encoding', b'gzip'))
    """
    stated = _encodings(head)
    if not body or not may_belie(head):
        return head
    if body.startswith(_GZIP):
        known = stated and all(each in _GZIPPED for each in stated)
        shown = None if known else b"gzip"
    elif stated == [b"gzip"] or stated == [b"x-gzip"]:
        whole = len(body) < len(_GZIP) and _GZIP.startswith(body)
        shown = None if whole else b"deflate" if _is_zlib(body) else b""
    else:
        shown = None
    if shown is None:
        return head
    kept = tuple(each for each in head.headers if each[0] != b"content-encoding")
    added = ((b"content-encoding", shown),) if shown else ()
    return ResponseHead(head.status, kept + added, head.persistent)


def _is_zlib(body: bytes) -> bool:
    """Return whether a body begins as RFC 1950 has it."""
    return len(body) > 1 and body[0] == 0x78 and int.from_bytes(body[:2]) % 31 == 0
