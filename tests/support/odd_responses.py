"""Responses as no server should write them; browsers show the page all the same."""

_OK = b"HTTP/1.1 200 OK\r\nContent-Type: text/html"

# Name -> the head of a response whose body is a page, without the empty line at its end.
HEADS = {
    "space before a colon": b"HTTP/1.1 200 OK\r\nContent-Type : text/html",
    "line without a name": _OK + b"\r\n: nameless",
    "line without a colon": _OK + b"\r\nno colon at all",
    "space in a name": _OK + b"\r\nX Y: z",
    "trailing spaces in the status line": b"HTTP/1.1 200 OK   \r\nContent-Type: text/html",
    "spaces in the status line": b"HTTP/1.1   200   OK\r\nContent-Type: text/html",
    "no reason": b"HTTP/1.1 200\r\nContent-Type: text/html",
    "reason in UTF-8": "HTTP/1.1 200 Très bien\r\nContent-Type: text/html".encode(),
    "no number in the status line": b"HTTP/1.1 abc Bad\r\nContent-Type: text/html",
    "a negative status": b"HTTP/1.1 -5 OK\r\nContent-Type: text/html",
    "a status of four digits": b"HTTP/1.1 1000 OK\r\nContent-Type: text/html",
    "a version to come": b"HTTP/9.9 200 OK\r\nContent-Type: text/html",
    "small letters": b"http/1.1 200 ok\r\ncontent-type: text/html",
    "an empty line first": b"\r\n" + _OK,
    "bare carriage return": b"HTTP/1.1 200 OK\rX: y\r\nContent-Type: text/html",
    "line feeds alone": b"HTTP/1.1 200 OK\nContent-Type: text/html",
    "folded header": b"HTTP/1.1 200 OK\r\nContent-Type: text/html;\r\n charset=utf-8",
    "ICY": b"ICY 200 OK\r\nContent-Type: text/html",
    "junk in the length": _OK + b"\r\nContent-Length: 9x",
    "a length that is none": _OK + b"\r\nContent-Length: many",
    "the same length twice": _OK + b"\r\nContent-Length: 34\r\nContent-Length: 34",
    "a length in a sentence": _OK + b"\r\nContent-Length: 34 bytes",
    "a warning among the headers": _OK + b"\r\n<b>Warning</b>: session_start(): failed",
    "two types": _OK + b"\r\nContent-Type: text/html; charset=utf-8",
    "a type after another": b"HTTP/1.1 200 OK\r\nContent-Type: text/plain"
    b"\r\nContent-Type: text/html",
    "types in a list": b"HTTP/1.1 200 OK\r\nContent-Type: */*, text/html",
    "an unknown type": b"HTTP/1.1 200 OK\r\nContent-Type: unknown/unknown",
    "a type that is all types": b"HTTP/1.1 200 OK\r\nContent-Type: */*",
    "control character in a header": _OK + b"\r\nX: a\x01b",
    "null in a header": _OK + b"\r\nX: a\x00b",
    "a transfer that is none": _OK + b"\r\nTransfer-Encoding: identity",
    "gzip that is none": _OK + b"\r\nContent-Encoding: gzip",
    "an encoding that is none": _OK + b"\r\nContent-Encoding: UTF-8",
    "a type without a slash": b"HTTP/1.1 200 OK\r\nContent-Type: html",
    "no type": b"HTTP/1.1 200 OK\r\nX: y",
    "a long header": _OK + b"\r\nX: " + b"y" * 70_000,
    "a thousand headers": _OK + b"\r\nX: y" * 1000,
    "Early Hints before": b"HTTP/1.1 103 Early Hints\r\nLink: </x>\r\n\r\n" + _OK,
}
PAGE = b"<h1>Shown all the same</h1><p>yes."  # 34 bytes
