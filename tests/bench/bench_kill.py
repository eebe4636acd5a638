"""Kill a job at random moments and print what was left each time, and at the end.

    python tests/bench/bench_kill.py --pages 500 --kills 20
    python tests/bench/bench_kill.py --pages 500 --kills 10 --engine ray

Each kill is a SIGKILL, of the command itself or of one of the processes that it started (with Ray
also of the cluster's), chosen at random; the command is then started again. `repeated` counts
pages that were kept as done and asked for again, `lost` those whose row is not the one kept.
"""

import argparse
import random
import sys
import tempfile
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1] / "support"))

from killing import KilledJob
from loopback import Site


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--pages", type=int, default=500)
    parser.add_argument("--kills", type=int, default=20)
    parser.add_argument("--engine", default="local")
    parser.add_argument("--render", action="store_true")
    parser.add_argument("--driver", type=float, default=0.5, help="share of kills of the command")
    parser.add_argument("--seed", type=int, default=0)
    arguments = parser.parse_args()
    options = ["--engine", arguments.engine, "--per-host", "8"]
    options += [] if arguments.render else ["--no-render"]
    site = Site()
    site.start()
    with tempfile.TemporaryDirectory() as folder:
        job = KilledJob(site, arguments.pages, Path(folder), options)
        print("kill  victim                      after s  done  repeated")
        repeated = 0
        dice = random.Random(arguments.seed)
        kills = job.killed(arguments.kills, dice, arguments.driver)
        for number, kill in enumerate(kills, 1):
            repeated += kill.repeated
            print(
                f"{number:4}  {kill.victim:26}  {kill.seconds:7.1f}  {kill.done:4}"
                f"  {kill.repeated:8}",
                flush=True,
            )
        ending = job.ending()
    repeated += ending.repeated
    print(
        f"{arguments.pages} pages: {ending.rows} rows of {ending.pages} pages, {ending.errors} with "
        f"errors, {ending.lost} lost, {repeated} repeated"
    )
    site.stop()


if __name__ == "__main__":
    main()
