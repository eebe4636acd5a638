"""Runs that measure texts: on sites unseen, beside rivals, what is left out, what is at fault."""

from registered_run import CHOSEN, IN_SAMPLE, OF_AUTO, Run
from run_tables import all_rows, last_table, tables_under, text_table

TEXTS = (
    Run(
        name="unseen",
        command=r"""python tests/studies/unseen_pages.py $DATA $OUT/pages \
    cleaneval_en.parquet dragnet.parquet waddle_daniel.parquet
pagesight evaluate $(printf -- '--corpus=%s\n' $OUT/pages/*.parquet) --out $OUT \
    --systems auto,sight,trafilatura,rs-trafilatura,readability-lxml,resiliparse,newspaper4k""",
        weights=OF_AUTO,
        claim="word F1 on sites that no shipped model learned from",
        not_claimed="that no rule was chosen on these corpora; pages with style, lists, threads",
        measured={
            "cleaneval_en": f"CleanEval: English pages of 2007{CHOSEN}",
            "dragnet": f"Dragnet: blogs and news of 2012{CHOSEN}",
            "waddle_daniel": f"news in five languages, without addresses{CHOSEN}",
        },
        other_sites=True,
        shown_in=("README.md", "docs/evaluation.md"),
        table=text_table,
    ),
    Run(
        name="regret",
        command=r"""python tests/studies/extract/regret.py --worst 0 \
    --pair trafilatura rs-trafilatura \
    $RUNS/unseen/predictions.jsonl.gz""",
        weights=OF_AUTO,
        claim="pages of those sites on which `auto` is far behind or ahead",
        not_claimed="what `unseen` does not claim",
        other_sites=True,
        main="against the best rival",
    ),
    Run(
        name="favor",
        command=r"""python tests/studies/extract/favor_curve.py $RUNS/unseen/pages/*.parquet""",
        weights=OF_AUTO,
        claim="what precision costs in recall, on those sites",
        not_claimed="what `unseen` does not claim",
        other_sites=True,
        shown_in=("docs/studies/extraction.md",),
        main="1.0",
    ),
    Run(
        name="wcxb",
        command=r"""systems=auto,sight,trafilatura,readability-lxml,justext,boilerpy3,resiliparse
pagesight evaluate --corpus $DATA/wcxb_dev.parquet --limit 500 --out $OUT \
    --systems $systems,newspaper4k,chromerag""",
        weights=OF_AUTO,
        claim="word F1 on WCXB, in-sample for `auto` and `sight`",
        not_claimed="how good `auto` and `sight` are on other pages",
        table=tables_under("All pages", "By genre: word F1"),
    ),
    Run(
        name="structured",
        command=r"""pagesight evaluate --corpus $DATA/wcxb_dev.parquet \
    --corpus $DATA/extract/newspaper4k_articles.parquet --limit 600 --out $OUT \
    --systems auto,sight --inputs given,no-structured""",
        weights=OF_AUTO,
        claim="what the structured data of a page change in its text",
        not_claimed="how good the text is on other pages: models saw these",
        measured={
            "wcxb": f"WCXB, seven genres{IN_SAMPLE}{CHOSEN}",
            "newspaper4k_articles": f"newspaper4k: news{IN_SAMPLE}{CHOSEN}",
        },
        table=text_table,
    ),
    Run(
        name="wcxb-folds",
        command=r"""more=(--extra-training $DATA/styled/docs.parquet
    --extra-training $DATA/styled/feeds.parquet
    --extra-training $DATA/extract/newspaper4k_articles.parquet
    --extra-training $DATA/extract/fundus.parquet)
pagesight evaluate --corpus $DATA/wcxb_dev.parquet --folds 3 "${more[@]}" --out $OUT \
    --systems auto,sight,trafilatura,chromerag""",
        claim="word F1 on WCXB by models that saw no page of the site",
        not_claimed="that no rule was chosen on these pages; what all corpora together teach",
        measured={"wcxb": f"WCXB, by folds{CHOSEN}"},
        other_sites=True,
        table=tables_under("All pages", "By genre: word F1"),
    ),
    Run(
        name="regret-folds",
        command=r"""python tests/studies/extract/regret.py --worst 0 \
    $RUNS/wcxb-folds/predictions.jsonl.gz""",
        claim="pages of WCXB on which `auto` by folds is far behind or ahead",
        not_claimed="what `wcxb-folds` does not claim",
        other_sites=True,
        main="against trafilatura",
    ),
    Run(
        name="retrieval",
        command=r"""python tests/studies/retrieval.py $DATA/wcxb_dev.parquet \
    $RUNS/wcxb/predictions.jsonl.gz""",
        weights=OF_AUTO,
        claim="rank of a page that is searched by its title, by BM25; in-sample",
        not_claimed="queries for what a page is about",
        main="auto",
    ),
    Run(
        name="faults",
        command=r"""study=tests/studies/extract/count_faults.py
pages=($DATA/wcxb_dev.parquet $DATA/styled/docs.parquet $DATA/styled/feeds.parquet)
python $study run "${pages[@]}" --every 3 --out $OUT/now.jsonl
python $study table "${pages[@]}" --runs $OUT/now.jsonl""",
        weights=OF_AUTO,
        claim="faults that people see in Markdown; in-sample",
        not_claimed="faults of other kinds",
        shown_in=("docs/studies/extraction.md",),
    ),
    Run(
        name="hidden",
        command=r"""python tests/studies/extract/count_hidden.py $DATA/wcxb_dev.parquet \
    $DATA/styled/docs.parquet $DATA/styled/feeds.parquet""",
        claim="words left out as hidden without a browser, and how many are gold",
        not_claimed="rules of style that a page does not bring along",
        table=all_rows,
    ),
    Run(
        name="hidden-layout",
        command=r"""python tests/studies/extract/count_hidden.py --layout \
    $DATA/styled/docs.parquet $DATA/styled/feeds.parquet""",
        claim="words left out as hidden by the layout of a browser, and how many are gold",
        not_claimed="other pages than blogs and documentation",
        table=all_rows,
    ),
    Run(
        name="alignment",
        command=r"""study=tests/studies/extract/alignment.py
python $study $DATA/extract/l3s_gn1.parquet --content 1 2
python $study $DATA/extract/krdwrd_canola.parquet --content 3 --ignore -1 2 7 | tail -2""",
        claim="blocks that gold text is aligned with, against labels by people",
        not_claimed="gold that an annotator rewrote",
        shown_in=("docs/studies/extraction.md",),
    ),
    Run(
        name="scorers",
        command=r"""texts=$DATA/wcxb_dev.parquet
lists=$DATA/extract/juriscraper_listings.parquet
pagesight evaluate --corpus $texts --systems trafilatura --limit 100 --out $OUT/texts
pagesight evaluate --task records --corpus $lists --systems auto --out $OUT/lists
python tests/studies/scorers.py $texts $OUT/texts/predictions.jsonl.gz \
    --originals $ORIGINALS --records $lists $OUT/lists/predictions.jsonl.gz""",
        claim="our scorers against the benchmarks' own programs, in the folder $ORIGINALS",
        not_claimed="scores of which no program was published",
        table=last_table,
    ),
    Run(
        name="perplexity",
        command=r"""pagesight evaluate --corpus $DATA/extract/cleaneval_en.parquet \
    --systems perplexity,justext --out $OUT""",
        weights=("extract/weights/perplexity",),
        claim="text kept by the perplexity filter, on pages that it did not learn from",
        not_claimed="languages other than English",
        shown_in=("docs/evaluation.md", "docs/methods.md"),
        table=tables_under("All pages", "As other benchmarks score"),
    ),
)
