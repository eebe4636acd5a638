"""Formulas become LaTeX, however a page shows them."""

import pytest

from pagesight.extract.markdown.write import to_markdown, to_text
from pagesight.extract.page.blocks import Block
from pagesight.extract.page.document import read
from pagesight.render.page import Page

_POWER = "<msup><mi>c</mi><mn>2</mn></msup>"
_ANNOTATED = (
    f"<math><semantics><mrow>{_POWER}</mrow>"
    "<annotation encoding='application/x-tex'>c^2</annotation></semantics></math>"
)
_KATEX = (
    f"<span class=katex><span class=katex-mathml>{_ANNOTATED}</span>"
    "<span class=katex-html aria-hidden=true><span>c</span><span>2</span></span></span>"
)


def _blocks(body: str) -> tuple[Block, ...]:
    return read(Page("https://a.org/", f"<body>{body}</body>")).visible_blocks


@pytest.mark.parametrize(
    ("shown", "written"),
    [
        (_KATEX, "$c^2$"),
        ("<span class=ql-formula data-value='c^2'><span></span></span>", "$c^2$"),
        ("<span class=ztext-math data-tex='c^2'><span><svg></svg></span></span>", "$c^2$"),
        ("<mjx-container><svg data-latex='c^2'><g></g></svg></mjx-container>", "$c^2$"),
        (f"<span class=katex-display>{_KATEX}</span>", "$$c^2$$"),
        (
            "<span class=MathJax_Preview></span><span class='MathJax'><nobr>c2</nobr></span>"
            "<script type='math/tex'>c^2</script>",
            "$c^2$",
        ),
        (
            "<div class=MathJax_Display><span class=MathJax>c2</span></div>"
            "<script type='math/tex; mode=display'>c^2 % squared\n + 1</script>",
            "$$c^2 + 1$$",
        ),
        (
            "<mjx-container display=true><mjx-math><mjx-mi>c</mjx-mi></mjx-math>"
            f"<mjx-assistive-mml><math>{_POWER}</math></mjx-assistive-mml></mjx-container>",
            "$$c^2$$",
        ),
        (
            f"<span class=mwe-math-element><span style='display:none'>{_ANNOTATED}</span>"
            "<img src=https://wikimedia.org/svg/ab alt=c2></span>",
            "$c^2$",
        ),
        ("<img class=mwe-math-fallback-image-inline src=/a.svg alt='c^2'>", "$c^2$"),
        ("<img class=latex src=/latex.php?latex=c alt='c^2'>", "$c^2$"),
        ("<math alttext='\\frac{a}{b}'><mi>a</mi></math>", "$\\frac{a}{b}$"),
        ("<span class='math inline'>\\(c^2\\)</span>", "$c^2$"),
        ("<div class=arithmatex>\\[a_1 * b_2\\]</div>", "$$a_1 * b_2$$"),
        ("<img src='https://latex.codecogs.com/svg.image?c%5E2' alt=''>", "$c^2$"),
        ("<img src='//render.example/render/math?math=c%5E2&mode=inline'>", "$c^2$"),
        ("<img src='//a.org/equation?tex=c%5E2' alt='c^2' eeimg=1>", "$c^2$"),
        ("<img src='//a.org/svg.latex?c%5E2' alt=''>", "$c^2$"),
        ("as <d-math>c^2</d-math>", "as $c^2$"),
        ("<d-math block>c^2</d-math>", "$$c^2$$"),
        ("<span class=mathjax-tex>\\(c^2\\)</span>", "$c^2$"),
        ("<div class=math><span class=eqno>(1)<a href=#e>#</a></span>\\[c^2\\]</div>",
         "$$c^2 \\tag{1}$$"),
    ],
)  # fmt: skip
def test_a_formula_is_written_as_its_latex(shown: str, written: str) -> None:
    before, _, after = to_markdown(_blocks(f"<p>Let {shown} be.")).partition(written)
    assert (before.strip(), after.strip()) == ("Let", "be.")


@pytest.mark.parametrize(
    ("mathml", "latex"),
    [
        ("<mfrac><mn>1</mn><mn>2</mn></mfrac><mo>+</mo><msqrt><mi>x</mi></msqrt>",
         r"\frac{1}{2}+\sqrt{x}"),
        ("<munderover><mo>∑</mo><mrow><mi>i</mi><mo>=</mo><mn>0</mn></mrow><mi>n</mi></munderover>",
         r"\sum_{i=0}^n"),
        ("<mi>sin</mi><mo>\u2061</mo><mi>α</mi>", r"\operatorname{sin}\alpha"),
        ("<mover><mi>x</mi><mo>^</mo></mover><mo>≤</mo><mtext>so</mtext>", r"\hat{x}\le \text{so}"),
        ("<mroot><mi>x</mi><mn>3</mn></mroot>", r"\sqrt[3]{x}"),
        ("<mtable><mtr><mtd><mn>1</mn></mtd><mtd><mn>2</mn></mtd></mtr></mtable>",
         r"\begin{matrix} 1 & 2 \\ \end{matrix}"),
        ("<mfrac></mfrac>", ""),
    ],
)  # fmt: skip
def test_mathml_without_latex_is_written_as_latex(mathml: str, latex: str) -> None:
    assert to_text(_blocks(f"<p>So <math>{mathml}</math>")) == f"So {latex}".strip()


@pytest.mark.parametrize(
    ("latex", "written"),
    [
        ("a &lt;img src=x>", "$a \\lt img src=x>$"),
        ("[a](javascript:alert(1))", "$[a] (javascript:alert(1))$"),
        ("a`b$c", "$a\\lq bc$"),
    ],
)
def test_no_parser_takes_a_formula_for_html_or_a_link(latex: str, written: str) -> None:
    assert to_markdown(_blocks(f"<p><span class='math inline'>\\({latex}\\)</span>")) == written


@pytest.mark.parametrize(
    "body",
    [
        "<div class=math><p>Of <code>math</code>.</div>",
        "<p class=math>Not a formula.</p>",
        "<p>Our <img class=latex src=/logo.png alt=logo> here.",
        "<div class='math display'><p>Long text</p></div>",
        "<p><span data-formula='=SUM(A1)'>12</span>",
    ],
)
def test_what_only_has_the_name_of_a_formula_stays_text(body: str) -> None:
    assert "$" not in to_markdown(_blocks(body))


def test_many_and_deep_formulas_take_bounded_time() -> None:
    deep = "<mrow><msqrt>" * 400 + "<mi>x</mi>"
    body = f"<p>So <math>{deep}</math>" + f"<p>{_KATEX}" * 400
    assert to_markdown(_blocks(body)).count("$c^2$") == 400


def test_formulas_in_plain_text_are_read_where_a_script_draws_them() -> None:
    text = r"<p>Let \(a_1\) and <b>\(b\)</b>, <code>\(c\)</code>.</p><p>\[d^2\]</p>"
    drawn = "<script src=/mathjax/tex-chtml.js></script>"
    assert to_markdown(_blocks(drawn + text)) == r"Let $a_1$ and **$b$**, `\(c\)`." "\n\n$$d^2$$"
    assert "$" not in to_markdown(_blocks(text))


@pytest.mark.parametrize(
    ("text", "written"),
    [
        (r"$$ h_{i} = \ell $$", r"$$h_{i} = \ell$$"),
        ("the weight $a_{i} b_{j}$ of it", "the weight $a_{i} b_{j}$ of it"),
        ("값 $a_{t+1}$로 $b_{t+1}$", "값 $a_{t+1}$로 $b_{t+1}$"),
        ("costs $5 or $6, or US$_7 and $", r"costs $5 or $6, or US$\_7 and $"),
        ("<code>$a_i b_i$</code>", "`$a_i b_i$`"),
    ],
)
def test_dollars_in_plain_text_are_of_formulas_that_a_script_draws(text: str, written: str) -> None:
    drawn = "<script src=/katex/contrib/auto-render.min.js></script>"
    assert to_markdown(_blocks(f"{drawn}<p>{text}</p>")) == written
