"""Reading responses byte by byte, without a connection."""

import pytest
from odd_responses import HEADS, PAGE

from pagesight.render.net.http_response import BadResponse, ResponseHead, ResponseReader

OK = b"HTTP/1.1 200 OK\r\n"


def read(
    answer: bytes, step: int, method: bytes = b"GET"
) -> tuple[ResponseHead, bytes, ResponseReader]:
    """Return the head, the body and the reader after an answer that comes in steps, and its end."""
    reader = ResponseReader(method)
    body = b""
    for part in [*(answer[n : n + step] for n in range(0, len(answer), step)), b""]:
        reader.feed(part)
        body += b"".join(event for event in reader.events() if isinstance(event, bytes))
    assert reader.head is not None
    return reader.head, body, reader


@pytest.mark.parametrize("step", [1, 7, 1_000_000])
@pytest.mark.parametrize("name", HEADS)
def test_a_page_is_read_alike_in_whatever_parts_it_comes(name: str, step: int) -> None:
    assert read(HEADS[name] + b"\r\n\r\n" + PAGE, step)[1] == PAGE


@pytest.mark.parametrize("step", [1, 1000])
@pytest.mark.parametrize(
    ("head", "body", "reusable"),
    [
        (b"Content-Length: 4\r\n\r\n", b"<p>x", True),
        (b"Content-Length: 4\r\n\r\nHTTP/1.1 200 OK", b"\r\n\r\n", False),
        (b"Transfer-Encoding: chunked\r\n\r\n4\r\n<p>x\r\n0\r\n\r\n", b"", True),
        (b"Connection: close\r\nContent-Length: 4\r\n\r\n", b"<p>x", False),
        (b"no colon\r\nContent-Length: 4\r\n\r\n", b"<p>x", False),
        (b"Content-Length : 4\r\n\r\n", b"<p>x", False),
        (b"X: y\r\n\r\n", b"<p>x", False),
    ],
)
def test_a_connection_is_used_again_only_after_an_answer_without_doubt(
    head: bytes, body: bytes, reusable: bool, step: int
) -> None:
    assert read(OK + head + body, step)[2].reusable == reusable


@pytest.mark.parametrize(
    ("answer", "complete"),
    [
        (OK + b"Content-Length: 9\r\n\r\n<p>x", False),
        (OK + b"Transfer-Encoding: chunked\r\n\r\n9\r\n<p>x", False),
        (OK + b"Transfer-Encoding: chunked\r\n\r\n4\r\n<p>x\r\n", False),
        (OK + b"Transfer-Encoding: chunked\r\n\r\n4\r\n<p>x\r\n0\r\n\r\n", True),
        (OK + b"\r\n<p>x", True),
        (OK + b"Content-Length: 4\r\n\r\n<p>x and more", True),
    ],
)
def test_an_answer_that_is_cut_off_is_read_and_known(answer: bytes, complete: bool) -> None:
    _, body, reader = read(answer, 3)
    assert (body, reader.complete) == (b"<p>x", complete)


def test_an_answer_to_head_has_no_body() -> None:
    assert read(OK + b"Content-Length: 4\r\n\r\n", 1000, b"HEAD")[1] == b""


@pytest.mark.parametrize(
    ("answer", "words", "permanent"),
    [
        (b"", "did not come", False),
        (b"SSH-2.0-OpenSSH", "is not HTTP", True),
        (OK + b"Content-Length: 4\r\nContent-Length: 5\r\n\r\n", "several lengths", True),
        (OK + b"Content-Length: 4, 5\r\n\r\n", "several lengths", True),
        (OK + b"X: " + b"y" * 300_000, "too long headers", True),
        (OK + b"Transfer-Encoding: chunked\r\n\r\nxyz\r\n", "states no length", True),
    ],
)
def test_what_is_no_answer_is_refused(answer: bytes, words: str, permanent: bool) -> None:
    with pytest.raises(BadResponse, match=words) as caught:
        read(answer, 1000)
    assert caught.value.permanent == permanent
