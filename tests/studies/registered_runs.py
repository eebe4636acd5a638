"""The runs whose figures the documents show. A new figure is one row of one of these tables.

`figures.py` makes them in this order, keeps their results in docs/figures and checks the documents.
"""

from runs_of_costs import COSTS
from runs_of_fields import FIELDS
from runs_of_models import MODELS
from runs_of_texts import TEXTS

RUNS = (*TEXTS, *FIELDS, *MODELS, *COSTS)
