"""Kill a job at random moments and print what was left each time, and at the end.

    python tests/bench/bench_kill.py --pages 500 --kills 20
    python tests/bench/bench_kill.py --pages 500 --kills 10 --engine ray

Each kill is a SIGKILL, of the command itself, which is then started again, or of one of the
processes that it started; with Ray of a worker or of a node of a cluster of two on this machine.
`repeated` counts pages that were kept as done and asked for again, `lost` those whose row is not
the one kept.
"""

import argparse
import contextlib
import os
import random
import sys
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import psutil

sys.path.insert(0, str(Path(__file__).parents[1] / "support"))

from killing import KilledJob, kill_child
from loopback import Site


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--pages", type=int, default=500)
    parser.add_argument("--kills", type=int, default=20)
    parser.add_argument("--engine", default="local")
    parser.add_argument("--render", action="store_true")
    parser.add_argument("--seed", type=int, default=0)
    arguments = parser.parse_args()
    options = ["--engine", arguments.engine, "--per-host", "8"]
    options += [] if arguments.render else ["--no-render"]
    with contextlib.ExitStack() as stack:
        kill_other = kill_child if arguments.engine == "local" else stack.enter_context(cluster())
        folder = stack.enter_context(tempfile.TemporaryDirectory())
        site = stack.enter_context(Site())
        job = KilledJob(site, arguments.pages, Path(folder), options)
        print("kill  victim                      after s  done  repeated")
        repeated = 0
        kills = job.killed(arguments.kills, random.Random(arguments.seed), kill_other)
        for number, kill in enumerate(kills, 1):
            repeated += kill.repeated
            print(
                f"{number:4}  {kill.victim:26}  {kill.seconds:7.1f}  {kill.done:4}"
                f"  {kill.repeated:8}",
                flush=True,
            )
        ending = job.ending()
    print(
        f"{arguments.pages} pages: {ending.rows} rows of {ending.pages} pages, "
        f"{ending.errors} with errors, {ending.lost} lost, {repeated + ending.repeated} repeated"
    )


@contextlib.contextmanager
def cluster() -> Iterator[Callable[[random.Random, int], str]]:
    """Start a Ray cluster of two nodes; give a function that kills a worker or a node of it.

    The node is started again at once, as an operator's machinery would.
    """
    from ray.cluster_utils import Cluster

    made: Any = Cluster(initialize_head=True, head_node_args={"num_cpus": 0})
    nodes = [made.add_node(num_cpus=1), made.add_node(num_cpus=1)]
    os.environ["RAY_ADDRESS"] = made.address

    def kill(dice: random.Random, _: int) -> str:
        actors = [p for p in psutil.process_iter(["name"]) if "_Actor" in p.info["name"]]
        if dice.random() < 0.3 or not actors:
            made.remove_node(nodes.pop(0), allow_graceful=False)
            nodes.append(made.add_node(num_cpus=1))
            return "a node of the cluster"
        dice.choice(actors).kill()
        return "a worker of the cluster"

    yield kill
    made.shutdown()


if __name__ == "__main__":
    main()
