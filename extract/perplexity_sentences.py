"""Sentences of text in about 300 languages, by Wikimedia's sentencex."""

import sentencex

_DEFAULT_LANGUAGE = "en"


def sentences(text: str, language: str = "") -> tuple[str, ...]:
    """Return the sentences of `text`, trimmed; a line break ends one too.

    `language` is an ISO 639-1 code; it tells which abbreviations end no sentence.
    """
    found = (
        sentence.strip()
        for line in text.splitlines()
        for sentence in sentencex.segment(language or _DEFAULT_LANGUAGE, line)
    )
    return tuple(sentence for sentence in found if sentence)
