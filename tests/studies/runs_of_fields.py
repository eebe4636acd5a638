"""Runs that measure what is read off pages: items of lists, posts, fields, links, metadata."""

from registered_run import CHOSEN, IN_SAMPLE, OF_AUTO, Run
from run_tables import all_rows, first_table, item_table, last_table, product_table

FIELDS = (
    Run(
        name="records",
        command=r"""pagesight evaluate --task records --systems auto,listview --out $OUT \
    --corpus $DATA/extract/juriscraper_listings.parquet \
    --corpus $DATA/extract/meetings.parquet --corpus $DATA/styled/feeds.parquet""",
        weights=OF_AUTO,
        claim="F1 of the items of lists",
        not_claimed="lists of other kinds: rules were chosen on all of these pages",
        measured={
            "juriscraper_listings": f"court lists{CHOSEN}",
            "city-scrapers": f"public meetings of 12 cities{CHOSEN}",
            "feeds": f"blogs' list pages, 20 languages{IN_SAMPLE}{CHOSEN}",
        },
        table=item_table,
    ),
    Run(
        name="lists",
        command=r"""python tests/studies/extract/fit_holds.py $DATA/extract/meetings.parquet \
    $DATA/extract/juriscraper_listings.parquet $DATA/styled/feeds.parquet $DATA/wcxb_dev.parquet \
    $DATA/styled/docs.parquet $DATA/extract/recipes.parquet $DATA/extract/zyte_product.parquet \
    $DATA/extract/dragnet.parquet $DATA/extract/waddle_daniel.parquet \
    $DATA/extract/newspaper4k_articles.parquet $DATA/extract/fundus.parquet \
    $DATA/extract/utomo_big9_chaos.parquet $DATA/genre/*.parquet""",
        weights=("vision/weights/html",),
        claim="pages that are found to hold a list, by folds; their genre is in-sample",
        not_claimed="pages of kinds that are not here",
        table=first_table,
    ),
    Run(
        name="meetings",
        command="python tests/studies/extract/meeting_fields.py $DATA/extract/meetings.parquet",
        weights=OF_AUTO,
        claim="dates and places of public meetings",
        not_claimed="other cities: rules were chosen here",
        table=all_rows,
    ),
    Run(
        name="posts",
        command=r"""pagesight evaluate --task posts --corpus $DATA/extract/harvest_forum.parquet \
    --systems auto --out $OUT""",
        weights=OF_AUTO,
        claim="F1 of the posts of threads",
        not_claimed="forums of other software: models and rules saw these pages",
        measured={"harvest_forum": f"threads of forums{IN_SAMPLE}{CHOSEN}"},
        table=item_table,
    ),
    Run(
        name="products",
        command=r"""python tests/studies/extract/product_fields.py \
    --corpus $DATA/extract/zyte_product.parquet --out $OUT/results.json""",
        claim="share of products with the right title, price, currency, availability, sku, brand",
        not_claimed="other shops: rules were chosen here",
        table=product_table,
    ),
    Run(
        name="links",
        command=r"""python tests/studies/extract/pagination_links.py \
    --corpus $DATA/extract/autopager_pagination.parquet""",
        claim="links to the next, the previous and numbered pages",
        not_claimed="other sites: rules were chosen here",
    ),
    Run(
        name="recipes",
        command="python tests/studies/extract/recipe_fields.py $DATA/extract/recipes.parquet",
        claim="fields of recipes, by halves of the 312 sites",
        not_claimed="other sites: rules were chosen on both halves",
    ),
    Run(
        name="recipe-lines",
        command=r"""recipes=$DATA/extract/recipes.parquet
pagesight evaluate --corpus $recipes --inputs given,no-structured \
    --systems auto,trafilatura,rs-trafilatura,chromerag --out $OUT
python tests/studies/extract/recipe_lines.py $OUT/predictions.jsonl.gz --corpus $recipes""",
        weights=OF_AUTO,
        claim="ingredients and steps of recipes that stay in the text",
        not_claimed="other sites: rules were chosen here",
        table=last_table,
    ),
    Run(
        name="metadata",
        command=r"""python tests/studies/extract/metadata_fields.py --half held-out \
    --corpus $DATA/wcxb_dev.parquet $DATA/extract/newspaper4k_articles.parquet \
    $DATA/extract/fundus.parquet""",
        claim="title, author and date, on sites on which most rules were not chosen",
        not_claimed="that no rule was: the last ones for authors and dates saw all pages",
    ),
)
