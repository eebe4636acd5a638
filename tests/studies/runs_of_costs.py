"""Runs that measure what Pagesight costs and withstands: time, memory, pages, callers."""

from registered_run import OF_AUTO, Run
from run_tables import first_table

COSTS = (
    Run(
        name="speed",
        command=r"""taskset -c 0 python tests/bench/bench_extract.py $DATA/wcxb_dev.parquet \
    --pages 150 --growth --memory""",
        weights=OF_AUTO,
        claim="processor time and memory, HTML to text; the pages are in-sample",
        not_claimed="times of another machine: only the proportions say something",
        main="auto",
    ),
    Run(
        name="render",
        command=r"""pagesight evaluate --task render --limit 20 --out $OUT \
    --systems pagesight,playwright,playwright-kept \
    $(find $DATA/sites -mindepth 1 -maxdepth 1 -type d -printf '--corpus=%p\n')""",
        claim="text, failures, time and memory of rendering pages on loopback",
        not_claimed="slow servers and failing pages",
        table=first_table,
    ),
    Run(
        name="hostile",
        command=r"""python tests/bench/bench_hostile.py --rival-limit 20 \
    --case links --case 'paragraphs, MB' --case 'table of 50 columns' --case 'styles that hide'""",
        weights=OF_AUTO,
        claim="processor time and memory of hostile pages",
        not_claimed="other shapes: tests/test_hostile_costs.py holds them all, smaller",
    ),
    Run(
        name="addresses",
        command="python tests/bench/table_ssrf.py",
        claim="attempts to reach a private address that get through: none",
        not_claimed="ways that nobody has thought of",
    ),
    Run(
        name="fairness",
        command="python tests/bench/bench_fair.py --seconds 100",
        claim="what three callers of the service wait beside a hostile fourth",
        not_claimed="times of another machine",
        shown_in=("docs/deploy.md",),
    ),
    Run(
        name="soak",
        command=r"""taskset -c 0 python tests/bench/bench_soak.py --minutes 60 \
    --out $OUT/soak.json --plot $OUT/soak.svg""",
        claim="an hour of mixed load on one core of its own",
        not_claimed="loads of other kinds; a machine that other work shares",
        shown_in=("docs/deploy.md",),
        main="last tenth",
    ),
    Run(
        name="jobs",
        command="python tests/bench/bench_jobs.py --sites $DATA/sites --pages 60 --workers 1 2",
        claim="pages a second and memory of jobs that render",
        not_claimed="times of another machine",
        shown_in=("docs/cluster.md",),
    ),
    Run(
        name="jobs-html",
        command="python tests/bench/bench_batch.py $DATA/wcxb_dev.parquet --pages 600 --parts 1",
        weights=OF_AUTO,
        claim="pages a second of jobs from HTML; the pages are in-sample",
        not_claimed="times of another machine: only the proportions say something",
        shown_in=("docs/cluster.md",),
    ),
)
