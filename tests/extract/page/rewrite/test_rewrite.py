"""What pages write in forms of their own reads as plain HTML does."""

import pytest

from pagesight.extract.markdown.write import to_markdown, to_text
from pagesight.extract.page.document import read
from pagesight.render.page import Page


def _markdown(body: str) -> str:
    return to_markdown(read(Page("https://a.org/p/", f"<body>{body}</body>")).blocks)


def _text(body: str) -> str:
    return to_text(read(Page("https://a.org/p/", f"<body>{body}</body>")).blocks)


_YOUTUBE = "https://www.youtube.com/watch?v=zOdUvDupXQ1"


@pytest.mark.parametrize(
    ("embed", "link"),
    [
        ("<iframe src='https://www.youtube.com/embed/zOdUvDupXQ1?x=1' title=A></iframe>",
         f"[A]({_YOUTUBE})"),
        ("<iframe data-src=//www.youtube-nocookie.com/embed/zOdUvDupXQ1 src=about:blank></iframe>",
         f"[Video]({_YOUTUBE})"),
        ("<lite-youtube videoid=zOdUvDupXQ1></lite-youtube>", f"[Video]({_YOUTUBE})"),
        ("<amp-youtube data-videoid=zOdUvDupXQ1></amp-youtube>", f"[Video]({_YOUTUBE})"),
        ("<div class=youtube-player data-video-id=zOdUvDupXQ1></div>", f"[Video]({_YOUTUBE})"),
        ("<iframe src=https://player.vimeo.com/video/12345></iframe>",
         "[Video](https://vimeo.com/12345)"),
        ("<iframe src='https://platform.twitter.com/embed/Tweet.html?id=123456'></iframe>",
         "[Post](https://twitter.com/i/status/123456)"),
        ("<iframe src='https://www.google.com/maps/embed?pb=1'></iframe>",
         "[Map](https://www.google.com/maps/embed?pb=1)"),
        ("<iframe src=https://w.soundcloud.com/player/?url=1></iframe>",
         "[Audio](https://w.soundcloud.com/player/?url=1)"),
        ("<iframe src=https://open.spotify.com/embed/track/1 title=Song></iframe>",
         "[Song](https://open.spotify.com/embed/track/1)"),
        ("<video controls><source src=/v.mp4></video>", "[Video](https://a.org/v.mp4)"),
        ("<audio controls src=/v.mp3></audio>", "[Audio](https://a.org/v.mp3)"),
        ("<iframe src=https://quay.example/@ann/12/embed title=A></iframe>",
         "[A](https://quay.example/@ann/12/embed)"),
        ("<script src=https://gist.github.com/ann/abc123.js></script>",
         "[Code](https://gist.github.com/ann/abc123)"),
        ("<blockquote class=instagram-media data-instgrm-permalink=https://www.instagram.com/p/A/>"
         "<a href=https://www.instagram.com/p/A/>View this post on Instagram</a></blockquote>",
         "[Post](https://www.instagram.com/p/A/)"),
        ("<video autoplay loop muted src=/v.mp4></video>", ""),
        ("<iframe src=https://ads.example/frame></iframe>", ""),
    ],
)  # fmt: skip
def test_what_is_embedded_is_a_link_in_markdown_and_no_text(embed: str, link: str) -> None:
    assert _markdown(f"<p>a</p>{embed}<p>b</p>") == "\n\n".join(filter(None, ["a", link, "b"]))
    assert _text(f"<p>a</p>{embed}<p>b</p>") == "a\nb"


@pytest.mark.parametrize(
    "box",
    [
        "<aside class=onebox data-onebox-src=https://b.org/><header><a href=https://b.org>b.org</a>"
        "</header><article>{}<p>What it says.</p></article></aside>",
        "<div class=bbCodeBlock data-unfurl=true><div>{}</div><div>What it says.</div></div>",
    ],
    ids=["Discourse", "XenForo"],
)
def test_of_a_preview_of_another_page_its_title_is_kept(box: str) -> None:
    title = "<h3><a href=https://b.org/tea>Tea</a></h3>"
    page = Page("https://a.org/", f"<body><p>Look here.</p>{box.format(title)}<p>Thanks.</p>")
    assert [block.text for block in read(page).blocks] == ["Look here.", "Tea", "Thanks."]


def test_a_link_that_a_preview_is_to_be_made_of_stays_a_link() -> None:
    link = "<a href=https://b.org/tea data-unfurl=true>Tea</a>"
    assert _markdown(f"<p>Look at {link}.</p>") == "Look at [Tea](https://b.org/tea)."


def test_a_post_embedded_as_one_link_is_a_quotation() -> None:
    post = (
        "<div class=tweet><a href=https://twitter.com/ann/status/12><div class=tweet-header>Ann"
        "</div><div class=tweet-text>The ferry is late.</div>"
        "<div class=tweet-footer>12 Likes</div></a></div>"
    )
    written = _markdown(post).split("\n>\n")
    assert written[0] == "> The ferry is late."
    assert "12 Likes" not in _text(post)


@pytest.mark.parametrize(
    ("image", "written"),
    [
        ("<amp-img src=/a.png alt=A></amp-img>", "![A](https://a.org/a.png)"),
        ("<amp-img src=/a.png alt=A><noscript><img src=/a.png alt=A></noscript></amp-img>",
         "![A](https://a.org/a.png)"),
        ("<amp-img src=data:image/gif;base64,R0lG data-src=/a.png alt=A></amp-img>",
         "![A](https://a.org/a.png)"),
        ("<img src=data:image/gif;base64,R0lG>", ""),
        ("<img src=data:image/gif;base64,R0lG alt=A>", ""),
        ("<img src=data:image/gif;base64,R0lG alt=A><noscript><img src=/a.png alt=A></noscript>",
         "![A](https://a.org/a.png)"),
        ("<img src='/60/a.png?q=20'><img><noscript><img src=/900/a.png alt=A></noscript>",
         "![A](https://a.org/900/a.png)"),
        ("<img src=/spacer.gif data-src=/a.png alt=A><noscript><img src=/a.png></noscript>",
         "![A](https://a.org/a.png)"),
    ],
)  # fmt: skip
def test_an_image_is_written_once_and_with_its_address(image: str, written: str) -> None:
    assert _markdown(f"<p>a</p>{image}<p>b</p>") == "\n\n".join(filter(None, ["a", written, "b"]))


def test_a_shadow_root_is_shown_with_the_slots_filled() -> None:
    body = (
        "<x-page><template shadowrootmode=open><h1>Bells</h1><slot></slot>"
        "<i><slot name=by>nobody</slot></i></template><p>They ring late.</p>"
        "<x-note><template shadowrootmode=open><p>Still.</p></template></x-note>"
        "<b slot=by>Ann</b></x-page>"
    )
    assert _text(body).split("\n") == ["Bells", "They ring late.", "Still.", "Ann"]


@pytest.mark.parametrize(
    "body",
    ["{}<slot>{}b</template></slot></template><p>a</p>", "{}a</template>{}b</template>"],
    ids=["in a slot that is filled", "a second one of a host"],
)
def test_a_shadow_root_that_has_no_place_is_not_shown(body: str) -> None:
    root = "<template shadowrootmode=open>"
    assert _text(f"<x-page>{body.format(root, root)}</x-page>") == "a"


def test_a_frame_shows_the_document_that_it_holds_as_text() -> None:
    assert _text("<p>a</p><iframe srcdoc='<p>b &amp;amp; c</p>'></iframe>") == "a\nb & c"


@pytest.mark.parametrize(
    "heading",
    [
        "<div><h2>Bells</h2><span class=mw-editsection>[<a href=/e>edit</a>]</span></div>",
        "<h2 class=mw-headline>Bells</h2><div class=printfooter>Retrieved from W</div>",
        "<h2 class=mw-headline>Bells<sup class='noprint'>[<i>citation needed</i>]</sup></h2>",
        "<h2>Bells<span class=editsection>[<a href=/e>Bearbeiten</a>]</span></h2>",
    ],
)  # fmt: skip
def test_links_to_edit_a_section_are_no_text(heading: str) -> None:
    assert _text(heading) == "Bells"


@pytest.mark.parametrize(
    ("links", "text"),
    [
        ("<a href=/ann>Ann Lee</a> | <a href=mailto:a@b.c>Email the author</a> | "
         "<a href=/f>Follow on Chirper</a>", "By Ann Lee"),
        ("Ann Lee <a href=/m>Email the\n author</a>", "By Ann Lee"),
        ("Ann Lee <a href=/m><b>Contact</b> the author</a>", "By Ann Lee"),
        ("<a href=/ann>Ann Lee</a>, <a href=/bo>Bo Email</a>", "By Ann Lee, Bo Email"),
        ("<a href=mailto:a@b.c>a@b.c</a>", "By a@b.c"),
    ],
    ids=["what one can do", "in two lines", "in two elements", "names", "an address"],
)  # fmt: skip
def test_links_of_a_byline_that_name_nobody_are_no_text(links: str, text: str) -> None:
    assert _text(f"<div class=byline>By {links}</div>") == text


def test_a_link_that_sends_a_quotation_to_others_is_no_text() -> None:
    link = "<a href='https://chirper.example/intent/tweet?text=Late'>Click to tweet</a>"
    assert _text(f"<blockquote>It was late.<br>{link}</blockquote>") == "It was late."


@pytest.mark.parametrize(
    ("body", "written"),
    [
        ("<p>Late.<a data-type=noteref href=#n1 id=r1><sup>1</sup></a></p>"
         "<div><p data-type=footnote id=n1><sup><a href=#r1>1</a></sup> Always.</p>"
         "</div>", "Late.[^1]\n\n[^1]: Always."),
        ("<p>Late.<sup><a href=#note-a id=ref-a>1</a></sup></p>"
         "<p id=note-a><a href=#ref-a>1</a> Always.</p>", "Late.[^1]\n\n[^1]: Always."),
        ("<p>Late.<sup>1</sup> Yes.<sup>2</sup></p><hr><p><sup>1</sup> Always.<br>"
         "<sup>2</sup> No.</p>",
         "Late.[^1] Yes.[^2]\n\n[^1]: Always.\n\n[^2]: No."),
        ("<p>Late.<a href=#fn1 id=fnref1>1</a></p><p id=fn1>1. Always. <a href=#fnref1>↩</a></p>",
         "Late.[^1]\n\n[^1]: Always."),
        ("<p>Late.<a href='#_ftn1' name='_ftnref1'><sup>[1]</sup></a></p><p><a href='#_ftnref1'"
         " name='_ftn1'><sup>[1]</sup></a> Always.</p>", "Late.[^1]\n\n[^1]: Always."),
        ("<p>Late.<a href=#footnote-1 id=footnote-anchor-1>1</a></p><div class=footnote>"
         "<a id=footnote-1 href=#footnote-anchor-1>1</a><div><p>Always.</p></div></div>",
         "Late.[^1]\n\n[^1]: Always."),
        ("<p>Late.<sup>1</sup></p><p><sup>1</sup> Always.</p>", "Late.[^1]\n\n[^1]: Always."),
        ("<p>Late.<span class='ltx_note ltx_role_footnote'><sup class=ltx_note_mark>1</sup><span"
         " class=ltx_note_content><sup class=ltx_note_mark>1</sup>"
         "<span class='ltx_tag ltx_tag_note'>1</span>Always.</span>"
         "</span> Yes.</p>", "Late.[^1] Yes.\n\n[^1]: Always."),
        ("<p>Late.<span id=easy-1></span><a href=#bottom-1><sup>1</sup></a></p><ol><li>"
         "<span id=bottom-1></span>Always.<a href=#easy-1></a></li></ol>",
         "Late.[^1]\n\n[^1]: Always."),
        ("<p>Late.<a href=#n1 name=r1>[1]</a></p><p><a href=#r1 name=n1>[1]</a> Always.</p>",
         "Late.[^1]\n\n[^1]: Always."),
        ("<p>Late.<a href=#s1 id=r1><sup>1</sup></a></p><aside class=sidenote id=s1><b>1</b>"
         "<p>Always.</p></aside>", "Late.[^1]\n\n[^1]: Always."),
        ("<p>Late.<a href=#n1 id=r1 role=doc-noteref>[1]</a></p><aside class=footnote id=n1>"
         "<span>[<a href=#r1>1</a>]</span><p>Always.</p></aside>", "Late.[^1]\n\n[^1]: Always."),
        ("<p>Late.<span id=r1><sup><a href=#n1>[1]</a></sup></span></p><ol><li id=n1><span><sup>"
         "<b><a href=#r1>^</a></b></sup></span><p>Always.</p></li></ol>",
         "Late.[^1]\n\n[^1]: Always."),
        ("<p>Late.<sup><a href='https://a.org/p/#fn1'>1</a></sup></p><ol><li id=fn1>Always. "
         "<a href='https://a.org/p/#fnref1'>↩</a></li></ol>", "Late.[^1]\n\n[^1]: Always."),
        ("<p>Late<span class=fn><a href=#x-note01>1</a></span>.</p><p id=x-note01>1. Always.</p>",
         "Late[^1].\n\n[^1]: Always."),
        ("<p>Late<a href=#f-1 name=fn-1>*1</a>.</p><p><a href=#fn-1 name=f-1>*1</a><span>:</span>"
         "<span>Always.</span></p>", "Late[^1].\n\n[^1]: Always."),
        ("<p>9 m<sup>2</sup></p><p>8 m<sup>1</sup></p>", "9 m²\n\n8 m¹"),
        ("<p>See <a href=#part>2</a></p><p id=part>Part</p>",
         "See [2](https://a.org/p/#part)\n\nPart"),
    ],
)  # fmt: skip
def test_footnotes_of_all_kinds_are_written_alike(body: str, written: str) -> None:
    assert _markdown(body) == written


def test_equations_in_tables_are_formulas_with_their_numbers() -> None:
    table = (
        "<table class='ltx_equation ltx_eqn_table'><tr><td></td>"
        "<td><math alttext='\\displaystyle a'><mi>a</mi></math></td><td><math alttext='=b'>"
        "<mi>b</mi></math></td>"
        "<td><span class='ltx_tag ltx_tag_equation'>(1)</span></td></tr></table>"
    )
    assert _markdown(f"<p>So</p>{table}") == "So\n\n$$a =b \\tag{1}$$"


def test_what_has_the_roles_of_a_list_is_one() -> None:
    body = "<div role=list><div role=listitem>Boil.</div><div role=listitem>Stir.</div></div>"
    assert _markdown(body) == "- Boil.\n- Stir."


def test_what_has_the_roles_of_a_table_is_one() -> None:
    head = "<div role=row><span role=columnheader>Boat</span><span role=columnheader>Crew</span>"
    row = "<div role=row><span role=cell>Alva</span><span role=cell>4</span></div>"
    body = f"<div role=table><div role=rowgroup>{head}</div></div>{row}</div>"
    assert _markdown(body) == "| Boat | Crew |\n| --- | --- |\n| Alva | 4 |"


@pytest.mark.parametrize(
    ("role", "written"),
    [
        ("role=heading aria-level=3", "### Bells"),
        ("role=heading", "Bells"),
        ("aria-level=3", "Bells"),
    ],
)
def test_what_has_the_role_of_a_heading_and_a_level_is_one(role: str, written: str) -> None:
    assert _markdown(f"<div {role}>Bells</div>") == written


def test_an_items_title_by_its_role_stays_a_link() -> None:
    title = "<span role=heading aria-level=4>Bells</span>"
    assert _markdown(f"<a href=/bells>{title}</a>") == "[Bells](https://a.org/bells)"


def test_a_drawn_emoji_is_written_in_its_sentence() -> None:
    assert _markdown("<p>Cold <img src=/2744.png alt=❄> and wet.</p>") == "Cold ❄ and wet."


def test_a_face_that_a_board_shows_as_a_picture_is_written_in_letters() -> None:
    assert _markdown("<p>Cold <img src=/1.gif alt=':-)'> and wet.</p>") == "Cold :-) and wet."


def test_embeds_after_each_other_have_a_line_each() -> None:
    embeds = "<video src=/a.mp4></video>\n<audio src=/b.mp3></audio>"
    lines = "[Video](https://a.org/a.mp4)  \n[Audio](https://a.org/b.mp3)"
    assert _markdown(f"<div>{embeds}</div>") == lines


def test_the_foot_of_a_table_stands_below_its_body() -> None:
    rows = ("<tr><td>All<td>3", "<tr><td>Punt<td>1", "<tr><td>Skiff<td>2")
    table = f"<table><tfoot>{rows[0]}</tfoot><tbody>{rows[1]}{rows[2]}</tbody></table>"
    assert "| Skiff | 2 |\n| All | 3 |" in _markdown(table)


def test_a_portable_infobox_is_a_table() -> None:
    rows = "".join(
        f"<div class='pi-item pi-data'><h3 class='pi-data-label'>{label}</h3>"
        f"<div class='pi-data-value'>{value}</div></div>"
        for label, value in (("Breed", "Terrier"), ("Age", "9"))
    )
    body = f"<aside class='portable-infobox'><h2>Nipper</h2>{rows}</aside>"
    assert _markdown(body).endswith("| --- | --- |\n| Breed | Terrier |\n| Age | 9 |")


@pytest.mark.parametrize(
    "word",
    [
        "word<span class=tooltiptext>what it means</span>",
        "word<span class='item-tooltip-text'>what it means</span>",
        "word<span role=tooltip>what it means</span>",
        "word<label for=n class='margin-toggle'>&#8853;</label>",
    ],
)
def test_what_is_seen_only_where_one_points_at_it_is_no_text(word: str) -> None:
    assert _text(f"<p>The {word} stands here.</p>") == "The word stands here."


@pytest.mark.parametrize("kind", ["sidenote", "marginnote"])
def test_a_margin_note_is_a_footnote_of_its_line(kind: str) -> None:
    toggle = "<label for=n class='margin-toggle'>⊕</label><input type=checkbox id=n>"
    note = f"<span class={kind}>It is <i>new</i>.</span>"
    written = _markdown(f"<p>The door{toggle}{note} is shut.</p>")
    assert written == "The door[^1] is shut.\n\n[^1]: It is *new*."


def test_a_note_of_distill_is_a_footnote_of_its_line() -> None:
    written = _markdown("<p>The door is shut.<d-footnote>It is <i>new</i>.</d-footnote> So.</p>")
    assert written == "The door is shut.[^1] So.\n\n[^1]: It is *new*."


def test_a_margin_note_that_stands_beside_nothing_is_a_text() -> None:
    assert _markdown("<p><span class=marginnote>For one.</span></p><p>a</p>") == "For one.\n\na"


def test_a_gallery_of_terms_is_pictures_with_their_captions() -> None:
    items = "".join(
        f"<dl class=gallery-item><dt><a href=/{name}><img src=/{name}.jpg></a></dt>"
        f"<dd class=gallery-caption>The {name}</dd></dl>"
        for name in ("quay", "ferry")
    )
    assert _markdown(items) == "\n\n".join(
        f"[![](https://a.org/{name}.jpg)](https://a.org/{name})\n\nThe {name}"
        for name in ("quay", "ferry")
    )


@pytest.mark.parametrize("style", ["pre-line", "pre-wrap"])
def test_prose_that_keeps_its_lines_by_its_style_keeps_them(style: str) -> None:
    body = f"<p style='white-space: {style}'>\nOne boat.\nTwo <b>boats</b>\nin all.</p>"
    assert _text(body) == "One boat.\nTwo boats\nin all."


@pytest.mark.parametrize(
    ("quoted", "text"),
    [
        ("<q>it will <b>hold</b></q>", "“it will hold”"),
        ("<q>she said <q>yes</q> twice</q>", "“she said ‘yes’ twice”"),
        ("<q>« oui »</q>", "« oui »"),
    ],
)
def test_a_quotation_in_a_line_has_its_marks(quoted: str, text: str) -> None:
    assert _text(f"<p>I heard {quoted}.</p>") == f"I heard {text}."


def test_who_is_quoted_is_set_apart_from_what_was_said() -> None:
    body = "<blockquote><div><cite>ann wrote:</cite>It is late.</div></blockquote>"
    assert _markdown(body).split("\n>\n")[1] == "> It is late."


def test_a_note_that_is_its_own_reference_does_no_harm() -> None:
    assert _text("<div id=n>" + "<a href=#n id=x>1</a><sup>1</sup>" * 9 + " text</div>")


@pytest.mark.parametrize(
    "icon", ["<svg><title>Yes</title></svg>", "<i class=check aria-label=Yes></i>"]
)
def test_a_cell_with_an_icon_alone_says_what_it_is_called(icon: str) -> None:
    rows = f"<tr><th>Boat<th>Toilet</tr><tr><td>Alva<td><b>{icon}</b></tr>"
    assert "| Alva | **Yes** |" in _markdown(f"<table>{rows}</table>")


def test_an_icon_beside_text_is_not_called_anything() -> None:
    rows = "<tr><td>Alva<td><i aria-label=Yes></i> 4</tr><tr><td>Bera<td>7</tr>"
    assert "Yes" not in _markdown(f"<table>{rows}</table>")


def test_a_paragraph_of_a_joiner_alone_is_empty() -> None:
    assert _text("<p>Alva</p><p>\u200d</p><p>Bera</p>") == "Alva\nBera"


_ROW = "<tr><td>{}</td><td><p>{}</p></td></tr>"


def test_marks_and_what_they_number_are_paragraphs() -> None:
    inner = f"<table>{_ROW.format('—', 'of steel')}</table>"
    rows = _ROW.format("<p>(1)</p>", "Gauges of holes in cheese are, where they are round,")
    rows += f"<tr><td>(2)<td>made in a country of the Union, and all of them {inner}</tr>"
    assert _markdown(f"<table><col><tbody>{rows}</table>").split("\n\n") == [
        "(1) Gauges of holes in cheese are, where they are round,",
        "(2) made in a country of the Union, and all of them",
        "— of steel",
    ]
    terms = "<dl><dt>1.<dd><div>fresh and</div><dt>2.<dd>cold</dl>"
    assert _text(f"Milk is {terms}") == "Milk is\n1. fresh and\n2. cold"
    assert ": 3 m" in _markdown("<dl><dt>min.<dd>3 m</dl>")
    for marks in (("1", "(2)"), ("1.", "2.")):
        ranks = "".join(_ROW.format(mark, "Ann") for mark in marks)
        assert "|" in _markdown(f"<table>{ranks}</table>")


@pytest.mark.parametrize(
    ("body", "images"),
    [
        ("<img src=/60/a.png><noscript><img src=/1600/a.png alt=Boat></noscript>",
         "![Boat](https://a.org/1600/a.png)"),
        ("<img src=/a.png alt=Boat><noscript><img src=/count.gif width=1 height=1></noscript>",
         "![Boat](https://a.org/a.png)"),
        ("<img src=/a.png alt=Boat> by Ann <noscript><img src=/b.png></noscript>",
         "![Boat](https://a.org/a.png) by Ann\n\n![](https://a.org/b.png)"),
        ("<noscript>&lt;img src='/b.png' alt='Boat'&gt;</noscript>",
         "![Boat](https://a.org/b.png)"),
    ],
    ids=["a small copy", "a counter", "another", "one that was escaped"],
)  # fmt: skip
def test_an_image_that_scripts_replace_gives_way_to_that_for_browsers_without_them(
    body: str, images: str
) -> None:
    assert images in _markdown(f"<p>{body}</p>")
    assert "/60/" not in _markdown(f"<p>{body}</p>")


@pytest.mark.parametrize(
    ("rule", "text"),
    [
        (".ln { display: block }", "It sails.\nBoth came."),
        ("@media print { .ln { display: block } }", "It sails. Both came."),
        (".ln { color: red }", "It sails. Both came."),
    ],
)
def test_spans_that_the_page_shows_as_blocks_are_blocks(rule: str, text: str) -> None:
    spans = "<span class=ln>It sails.</span><span class=ln>Both came.</span>"
    page = f"<head><style>{rule}</style></head><body><div>{spans}</div></body>"
    assert to_text(read(Page("https://a.org/p/", page)).blocks) == text


def test_a_box_that_the_page_shows_in_a_line_parts_no_sentence() -> None:
    page = "<div>Shares at $<div style='display: inline'><b>5.22</b></div> each.</div>"
    assert to_text(read(Page("https://a.org/p/", page)).blocks) == "Shares at $5.22 each."


def test_a_headline_of_two_lines_is_one() -> None:
    spans = "<span class=ln>It sails</span> <span class=ln>again</span>"
    page = f"<style>.ln {{ display: block }}</style><h1>{spans}</h1>"
    assert to_text(read(Page("https://a.org/p/", page)).blocks) == "It sails again"


def _word_item(level: int, mark: str, text: str) -> str:
    style = f"text-indent:-18.0pt;mso-list:l0 level{level} lfo1"
    own = f"<span style='mso-list:Ignore'>{mark}<span>&nbsp;&nbsp; </span></span>"
    return f"<p class=MsoListParagraph style='{style}'><![if !supportLists]>{own}<![endif]>{text}\n"


def test_paragraphs_that_word_numbers_are_lists() -> None:
    items = (
        _word_item(1, "2.", "Stack the chairs."),
        _word_item(2, "·", "In tens."),
        _word_item(1, "3.", "Leave the keys."),
    )
    html = f"<div><p class=MsoNormal>The rules:\n{''.join(items)}<p>So be it.\n</div>"
    written = "The rules:\n\n2. Stack the chairs.\n   - In tens.\n3. Leave the keys.\n\nSo be it."
    assert _markdown(html) == written


def test_items_that_word_sets_without_saying_so_are_lists() -> None:
    blanks = "<span style='font:7.0pt &quot;Times New Roman&quot;'>&nbsp;&nbsp; </span>"
    marks = (
        ("", f"<span style='font-family:Symbol'>·{blanks}</span>", "Stack the chairs."),
        ("margin-left:1.0in;", f"<span>o{blanks}</span>", "In tens."),
        ("", f"<span style='font-family:Symbol'>·{blanks}</span>", "Leave the keys."),
    )
    items = "".join(
        f"<p class=MsoListParagraph style='{margin}text-indent:-.25in'>{mark}{text}</p>\n"
        for margin, mark, text in marks
    )
    written = "The rules:\n\n- Stack the chairs.\n  - In tens.\n- Leave the keys.\n\nSo be it."
    assert _markdown(f"<div><p>The rules:</p>\n{items}<p>So be it.</p></div>") == written


def test_text_between_the_items_of_word_s_lists_stays_between_them() -> None:
    first, second = _word_item(1, "1.", "Stack the chairs."), _word_item(1, "2.", "Leave the keys.")
    html = f"<div>{first}</p>Then, when all are gone:{second}</p>So be it.</div>"
    written = "1. Stack the chairs.\n\nThen, when all are gone:\n\n2. Leave the keys.\n\nSo be it."
    assert _markdown(html) == written


def test_the_label_of_a_note_in_a_table_is_a_line_above_it() -> None:
    cells = "<td class=icon><div class=title>Caution</div></td><td class=content>No oil.</td>"
    html = f"<div class='admonitionblock caution'><table><tr>{cells}</tr></table></div>"
    assert _markdown(html) == "Caution\n\nNo oil."
