"""Runs that measure models: genres, the papers' labelers, what training found and brings."""

from collections.abc import Sequence

from registered_run import OF_GENRE, Run
from run_tables import block_table, first_table, genre_table, last_table


def _trained(
    kind: str, corpora: str, claim: str, not_claimed: str, shown_in: Sequence[str] = ()
) -> Run:
    """Return the training of packaged weights: the figures in its card are those of this run."""
    data = " \\\n    ".join(f"--data $DATA/{name}.parquet" for name in corpora.split())
    return Run(
        name=f"{kind}-training",
        command=f"pagesight train {kind} {data} \\\n    --out $OUT/model\ncat $OUT/model/README.md",
        weights=(f"extract/weights/{kind}",),
        claim=claim,
        not_claimed=not_claimed,
        other_sites=True,
        shown_in=(f"extract/weights/{kind}/README.md", *shown_in),
        table=last_table,
    )


MODELS = (
    Run(
        name="genre-val",
        command=r"""pagesight evaluate --task genre --split val --out $OUT \
    $(printf -- '--corpus=%s\n' $DATA/genre/*.parquet) \
    --systems both,html,screenshot,goce-svm""",
        weights=OF_GENRE,
        claim="accuracy of genres on other sites of collections that were learned from",
        not_claimed="collections that it does not know: see `genre-sources`",
        other_sites=True,
        table=genre_table,
    ),
    Run(
        name="genre-sources",
        command=r"""pagesight evaluate --task genre --folds-by source --out $OUT \
    --systems screenshot,html,both,cascade --inputs given,no-address \
    $(printf -- '--corpus=%s\n' $DATA/genre/*.parquet $DATA/styled/*.parquet) \
    --extra-training $DATA/wcxb_dev.parquet \
    --extra-training $DATA/extract/l3s_gn1.parquet \
    --extra-training $DATA/extract/utomo_big9_chaos.parquet \
    --extra-training $DATA/extract/newspaper4k_articles.parquet \
    --extra-training $DATA/extract/fundus.parquet \
    --extra-training $DATA/extract/harvest_forum.parquet \
    --extra-training $DATA/extract/zyte_product.parquet \
    --extra-training $DATA/gathered.parquet
python tests/studies/genre/compare_fusions.py $OUT/predictions.jsonl.gz \
    $DATA/genre/*.parquet $DATA/styled/*.parquet""",
        claim="accuracy of genres on collections that were left out of training",
        not_claimed="the models that ship, which learned from all of them",
        table=genre_table,
        main="both",
    ),
    Run(
        name="cascade",
        command="python tests/studies/genre/cascade_curve.py "
        "$RUNS/genre-sources/predictions.jsonl.gz",
        claim="pages that `cascade` renders and its accuracy, by how sure the HTML must be",
        not_claimed="what `genre-sources` does not claim",
        shown_in=("docs/studies/genre.md",),
        main="0.7",
    ),
    Run(
        name="temperatures",
        command="python tests/studies/genre/fit_temperatures.py "
        "$RUNS/genre-sources/predictions.jsonl.gz",
        claim="what would calibrate either side on collections that were left out",
        not_claimed="that one collection by itself is calibrated",
        shown_in=("docs/studies/genre.md",),
    ),
    Run(
        name="genre-robustness",
        command="python tests/studies/genre/robustness.py $DATA/genre/*.parquet",
        weights=OF_GENRE,
        claim="accuracy of genres on split `val` when pages look otherwise",
        not_claimed="other windows and pages without style, which are not in it",
        other_sites=True,
        shown_in=("docs/studies/genre.md",),
    ),
    Run(
        name="labelers",
        command=r"""for kind in boilernet web2text; do
    pagesight train $kind --data $DATA/extract/cleaneval_en.parquet --split dev --out $OUT/$kind
done
pagesight evaluate --task blocks --corpus $DATA/extract/cleaneval_en.parquet --split final \
    --systems boilernet=$OUT/boilernet,web2text=$OUT/web2text --out $OUT""",
        claim="F1 of leaves of CleanEval as the papers trained and measured; one seed",
        not_claimed="other pages; what differs in reading pages is in docs/methods.md",
        shown_in=("docs/evaluation.md", "docs/methods.md"),
        table=block_table,
    ),
    Run(
        name="multiboilernet-e5",
        command=r"""pages=$DATA/extract/cleaneval_en.parquet
pagesight train multiboilernet-e5 --data $pages --split dev --out $OUT/model
pagesight evaluate --task blocks --corpus $pages --split final --limit 300 \
    --systems multiboilernet=$OUT/model --out $OUT""",
        claim="the same of MultiBoilerNet with e5 for mBERT, on 300 of the pages; one seed",
        not_claimed="what the paper's own encoder reaches",
        shown_in=("docs/evaluation.md", "docs/methods.md"),
        table=block_table,
    ),
    Run(
        name="zero-shot",
        command=r"""python tests/studies/extract/zero_shot.py \
    --corpus $DATA/extract/chinese_wced.parquet --systems \
    boilernet=$RUNS/labelers/boilernet,multiboilernet=$RUNS/multiboilernet-e5/model""",
        claim="both, trained on English, asked about Chinese",
        not_claimed="other languages; 23 of the paper's 50 pages are at hand",
        shown_in=("docs/studies/labelers.md",),
    ),
    Run(
        name="labeler-parts",
        command=r"""for system in web2text boilernet; do
    echo $system
    OMP_NUM_THREADS=1 python tests/studies/extract/labelers_parts.py ablate $system \
        $(test $system = web2text || echo --model=$RUNS/labelers/boilernet) \
        --corpus $DATA/extract/cleaneval_en.parquet --split final --limit 100
done""",
        weights=("extract/weights/web2text",),
        claim="what Web2Text as packaged, and BoilerNet of `labelers`, owe to their features",
        not_claimed="what a network could do that was trained without them",
        shown_in=("docs/studies/labelers.md",),
    ),
    Run(
        name="label",
        command=r"""python tests/studies/label_trial.py $DATA/extract/cleaneval_en.parquet \
    --split dev --pages 30 --out $OUT/trial""",
        weights=("extract/weights/sight",),
        claim="keys and seconds to label a page, by a script that knows the labels; in-sample",
        not_claimed="the time of a person, who reads and thinks",
        shown_in=("docs/how-to/label.md",),
        main="seconds a page",
    ),
    Run(
        name="own-pages",
        command=r"""pagesight train sight --data $RUNS/label/trial/gold.parquet --out $OUT/sight
pagesight evaluate --corpus $DATA/extract/cleaneval_en.parquet --split final --limit 60 \
    --systems sight,sight=$OUT/sight --out $OUT""",
        weights=("extract/weights/sight",),
        claim="`sight` as it ships, in-sample, and trained on the 30 pages of `label` alone",
        not_claimed="pages of other kinds",
        shown_in=("docs/studies/labelers.md",),
        table=first_table,
    ),
    _trained(
        "sight",
        "wcxb_dev styled/docs styled/feeds extract/newspaper4k_articles extract/fundus "
        "extract/cleaneval_en extract/l3s_gn1 extract/krdwrd_canola extract/dragnet "
        "extract/utomo_big9_chaos extract/waddle_daniel extract/chinese_wced "
        "extract/postlight_parser extract/harvest_forum extract/mozilla_readability",
        "word F1 of `sight` by models that saw no page of the page's site",
        "the figures of `auto`; corpora of another policy than those of the table",
        ("docs/evaluation.md",),
    ),
    _trained(
        "perplexity",
        "wcxb_dev extract/newspaper4k_articles extract/chinese_wced extract/fundus "
        "extract/postlight_parser extract/harvest_forum extract/mozilla_readability",
        "what the perplexity filter learned from; its card has the languages",
        "how well it filters: see `perplexity`",
    ),
    _trained(
        "boilernet",
        "wcxb_dev",
        "what the packaged BoilerNet learned from; its card has the F1 that chose the epoch",
        "other pages; the paper's sizes and epochs: see `labelers`",
    ),
    _trained(
        "multiboilernet",
        "wcxb_dev extract/chinese_wced extract/postlight_parser extract/fundus",
        "the same of MultiBoilerNet with n-grams",
        "other pages; the paper's encoder: see `multiboilernet-e5`",
    ),
    _trained(
        "web2text",
        "wcxb_dev extract/newspaper4k_articles extract/chinese_wced extract/fundus "
        "extract/postlight_parser extract/harvest_forum extract/mozilla_readability",
        "the same of Web2Text",
        "other pages: see `labelers`",
    ),
)
