"""The flags of ``shuffle-audit check`` as keywords."""

from __future__ import annotations

import difflib
from collections.abc import Iterable, Mapping
from typing import Any, TypedDict, cast


class Given(TypedDict, total=False):
    """The flags that are keywords of every audit; see ``shuffle-audit check --help``."""

    deal: int
    unordered: bool
    replacement: bool
    pack: str | Mapping[str, int] | Iterable[str]
    bonus: str | int
    draw: str
    weights: str | Mapping[str, float] | Iterable[float]
    by: str | int
    hands: str | Iterable[int]
    rank_by: str
    per: str
    varying: bool
    rule: str
    groups_of: str | Mapping[str, int]
    stream: int
    base: int
    labels: str | Iterable[str]
    columns: str | Iterable[str]
    header: bool
    coverage: str
    groups: str | Iterable[object]
    batch: int
    passes: int
    start: str | Iterable[int]
    dice: str
    trials: int
    until_decided: bool
    max_trials: int
    metrics: str | Iterable[str]
    alpha: float
    seed: int | str


class Settings(Given, total=False):
    """The same with those that audits of functions use otherwise."""

    cards: int
    block: str | int | Iterable[int]
    rng: str


#: The keywords that are flags.
KNOWN = frozenset(Settings.__annotations__)

#: Keywords whose items stand one a line in a small file, as the flags want them.
_TEXTS = ("labels", "groups", "pack")


def as_flags(given: Mapping[str, object], name: str) -> tuple[list[str], list[tuple[str, str]]]:
    """The flags for these keywords, and the small texts that they refer to, by names.

    Keywords without a value (None or False) are left out.
    """
    flags, texts = [], []
    for key, value in given.items():
        if key not in KNOWN:
            near = difflib.get_close_matches(key, KNOWN, 1)
            hint = f". Did you mean {near[0]!r}?" if near else ""
            raise TypeError(f"{name}() got an unexpected keyword argument {key!r}{hint}")
        if key == "header" and value is False:
            flags.append("--no-header")
        elif key in _TEXTS and value is not None and not isinstance(value, (str, Mapping, bool)):
            texts.append((key, lines(key, cast("Iterable[Any]", value))))
            flags += flag(key, key)
        else:
            flags += flag(key, value)
    return flags, texts


def flag(key: str, value: object) -> list[str]:
    """The flag for a keyword; none for a keyword without a value."""
    name = "--" + key.replace("_", "-")
    if value is None or value is False:
        return []
    return [name if value is True else f"{name}={_word(value)}"]


def lines(key: str, items: Iterable[object]) -> str:
    """Items, one a line."""
    words = [str(item) for item in items]
    if wrong := next((word for word in words if "\n" in word or "\r" in word), None):
        raise ValueError(f"{key}: {wrong!r} has a line break in it")
    return "".join(word + "\n" for word in words)


def _word(value: object) -> str:
    """A value as the command takes it: 2,4,6 for a list, A=1,B=2 for a dict."""
    if isinstance(value, Mapping):
        return ",".join(f"{key}={count}" for key, count in value.items())
    if isinstance(value, Iterable) and not isinstance(value, str):
        return ",".join(_word(item) for item in value)
    if isinstance(value, float) and value.is_integer():
        return str(int(value))
    return str(value)
