"""Labelled pages: their genres, the files that hold them, how they are split and checked."""
