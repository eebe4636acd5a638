"""Pages that declare no charset are read by what their bytes look like."""

import pytest

from pagesight.render.sources.body import decode_html

JAPANESE = "東京の天気は晴れです。明日は雨が降るでしょう。詳しくは気象庁のページをご覧ください。"
SIMPLIFIED = "今天天气很好，我们去公园散步。新闻报道说明天会下雨，请大家注意带伞。"
TRADITIONAL = "今天天氣很好，我們去公園散步。新聞報導說明天會下雨，請大家注意帶傘。"
KOREAN = "오늘 날씨가 매우 좋습니다. 내일은 비가 올 것으로 예상되니 우산을 준비하세요."
RUSSIAN = "Сегодня хорошая погода, и мы идём гулять в парк. Завтра обещают дождь."
CZECH = "Dnes je krásné počasí a jdeme na procházku do parku, zítra má pršet."
GREEK = "Σήμερα ο καιρός είναι καλός και πηγαίνουμε στο πάρκο για περίπατο."
GERMAN = "Heute ist schönes Wetter, wir gehen im Park spazieren und hören Vögel."


@pytest.mark.parametrize(
    ("text", "charset"),
    [
        (JAPANESE, "shift_jis"),
        (JAPANESE, "euc-jp"),
        (JAPANESE, "iso-2022-jp"),
        (SIMPLIFIED, "gb18030"),
        (TRADITIONAL, "big5"),
        (KOREAN, "euc-kr"),
        (RUSSIAN, "windows-1251"),
        (RUSSIAN, "koi8-r"),
        (CZECH, "iso-8859-2"),
        (GREEK, "iso-8859-7"),
        (GERMAN, "windows-1252"),
        (GERMAN, "utf-8"),
    ],
)
def test_undeclared_text_is_decoded(text: str, charset: str) -> None:
    page = f"<!doctype html><title>T</title><div class='article'><p>{text}</p></div>"
    assert decode_html(page.encode(charset)) == page


def test_utf_8_with_a_broken_byte_stays_utf_8() -> None:
    assert decode_html(f"<p>{RUSSIAN}".encode() + b"\xd0") == f"<p>{RUSSIAN}\ufffd"


@pytest.mark.parametrize("content_type", [None, "text/html; charset=utf-8"])
def test_what_is_said_to_be_utf_8_and_is_none_is_guessed(content_type: str | None) -> None:
    page = f"<meta charset=utf-8><p>{GERMAN}"
    assert decode_html(page.encode("windows-1252"), content_type) == page


@pytest.mark.parametrize(
    "codec", ["rot13", "hex", "undefined", "idna", "punycode", "unicode-escape", "zlib", "\x00"]
)
@pytest.mark.parametrize("content_type", [None, "text/html; charset={}"])
def test_codecs_that_are_no_charsets_are_passed_over(codec: str, content_type: str | None) -> None:
    page = f"<meta charset='{codec}'><p>Grüße, ein Text.".encode()
    assert "Grüße" in decode_html(page, content_type and content_type.format(codec))


@pytest.mark.parametrize(
    ("html", "content_type", "read"),
    [
        ("é ’".encode(), None, "é ’"),
        ("é ’".encode(), "text/html", "é ’"),
        ("é ’".encode(), "text/html; charset=iso-8859-1", "Ã© â€™"),  # the server should know
        ("é".encode("latin-1"), None, "é"),
        (b"\xc3\xa9 \xe9", None, "Ã© é"),  # not all of it is UTF-8
    ],
)
def test_a_tag_that_says_latin_1_is_not_believed_of_utf_8(
    html: bytes, content_type: str | None, read: str
) -> None:
    declared = b"<meta charset=iso-8859-1>"
    assert decode_html(declared + html, content_type) == declared.decode() + read
