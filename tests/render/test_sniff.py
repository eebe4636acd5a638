"""What is no HTML is told by its first bytes."""

import codecs

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pagesight.render.sniff import told_from_html


@pytest.mark.parametrize(
    ("body", "told"),
    [
        (b"%PDF-1.7\n", "a PDF document"),
        (b"\x89PNG\r\n\x1a\n", "a PNG image"),
        (b"PK\x03\x04rest", "a ZIP archive or an office document"),
        (b"words, then \x00\x01\x02", "binary data"),
    ],
)
def test_other_files_are_named(body: bytes, told: str) -> None:
    assert told_from_html(body) == told


@pytest.mark.parametrize(
    "body",
    [
        b"",
        b"<!doctype html><p>with a stray \x00 null",
        b"\n\t <p>caf\xe9",
        codecs.BOM_UTF16_LE + "<p>wide".encode("utf-16-le"),
        "<p>wide, unmarked".encode("utf-16-le"),
        "こんにちは".encode("euc-jp"),
        "こんにちは".encode("iso-2022-jp"),
    ],
)
def test_html_and_text_pass_in_any_charset(body: bytes) -> None:
    assert told_from_html(body) == ""


@given(st.text(st.characters(exclude_categories=["Cc", "Cs"])))
def test_text_without_control_characters_passes(text: str) -> None:
    assert told_from_html(text.encode()) == "" or text.startswith(("%PDF-", "GIF8", "RIFF"))
