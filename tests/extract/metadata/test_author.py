"""Authors: found after their label in many languages, and nothing else taken for one."""

import pytest

from pagesight.extract.metadata.read import metadata
from pagesight.extract.page.document import read
from pagesight.render.page import Page

_TEXT = (
    "<p>" + "The ferry leaves at nine and nobody on the quay has seen it come back. " * 4 + "</p>"
)


def _author(body: str, head: str = "") -> str:
    html = f"<html><head>{head}</head><body><h1>Tea</h1>{body}{_TEXT}</body></html>"
    return metadata(read(Page("https://site.example/a", html))).author


@pytest.mark.parametrize(
    ("line", "author"),
    [
        ("Von Ann Lee", "Ann Lee"),
        ("Por Ana Ruiz, 3 de marzo de 2021", "Ana Ruiz"),
        ("Par Anne Lie", "Anne Lie"),
        ("Autor: Ann Lee", "Ann Lee"),
        ("Autorin: Ann Lee", "Ann Lee"),
        ("<i class=post_author>물안개 조회 812 2024-03-02</i>", "물안개"),
        ("Di Anna Rossi", "Anna Rossi"),
        ("Door Anna de Wit", "Anna de Wit"),
        ("Door Tom van den Haag", "Tom van den Haag"),
        ("Yazan: Ayşe Kaya", "Ayşe Kaya"),
        ("Írta: Kiss Anna", "Kiss Anna"),
        ("<i class=writer>순천, 광양 구현모 기자</i>", "구현모"),
        ("Автор статьи: Иван Петров", "Иван Петров"),
        ("كتب: هالة منصور", "هالة منصور"),
        ("بقلم هالة منصور", "هالة منصور"),
        ("מאת רות גנני", "רות גנני"),
        ("<i class=byline>نوشتهٔ لیلا صابری</i>", "لیلا صابری"),
        ("Rozmawiał Wiktor Sęk", "Wiktor Sęk"),
        ("<i class=szerzo>Bodnár Emese</i> 2022. 03. 14.", "Bodnár Emese"),
        ("Γράφει η Άννα Λη", "Άννα Λη"),
        ("입력 2022.05.07 10:15 | 김철수 기자", "김철수"),
        ("Ann Lee, Staff Writer", "Ann Lee"),
        ("Good Ropes, a writer", ""),
        ("โดย ปรียา สุขใจ", "ปรียา สุขใจ"),
        ("ann-lee released this Jun 21, 2024", "ann-lee"),
        ("<a href=/users/ann/>ann</a> 20 May 2024", "ann"),
        ("By Ann Lee, Holm News Agency", "Ann Lee"),
        ("<div class=byline>by <a href=/ann>Ann Lee</a><p>Holm Staff</p></div>", "Ann Lee"),
        ("<div class=by>Ann Lee</div>", "Ann Lee"),
        ("<ul><li data-hook=user-name>Ann Lee</li><li>9 June 2024</li></ul>", "Ann Lee"),
        ("<div><a href=/@ann>Ann Lee</a> 1 follower<div>20 May 2024</div></div>", "Ann Lee"),
        ("20 May 2024</p><p><a href=/@ann>Ann Lee</a> saw it too.", ""),
        ("By Ann Lee, Senior Fellow, Pond Society", "Ann Lee"),
        ("Tekst: Anna Nowak, zdjęcia: Jan Wilk", "Anna Nowak"),
        ("<i class=byline>Tekst og foto: Ragnhild Vik</i>", "Ragnhild Vik"),
        ("Piše: Ante Barišić, 12. srpnja 2022.", "Ante Barišić"),
        (
            "<a rel=author href=/w>Ann Lee</a> in Holm and <a rel=author href=/t>Bo Ek</a> in Ely",
            "Ann Lee, Bo Ek",
        ),
        ("取材・文／山田花子　撮影／鈴木一郎", "山田花子"),
        ("By Ann Lee (in Holm) and Bo Ek", "Ann Lee and Bo Ek"),
        ("By Ann Le Guin", "Ann Le Guin"),
        ("Par Ann Le Guin le mardi 3 mars", "Ann Le Guin"),
        ("Por Ana El Baradei el 3 de marzo", "Ana El Baradei"),
        ("A guest post by Ann Lee, who keeps eels.", "Ann Lee"),
        ("Written by Ann Lee, translated by Bo Ek", "Ann Lee"),
        ("<a href=/>The Quay</a></p><p>By Ann Lee, The Quay — Holm", "Ann Lee"),
        (
            "<span class='post-author vcard'>פורסם על ידי <i class=fn>רות גנני</i></span>",
            "רות גנני",
        ),
        ("Haber: Ayşe Kaya Giriş: 02.03.2026", "Ayşe Kaya"),
        ("Af Ann Lee Opdateret 7. okt. 2022 kl. 14.05", "Ann Lee"),
        ("2026-03-02 来源：慢评论 作者：安·科尔 字号：大 中", "安·科尔"),
        ("文・アン・コール", "アン・コール"),
        ("Submitted by annlee on Fri, 10/18/2024", "annlee"),
        ("Text: Ann Lee, Fotos: Bo Ek", "Ann Lee"),
        ("By Ann Lee with reporting by Bo Ek", "Ann Lee"),
        ("김하늘 기자", "김하늘"),
        ("Reviewed by Jo Hale, MD — Written by Ann Lee on March 3, 2021", "Ann Lee"),
        ("<b>From</b>: Ann Lee &lt;ann@quay.example&gt;", "Ann Lee"),
        ("By Staff Reporter", ""),
        ("Por dentro da Vila", ""),
        ("Von der Redaktion", ""),
        ("Автор: Анна Ли", "Анна Ли"),
        ("作者：王小明", "王小明"),
        ("文/王小明", "王小明"),
        ("2023年11月17日 来源：湿地日报 记者 李雷", "李雷"),
        ("Von Josef Brandl, Linz", "Josef Brandl"),
        ("Von Josef Brandl, Ann Lee", "Josef Brandl, Ann Lee"),
        ("Text: Ann Lee", "Ann Lee"),
        ("4. März 2022 · Von Ann Lee", "Ann Lee"),
        ("Geschrieben von Ann Lee am 4. März", "Ann Lee"),
        ("بقلم: سارة حسن", "سارة حسن"),
        ("نویسنده: سارا کریمی", "سارا کریمی"),
        ("Written by Ann Lee, photos by Jo Hale", "Ann Lee"),
        ("Par Anne Lie, envoyée spéciale à Lyon", "Anne Lie"),
        ("Propos recueillis par Anne Lie", "Anne Lie"),
        ("By Ann Lee and Bo Ek, Staff Writers", "Ann Lee and Bo Ek"),
        ("记者 李雷 报道", "李雷"),
        ("Teksti: Aino Laine", "Aino Laine"),
        ("By Ann Lee, Software Engineer", "Ann Lee"),
        ("Von der Planung bis hin zu den Resten", ""),
        ("Por Ana Ruiz às 10:20", "Ana Ruiz"),
        ("annlee wrote in quaynotes", "annlee"),
        ("Von Bergen und Tälern, die niemand kennt und die keiner sucht.", ""),
    ],
)
def test_a_line_that_names_the_author_is_read(line: str, author: str) -> None:
    assert _author(f"<p>{line}</p>") == author


@pytest.mark.parametrize(
    ("marked", "author"),
    [
        ("<p class=byline>Posted <time>Mar 1, 2018</time> by <a rel=author href=/a>Ann Lee</a></p>",
         "Ann Lee"),
        ("<p class=byline>by Ann Lee <time>Tue 14th Oct 2025</time></p>", "Ann Lee"),
        ("<p class=byline>Von Ann Lee Montag, 3. Mai</p>", "Ann Lee"),
        ("<p class=byline>Posted</p><p class=byline>Tuesday</p>", ""),
        ("<p class=author>Ann Lee<br>University of Bergholm<br>ann@quay.example</p>", "Ann Lee"),
        ("<p class=author>Ann Lee, Department of Ropes</p>", "Ann Lee"),
        ("<p class=author>Ann Lee, Staff Writer</p>", "Ann Lee"),
        ("<p class=meta-auteur>Ann Lee</p>", "Ann Lee"),
        ("<p><i class=writer>كتبت: <a href=/w>هالة منصور</a></i> <b>14 مايو</b>", "هالة منصور"),
        ("<p class=byline>Redacción</p><p class=byline>Ana Ruiz</p>", "Ana Ruiz"),
        ("<p data-component=byline-block>Ann Lee</p>", "Ann Lee"),
        ("<p class=TextContributorName>Ann Lee</p>", "Ann Lee"),
        ("<p data-qa=author-name>Ann Lee</p>", "Ann Lee"),
        ("<p class=autorotate>Ann Lee</p>", ""),
        ("<p class=author>Ann Lee, Chief Health Correspondent</p>", "Ann Lee"),
        ("<p class=author>Ann Lee<sup>1,2</sup></p>", "Ann Lee"),
        ("<p class=author>ann07</p>", "ann07"),
        ("<p>Posted on Monday by Ann Lee in Culture</p>", "Ann Lee"),
        ("<p>3 May 2024 — Ann Lee</p>", "Ann Lee"),
        ("<p>Ann Lee, 3 May 2024</p>", "Ann Lee"),
        ("<div class=author><img src=/a><div><b>Ann Lee</b><i>Head of Tea</i></div></div>",
         "Ann Lee"),
        ("<p>3 May 2024 — Quay 9 opens</p>", ""),
        ("<p>3 May 2024 — Board Meeting</p><p>5 May 2024 — Dock Meeting</p>", ""),
        ("<dl><dt>Author<dd>Ann Lee<dt>Category<dd>Old Docks</dl>", "Ann Lee"),
        ("<p>記者王小明／台北報導</p>", "王小明"),
        ("<p class=byline><a href=/author/ann>Ann Lee</a> and <a href=/author/bo>Bo Ek</a></p>",
         "Ann Lee, Bo Ek"),
        ("<p class=author><a href=/author/ann>Ann Lee Ann Lee</a></p>", "Ann Lee"),
        ("<p class=author>annlee »</p>", "annlee"),
        ("<p class='p-author h-card'><a href=/ann>Ann Lee</a></p>", "Ann Lee"),
        ("<p class='author card'>Ann Lee</p>", ""),
        ("<p class=byline>Guest post by Ann Lee</p>", "Ann Lee"),
        ("<p class=author>文・佐藤花子</p>", "佐藤花子"),
        ("<p class=byline>By <a href=/1>Ann Lee</a>, <a href=/2>Bo Ek</a></p>", "Ann Lee, Bo Ek"),
        ("<a class=author>Articles by Juliette</a>", "Juliette"),
        ("<p class=author><b>Author</b>Ann Lee</p>", "Ann Lee"),
        ("<div class=the-author><h4>Ann Lee</h4><p>She was born in Rye.</p></div>", "Ann Lee"),
        ("<p class=authi><a href=/u/3>annlee</a></p><em id=authorposton4>发表于 2021-7-9</em>",
         "annlee"),
        ("<p class=author><i>帖子</i> <b>由 <a href=/u/3>annlee</a></b> » 2021-7-9</p>", "annlee"),
        ("<table class=bodyline><tr><td>Quay Notes</table>", ""),
        ("<p><a href=/authors.html#license>License</a></p>", ""),
        ("<div itemscope><b itemprop=author>Ann Lee</b> and <b itemprop=author>Bo Ek</b></div>"
         "<div itemscope><b itemprop=author>Jo Hale</b></div>", "Ann Lee, Bo Ek"),
        ("<div class=testimonial><b itemprop=author>Bo Ek</b></div>", ""),
        ("<div itemtype=https://schema.org/Review><b itemprop=author>Bo Ek</b></div>", ""),
        ("<div class=related-cards><p class=byline>5 minutes ago by <a rel=author>Bo Ek</a></div>",
         ""),
    ],
)  # fmt: skip
def test_only_the_name_of_an_author_of_the_page_is_taken(marked: str, author: str) -> None:
    assert _author(marked) == author


@pytest.mark.parametrize(
    ("head", "author"),
    [
        ("<meta name=citation_author content='Lee, Ann'>"
         "<meta name=citation_author content='Hale, Jo'>", "Ann Lee, Jo Hale"),
        ("<meta property=og:title content='Ann Lee (@ann@dock.example)'>", "Ann Lee"),
        ("<meta name=dc.creator content='Stroud, E. M.'>", "E. M. Stroud"),
        ("<meta name=author content='ann@site.example (Ann Lee)'>", "Ann Lee"),
        ("<meta name=twitter:data1 content='From $ 32'>", ""),
        ("<meta name=twitter:data1 content='Less than a minute'>", ""),
        ("<meta name=author content='Your name'>", ""),
        ("<meta name=author content='author.com'>", "author.com"),
        ("</head><body class='page single-author'><p>Here it is</p>", ""),
    ],
)  # fmt: skip
def test_a_name_as_catalogues_and_feeds_have_it_is_put_in_order(head: str, author: str) -> None:
    assert _author("", head) == author


def test_the_parts_of_a_name_are_one_name() -> None:
    item = '{"@type": "Article", "author": {"givenName": "Ann", "familyName": "Lee"}}'
    assert _author("", f"<script type=application/ld+json>{item}</script>") == "Ann Lee"


@pytest.mark.parametrize(
    ("shown", "author"), [("<p>By Ann Lee</p>", "Ann Lee"), ("", "Holm Media")]
)
def test_a_person_named_at_the_title_goes_before_a_company_that_is_stated(
    shown: str, author: str
) -> None:
    assert _author(shown, "<meta name=author content='Holm Media'>") == author


def test_a_person_named_at_the_title_goes_before_an_organization_that_is_stated() -> None:
    stated = '{"@type": "Article", "author": {"@type": "Organization", "name": "Tidal Quay News"}}'
    head = f"<script type=application/ld+json>{stated}</script>"
    assert _author("<p>By port reporter Ann Lee</p>", head) == "Ann Lee"
    assert _author("", head) == "Tidal Quay News"


def test_the_name_in_the_title_of_a_short_post_is_its_author() -> None:
    assert _author("", '<title>Ann Lee on Y: "I sold the ferry" / Y</title>') == "Ann Lee"


def test_a_title_on_a_subject_begins_with_no_author() -> None:
    assert _author("", "<title>Some Thoughts on Tea</title>") == ""


@pytest.mark.parametrize(
    ("marked", "author"),
    [
        ("<b>oldrope</b>Bosun<br>Posts: 3", "oldrope"),
        ("<img src=a.png><a href=/u/3>Ann Lee</a>Editor", "Ann Lee"),
        ("<b>By</b> Ann Lee", "Ann Lee"),
    ],
)
def test_a_rank_that_runs_on_from_a_name_is_no_part_of_it(marked: str, author: str) -> None:
    assert _author(f"<div class=author>{marked}</div>") == author


@pytest.mark.parametrize(
    ("time", "author"), [("<time>2 March 2026</time>", "Ann Lee"), ("<b>Read more</b>", "")]
)
def test_in_a_byline_with_a_date_a_name_of_its_own_element_is_the_author(
    time: str, author: str
) -> None:
    names = "<div><span>Ann Lee</span><span>Transport correspondent</span></div>"
    assert _author(f"<div data-component=byline-block>{time}{names}</div>") == author


def test_a_weekday_may_stand_before_the_name() -> None:
    assert _author("<p class=byline>Posted Tuesday by Ann Lee</p>") == "Ann Lee"


def test_what_holds_the_headline_too_is_no_byline() -> None:
    html = f"<div class='hentry author-ann'><h1>Tea</h1><p>Quay Notes</p>{_TEXT}</div>"
    assert metadata(read(Page("https://site.example/a", html))).author == ""


def test_authors_are_read_from_a_meta_element_of_that_name() -> None:
    assert _author("", '<meta name="authors" content="Ann Lee">') == "Ann Lee"


def test_the_author_of_an_article_that_follows_is_not_the_pages() -> None:
    assert _author(f"{_TEXT}<h1>Coffee</h1><p>By Bo Ek</p>") == ""


@pytest.mark.parametrize(
    ("marked", "author"),
    [("Veröffentlicht", ""), ("Autorenseite von", ""), ("Ann Lee Ein Kommentar", "Ann Lee"),
     ("Ana Ruiz Mora en", "Ana Ruiz Mora")],
)  # fmt: skip
def test_what_goes_with_a_name_is_none(marked: str, author: str) -> None:
    assert _author(f"<p class=author>{marked}</p>") == author


def test_a_front_page_is_not_by_who_wrote_its_news() -> None:
    page = Page("https://site.example/", f"<h1>Quay News</h1><p class=byline>By Ann Lee</p>{_TEXT}")
    assert metadata(read(page)).author == ""


@pytest.mark.parametrize(
    ("lang", "line", "author"),
    [
        ("ro", "De Ioana Marin, 7 februarie 2023", "Ioana Marin"),
        ("ca", "7 de febrer de 2023 · Per Jordi Vila", "Jordi Vila"),
        ("bg", "8 февруари 2024, 06:40 от Ралица Вълева", "Ралица Вълева"),
        ("nl", "De Ioana Marin, 7 februari 2023", ""),
    ],
)
def test_a_word_of_much_else_says_by_in_its_own_language(lang: str, line: str, author: str) -> None:
    html = f"<html lang={lang}><body><h1>Tea</h1><p>{line}</p>{_TEXT}</body></html>"
    assert metadata(read(Page("https://site.example/a", html))).author == author


@pytest.mark.parametrize(
    ("items", "author"),
    [(["Ann Lee<sup>1</sup>, ", "Jo Hale"], "Ann Lee, Jo Hale"), (["Ann Lee", "Tea"], "Ann Lee")],
)
def test_a_list_of_authors_has_one_in_each_item(items: list[str], author: str) -> None:
    listed = "".join(f"<li><a href=#a>{item}</a></li>" for item in items)
    assert _author(f"<ul class=author-list>{listed}</ul>").startswith(author)


@pytest.mark.parametrize(("end", "author"), [("", "Ann Lee"), ("</article>", "")])
def test_the_foot_of_an_article_may_name_its_author(end: str, author: str) -> None:
    foot = "<footer>Filed by <span class=author>Ann Lee</span></footer>"
    html = f"<body><article><h1>Tea</h1>{_TEXT}{end}{foot}"
    assert metadata(read(Page("https://site.example/a", html))).author == author


def test_names_in_elements_called_alike_are_of_several_authors() -> None:
    names = ", ".join(f"<b class=byline-name>{name}</b>" for name in ("ANN LEE", "BO EK"))
    assert _author(f"<p class=byline>By {names}</p>") == "ANN LEE, BO EK"


def test_the_heading_over_what_is_said_of_the_author_has_the_name() -> None:
    said = "<img src=a.jpg><h4>About Ann Lee</h4><p>She keeps the third lock of five.</p>"
    assert _author(f"<div class=about-author>{said}</div>") == "Ann Lee"
