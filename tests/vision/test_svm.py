from pathlib import Path

import numpy as np
import pytest

from pagesight.vision.svm import SvmOptions, fit_svm, load_svm, save_svm, svm_probabilities


def test_the_machine_tells_long_pages_from_short_ones_and_is_the_same_after_saving(
    tmp_path: Path,
) -> None:
    generator = np.random.default_rng(0)
    long, short = generator.uniform(5000, 9000, (20, 11)), generator.uniform(1, 50, (20, 11))
    model = fit_svm(np.vstack([long, short]), ["article"] * 20 + ["listing"] * 20, SvmOptions())
    save_svm(model, tmp_path)
    for page, number in ((long[0], 0), (short[0], 1)):
        found = svm_probabilities(model, page.tolist())
        assert model.labels[number] == ("article", "listing")[int(found.argmax())]
        assert found.sum() == pytest.approx(1)
        assert (svm_probabilities(load_svm(tmp_path), page.tolist()) == found).all()
