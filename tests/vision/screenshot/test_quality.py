import numpy as np

from pagesight.vision.screenshot.preprocess import is_bare, is_blank


def test_an_empty_picture_is_blank_and_one_line_of_text_is_not() -> None:
    white = np.full((240, 160, 3), 255, dtype=np.uint8)
    assert is_blank(white)
    assert is_blank(white // 5)
    white[20:24, 10:100] = 0
    assert not is_blank(white)


def test_text_flush_left_on_white_is_bare_and_a_centred_column_is_not() -> None:
    bare = np.full((240, 160, 3), 255, dtype=np.uint8)
    bare[4:200:4, 1:150] = 40
    assert is_bare(bare)
    styled = np.full((240, 160, 3), 255, dtype=np.uint8)
    styled[40:200:4, 30:130] = 40
    assert not is_bare(styled)
