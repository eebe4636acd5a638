"""Public corpora in the form that their makers publish, read as columns of a corpus file."""
