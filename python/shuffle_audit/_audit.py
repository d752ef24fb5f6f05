"""The audits: of functions, of decks, of one order and of draws."""

from __future__ import annotations

import functools
import shlex
from collections.abc import Callable, Iterable, Mapping, Sequence, Set, Sized
from typing import TYPE_CHECKING, Any

from . import _native
from ._decks import Subject, as_data, by_place, is_table, recording, sorted_items
from ._errors import of_command
from ._findings import Findings
from ._progress import bar
from ._settings import as_flags, lines

if TYPE_CHECKING:
    from typing_extensions import Unpack

    from ._settings import Given, Settings

#: Makes a generator from a seed.
Rng = Callable[[int], Any]

#: Decks that a function makes if nothing is said: some 0.3 s of ``rng.permutation``.
TRIALS = 100_000

_AUTO: Any = object()

_MOST_THREADS = 1024


def audit(
    shuffle: str | Callable[..., Any],
    cards: int | None = None,
    *,
    rng: Rng | str | None = _AUTO,
    items: Sequence[Any] | None = None,
    block: bool = False,
    in_place: bool = False,
    name: str | None = None,
    threads: int = 0,
    progress: bool | Callable[[int, int], None] = False,
    **settings: Unpack[Given],
) -> Findings:
    """Audits a shuffle: a function of yours, or one of the catalogue by its name.

    The null hypothesis is that all orders of the deck come equally often, and independently from deck to deck.

    >>> import random
    >>> audit(lambda rng: rng.sample(range(52), 52), rng=random.Random, trials=2_000).verdict
    'pass'
    >>> audit(random.shuffle, cards=10, in_place=True, trials=2_000).verdict
    'pass'

    A function is called as ``shuffle(rng)`` for each deck, with one generator for all of them, made from the seed of the audit, so
    that the same seed gives the same decks. It returns a deck, as a sequence of the numbers 0, 1, ... of its cards, or a 2-D array
    with as many decks as it likes. A function without parameters is called without a generator. A function that shuffles a list
    takes it first: ``shuffle(deck)`` or ``shuffle(deck, rng)``, with ``in_place=True``. A parameter with a default is left alone.

    Args:
        shuffle: The function, or a name such as ``"naive"``; ``shuffle-audit list`` has them all.
        cards: Cards in the deck; 52 by default, or the number of items.
        rng: What makes a generator from a seed: ``random.Random``, or ``numpy.random.default_rng``, which is the
            default where NumPy is there and the parameter is not annotated as ``random.Random``. None for a function that draws
            from elsewhere; no seed reproduces its decks. With a name: the generator of the catalogue, such as ``"pcg64"``.
        items: The items of a deck in start order, if they are not numbers. Items with the same ``str`` are equal.
        block: The function makes many decks a call: ``shuffle(rng, decks)`` returns an array with a row for each.
        in_place: The function shuffles the list that it is given, or returns a shuffled one.
        name: Its name in messages; by default its own.
        threads: Threads that count; 0 for one a processor. The findings do not depend on it.
        progress: True for a bar (of tqdm, if that is there), or a function of the decks done and all decks.
        settings: Flags of ``shuffle-audit check``, such as ``trials=``, ``deal=``, ``metrics=``, ``alpha=`` and ``seed=``.

    Raises:
        ValueError: A setting is wrong, or the function gave something that is not a deck.
        Exception: Whatever the function raised, with the number of the deck in a note.
    """
    given: dict[str, Any] = {"cards": cards, **settings}
    if isinstance(shuffle, str):
        if block or in_place or items is not None:
            raise TypeError("items=, block= and in_place= are for functions")
        if rng is not _AUTO:
            given["rng"] = rng
        flags, texts = as_flags(given, "audit")
        return check([f"--algorithm={shuffle}", *flags], texts=texts, threads=threads, progress=progress)
    if not callable(shuffle):
        raise TypeError(
            f"audit() takes a function or the name of a shuffle, not {type(shuffle).__name__}; "
            "for decks see audit_decks(), audit_order() and audit_draws()"
        )
    if isinstance(rng, str):
        raise TypeError(f"rng={rng!r} is for shuffles of the catalogue; a function takes what makes its generator")
    if rng is _AUTO:
        rng = _generator_for(shuffle, in_place=in_place, block=block)
    names = next((it for it in map(settings.get, ("pack", "weights")) if isinstance(it, Mapping)), None)
    is_text = items is not None or bool(settings.get("varying"))
    if not given.get("until_decided") and given.get("trials") is None:
        given["trials"] = TRIALS
    texts = []
    if items is not None:
        if len({str(item) for item in items}) != len(items):
            raise ValueError("items= must differ as strings; name equal cards by pack=")
        given["labels"] = "items"
        texts = [("items", lines("items", items))]
        given["cards"] = given["cards"] or len(items)
    flags, more = as_flags(given, "audit")
    name = name or _name_of(shuffle)
    if names is not None:
        shuffle = by_place(shuffle, names, block=block, in_place=in_place)
        if in_place and "pack" in given:
            items = [kind for kind, cards in names.items() for _ in range(int(cards))]
    wide = int(given["cards"] or 0) > 256 or "pack" in given or "weights" in given or "draw" in given
    subject = Subject(shuffle, rng, items, block=block, in_place=in_place, is_text=is_text)
    flags += [f"--exec={shlex.quote(name)}", "--format=" + ("csv" if is_text else "u32le" if wide else "u8")]
    if is_text:
        flags.append("--no-header")
    again = "until_decided=True" if given.get("until_decided") else f"trials={given['trials']}"
    held = (name, subject.open)
    return check(flags, held, texts + more, threads=threads, progress=progress, stop=subject.stop, again=again)


def audit_decks(
    decks: Any,
    *,
    threads: int = 0,
    progress: bool | Callable[[int, int], None] = False,
    **settings: Unpack[Settings],
) -> Findings:
    """Audits decks that were drawn before: one in each row.

    >>> audit_decks([[0, 1, 2, 3]] * 40).verdict
    'fail'

    >>> audit_decks([["ann", "cy", "bob"], ["bob", "ann", "cy"]] * 30).verdict
    'fail'

    Args:
        decks: A 2-D array of any integer type, counted from 0 or 1; or rows of labels, a table of pandas or polars, a dict of
            columns, or any iterable of decks. An array is read where it lies.
            Labels were shuffled from ``labels=``, by default from their sorted order.
        threads: As of :func:`audit`.
        progress: As of :func:`audit`.
        settings: Flags of ``shuffle-audit check``.

    Raises:
        ValueError: A setting is wrong, or a row is not a deck.
    """
    given: dict[str, Any] = dict(settings)
    decks = as_data(decks)
    if not given.keys() & _NAMED:
        given["labels"] = _labels(decks)
    return _recorded("audit_decks", decks, given, threads, progress, "decks")


def audit_order(
    order: Any,
    *,
    threads: int = 0,
    progress: bool | Callable[[int, int], None] = False,
    **settings: Unpack[Settings],
) -> Findings:
    """Audits one order: an epoch, a draft, a playlist.

    >>> audit_order(list(range(100))).verdict
    'fail'

    Args:
        order: The items in the order in which they came: numbers counted from 0 or 1, or labels. The order from which labels
            were shuffled is ``labels=``, by default sorted.
        threads: As of :func:`audit`.
        progress: As of :func:`audit`.
        settings: Flags of ``shuffle-audit check``.

    Raises:
        ValueError: A setting is wrong, or an item comes twice.
    """
    given: dict[str, Any] = dict(settings)
    order = as_data(order)
    if not given.keys() & _NAMED:
        given["labels"] = sorted_items(order)
    return _recorded("audit_order", order, given, threads, progress, "order")


def audit_draws(
    draws: Any,
    *,
    threads: int = 0,
    progress: bool | Callable[[int, int], None] = False,
    **settings: Unpack[Settings],
) -> Findings:
    """Audits draws: of a lottery, of a die, of users to arms, of patients in blocks.

    >>> audit_draws([6] * 30 + [1, 2, 3, 4, 5] * 6, cards=6, replacement=True, base=1).verdict
    'fail'

    Args:
        draws: One draw in each row, or one symbol each; an array, labels, a table, or any iterable.
        threads: As of :func:`audit`.
        progress: As of :func:`audit`.
        settings: What can be drawn: ``cards=49, unordered=True``, ``draw="6/49"``, ``replacement=True``, ``weights=``,
            ``pack=``, ``block=``, ``rule=``, ``groups_of=`` and the other flags of ``shuffle-audit check``.

    Raises:
        ValueError: A setting is wrong, or a row is not a draw.
    """
    given: dict[str, Any] = dict(settings)
    draws = as_data(draws)
    is_order = "rule" in given and not given.keys() & {"cards", "replacement"}
    if "deal" not in given and not is_order and not given.keys() & _SIZED:
        given["deal"] = _width(draws, given)
    return _recorded("audit_draws", draws, given, threads, progress, "draws")


def assert_uniform(subject: Any, cards: int | None = None, **settings: Any) -> None:
    """Audits a function, the name of a shuffle, or decks; only a pass is good enough.

    >>> assert_uniform(lambda rng: rng.permutation(8), cards=8, trials=5_000)

    Raises:
        AssertionError: The verdict is another, with the answer in words.
    """
    __tracebackhide__ = True
    given = settings if cards is None else {"cards": cards, **settings}
    found = audit_any(subject, **given)
    if not found.passed:
        raise AssertionError(found.answer)


def audit_any(subject: Any, **settings: Any) -> Findings:
    """Audits a function, the name of a shuffle, or decks."""
    made = isinstance(subject, str) or callable(subject)
    return audit(subject, **settings) if made else audit_decks(subject, **settings)


def check(
    flags: list[str],
    held: tuple[str, Callable[[dict[str, str]], Any]] | None = None,
    texts: Sequence[tuple[str, str]] = (),
    *,
    threads: int = 0,
    progress: bool | Callable[[int, int], None] = False,
    stop: Callable[[], None] | None = None,
    again: str | None = None,
) -> Findings:
    """Makes the audit of ``shuffle-audit check`` with these flags."""
    if not 0 <= threads <= _MOST_THREADS:
        raise ValueError(f"threads={threads} is not from 0 to {_MOST_THREADS}")
    try:
        with bar(progress) as heard:
            judged = _native.check(flags, [held] if held else [], list(texts), threads, heard, stop)
    except _native.NoVerdict as why:
        raise of_command(*why.args) from None
    return Findings(judged, again)


def _recorded(
    called: str,
    data: object,
    settings: Any,
    threads: int,
    progress: bool | Callable[[int, int], None],
    what: str,
) -> Findings:
    flags, texts = as_flags(settings, called)
    by_name = any(isinstance(settings.get(key), Mapping) for key in ("pack", "weights", "groups_of"))
    if by_name and settings.get("base") is not None:
        raise ValueError("base= is for numbers, but weights=, pack= or groups_of= name the symbols")
    by_name = by_name or any(not isinstance(settings.get(key), (str, type(None))) for key in ("pack", "labels"))
    decks = recording(data, what, by_name=by_name)
    is_said = {"--header", "--no-header"} & set(flags)
    flags += [f"--file={decks.name}", *(() if is_said else decks.flags)]
    return check(flags, (decks.name, decks.open), texts, threads=threads, progress=progress)


#: Settings that say how many symbols a draw has.
_SIZED = {"draw", "weights", "pack", "groups_of", "block", "hands", "varying"}

#: Settings that say what a row holds.
_NAMED = {
    "labels",
    "pack",
    "groups_of",
    "varying",
    "columns",
    "deal",
    "draw",
    "weights",
    "block",
    "by",
    "rank_by",
    "per",
    "hands",
    "stream",
}


def _labels(decks: Any) -> list[str] | None:
    """The items of the first deck in their own order, if they are labels."""
    if is_table(decks) or not len(decks):
        return None
    first = decks[0]
    return None if isinstance(first, (str, Set)) or not isinstance(first, Iterable) else sorted_items(first)


def _width(draws: Any, given: Mapping[str, Any]) -> int | None:
    """The symbols of a draw, if they can be counted."""
    if is_table(draws):
        if (named := given.get("columns")) is not None:
            return len(named.split(",") if isinstance(named, str) else list(named))
        names = draws.columns if hasattr(draws, "columns") else draws
        return None if "by" in given else len(names)
    if getattr(draws, "ndim", 1) > 1:
        return int(draws.shape[1])
    first = draws[0] if len(draws) else None
    return len(first) if isinstance(first, Sized) and not isinstance(first, (str, bytes)) else 1


def _name_of(shuffle: Callable[..., Any]) -> str:
    while isinstance(shuffle, functools.partial):
        shuffle = shuffle.func
    name = getattr(shuffle, "__qualname__", type(shuffle).__name__)
    return str(name).rpartition("<locals>.")[2].strip("<>").replace(" ", "-")


def _generator_for(shuffle: Callable[..., Any], *, in_place: bool, block: bool) -> Rng | None:
    """The kind of generator that a function wants: none if it has no parameter for one."""
    # Not at the top: this module takes some time to load, and few programs audit a function of their own.
    import inspect
    import random

    try:
        parameters = list(inspect.signature(shuffle, eval_str=False).parameters.values())
    except (TypeError, ValueError):  # a function in C that does not say
        parameters = []
    kinds = (inspect.Parameter.POSITIONAL_ONLY, inspect.Parameter.POSITIONAL_OR_KEYWORD)
    wanted = [it for it in parameters if it.kind in kinds and it.default is it.empty]
    wanted = wanted[1:] if in_place else wanted[: len(wanted) - 1] if block else wanted
    if not wanted:
        return None
    annotation = wanted[0].annotation
    said = annotation if isinstance(annotation, str) else getattr(annotation, "__name__", "")
    if said in ("Random", "random.Random"):
        return random.Random
    if said.endswith("RandomState"):
        raise TypeError("say rng=numpy.random.RandomState")
    try:
        from numpy.random import default_rng
    except ImportError:
        return random.Random
    return default_rng
