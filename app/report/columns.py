"""Name the figures that a report shows of each task, and say what they are."""

from collections.abc import Mapping, Sequence

# Task -> (heading, figure) of the columns of the first table.
COLUMNS: Mapping[str, Sequence[tuple[str, str]]] = {
    "extract": (
        ("word F1", "word_f1"), ("95 %", "word_f1_ci95"), ("median", "word_f1_median"),
        ("P", "word_precision"), ("R", "word_recall"), ("LCS F1", "lcs_f1"),
        ("cosine", "bow_cosine"), ("with", "with_rate"), ("without", "without_rate"),
        ("empty", "empty"), ("errors", "errors"), ("time-outs", "timeouts"),
        ("ms/page", "ms_per_page_median"), ("MB", "peak_rss_mb"),
    ),
    "records": (
        ("F1", "f1"), ("95 %", "f1_ci95"), ("P", "precision"), ("R", "recall"),
        ("perfect", "perfect_pages"), ("title overlap", "title_overlap_f1"), ("empty", "empty"),
        ("errors", "errors"), ("ms/page", "ms_per_page_median"), ("MB", "peak_rss_mb"),
    ),
    "posts": (
        ("F1", "f1"), ("95 %", "f1_ci95"), ("P", "precision"), ("R", "recall"),
        ("text, author, date", "whole_f1"), ("authors", "authors"), ("dates", "dates"),
        ("perfect", "perfect_pages"), ("empty", "empty"), ("errors", "errors"),
        ("ms/page", "ms_per_page_median"), ("MB", "peak_rss_mb"),
    ),
    "genre": (
        ("accuracy", "accuracy"), ("95 %", "accuracy_ci95"), ("macro F1", "macro_f1"),
        ("seven genres", "seven_accuracy"), ("macro F1", "seven_macro_f1"),
        ("two classes", "coarse_accuracy"), ("ECE", "ece"), ("rendered", "rendered_share"),
        ("ms/page", "ms_per_page_median"),
    ),
    "render": (
        ("text kept", "text_kept"), ("95 %", "text_kept_ci95"), ("text added", "text_added"),
        ("failed", "errors"), ("time-outs", "timeouts"), ("blank", "blank"),
        ("no picture", "no_picture"), ("s/page", "seconds_per_page_median"),
        ("pages/s", "pages_per_second"), ("MB", "peak_mb"),
    ),
}  # fmt: skip
BENCHMARKS = (
    ("Levenshtein (CleanEval)", "levenshtein"), ("ROUGE-LSum (Bevendorff)", "rouge_lsum_f1"),
    ("ROUGE-5 (WebMainBench)", "rouge_5_f1"), ("4-grams (Scrapinghub)", "shingle_f1"),
    ("95 %", "shingle_f1_ci95"),
)  # fmt: skip
STRUCTURE = (
    ("headings", "headings_f1"), ("items of lists", "list_items_f1"), ("code", "code_f1"),
    ("formulas", "formulas_f1"), ("tables, TEDS", "tables_teds"),
)  # fmt: skip
GROUPINGS = {
    "by_genre": "By genre", "by_lang": "By language", "by_corpus": "By corpus",
    "by_length": "By length of gold", "by_complexity": "By gold's share of the page's words",
}  # fmt: skip
# Task -> the figure that ranks the systems.
MAIN_FIGURE: Mapping[str, str] = {
    "extract": "word_f1", "records": "f1", "posts": "f1", "genre": "accuracy", "blocks": "macro_f1",
    "render": "text_kept",
}  # fmt: skip

NOTES: Mapping[str, Sequence[str]] = {
    "render": (
        "text kept: share of the words that the server sent (outside scripts, styles, noscript and "
        "templates) that are in the HTML after rendering; of a page that failed none. text added: "
        "words there that were not sent, as a share of those sent. Means over pages.",
        "The systems render each page in turns, one page at a time each, a browser's start being "
        "part of a page where the system starts one. s/page: median; pages/s: pages / sum of "
        "seconds. blank: pictures that show nothing but their background. MB: the most that the "
        "system's process and its browsers held together.",
        "shot-scraper takes pictures alone.",
    ),
    "extract": (
        "Means over pages; a page on which a system failed counts as empty output. "
        "The interval is a bootstrap over pages.",
        "word F1: overlap of the multisets of words (WCXB); LCS F1: longest common subsequence of "
        "words (GOCE); cosine: of the bags of words (GOCE); Levenshtein: 1 - edit distance / "
        "longer text, over characters (CleanEval).",
        "ROUGE-LSum: the LCS of sentences, joined (Bevendorff 2023; sentences cut by sentencex, "
        "not punkt); ROUGE-5: 5-grams (WebMainBench; of our tokens, not jieba's); 4-grams: F1 of "
        "the means of precision and recall (Scrapinghub).",
        "with: share of the wanted snippets found in the text (high is good); without: share of "
        "the unwanted ones found in it (low is good).",
        "ms/page: median processor time on one core, parsing included. MB: the most memory held by "
        "a process that ran this system alone; reading the corpus is part of it, alike for all.",
    ),
    "records": (
        "Means over pages. A record is right if it leads to the gold record's address or holds "
        "the words of its title or its number; records are matched one to one.",
        "title overlap: F1 of the sums of Jaccard overlaps, best matched (NEXT-EVAL), here of the "
        "words of titles.",
    ),
    "posts": (
        "Means over pages. A post is found if the word F1 of its text and a gold post's is .8; "
        "posts are matched one to one. Authors and dates: share right of the posts found, by name "
        "or profile's address, by day or as shown. The second F1 counts posts right in all three.",
    ),
}  # fmt: skip
