"""The model card of a trained Web2Text: what it learnt from, how well, how to make it again."""

from collections import Counter
from collections.abc import Mapping, Sequence
from datetime import date

from pagesight.datasets.licences import licence
from pagesight.datasets.schema import LabelledPage
from pagesight.extract.labelers.training_state import Progress
from pagesight.extract.labelers.web2text_fit import Web2TextOptions


def web2text_card(
    train: Sequence[LabelledPage],
    validation: Sequence[LabelledPage],
    options: Web2TextOptions,
    progress: Mapping[str, Progress],
) -> str:
    """Return the model folder's README.md; `progress` is by network, `blocks` and `edges`."""
    licences = {page.source: licence(page) for page in (*train, *validation)}
    counts = Counter(page.source for page in (*train, *validation))
    rows = "\n".join(f"| {name} | {counts[name]} | {licences[name]} |" for name in counts)
    return f"""# web2text

Labels the leaves of a web page's collapsed DOM as content or boilerplate: two small convolutional
networks, over blocks and over edges, and Viterbi's algorithm (Vogels et al., ECIR 2018).

| corpus | pages | licence |
|---|---|---|
{rows}

- Split: {len(train)} pages train, {len(validation)} of other sites choose the weights.
- Validation: F1 of content {progress["blocks"].best_score:.3f} (blocks alone), accuracy of the
  label pairs {progress["edges"].best_score:.3f}.
- Options: `{options}`
- Made on {date.today().isoformat()} by `pagesight train web2text --data FILE... --out DIR`,
  seed {options.seed}. Weights in half precision; licence as the project's.
- Limits: what counts as content is what the gold of the corpora above says. The stopwords are
  English; pages in other languages are told by shape alone.
"""
