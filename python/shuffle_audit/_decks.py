"""Decks that Python holds, as bytes: an array is a ``.npy`` file, anything else a table in CSV."""

from __future__ import annotations

import array
import contextvars
import csv
import io
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence, Set
from typing import TYPE_CHECKING, Any, NamedTuple, cast

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

#: Bytes that are handed over at once.
_CHUNK = 1 << 20

#: Numbers as the engine reads them from an array; others are converted, a chunk at a time.
_READABLE = ("|u1", "<u2", "<u4", "<u8", "<i4", "<i8")


class Recording(NamedTuple):
    """Decks by the name of the file that they could be, and its bytes, as often as they are wanted."""

    name: str
    open: Callable[[dict[str, str]], Iterator[bytes]]
    #: The flags with which it is read.
    flags: tuple[str, ...] = ()


def recording(data: object, what: str, *, by_name: bool = False) -> Recording:
    """The decks of an array, a table, a column, or any iterable.

    What has one dimension is one ``order``, or ``draws`` of one symbol each. With ``by_name`` numbers are names, too: symbol 1 of
    ``weights={1: 1, 0: 3}`` is not the second one.
    """
    if hasattr(data, "to_csv") and hasattr(data, "columns"):  # a table of pandas
        return _table(data.to_csv(index=False, quoting=csv.QUOTE_NONNUMERIC), "--header")
    if hasattr(data, "write_csv") and hasattr(data, "columns"):  # a table of polars
        return _table(data.write_csv(quote_style="non_numeric"), "--header")
    if isinstance(data, Mapping):
        return _table(as_csv([list(data), *zip(*data.values(), strict=True)]), "--header")
    data = as_data(data)
    numbers = None if by_name else _numbers(data)
    if numbers is None:
        items = data.tolist() if hasattr(data, "tolist") else cast("Iterable[Any]", data)
        return _table(as_csv([_row(row, what) for row in items]), "--no-header")
    if numbers.ndim == 1:
        if what == "decks":
            raise ValueError(
                "decks have two dimensions; of one order see audit_order, of draws of one symbol audit_draws"
            )
        numbers = numbers.reshape((1, -1) if what == "order" else (-1, 1))
    elif what == "order" and len(numbers) != 1:
        raise ValueError(f"one order has one dimension, not the shape {numbers.shape}; see audit_decks")
    return Recording("decks.npy", lambda _: npy(numbers))


def is_table(data: object) -> bool:
    """True for a table of pandas or polars, and for a dict of columns."""
    return hasattr(data, "columns") or isinstance(data, Mapping)


def as_data(data: object) -> Any:
    """Data that can be looked at more than once: a table, an array or a sequence."""
    if is_table(data):
        return data
    if isinstance(data, str):
        raise TypeError(
            f"decks are an array, a table or a sequence, not a string; is {data[:40]!r} a file? Read it first"
        )
    if isinstance(data, Set):
        raise TypeError("a set has no order; give a sequence")
    if hasattr(data, "to_numpy"):  # a column of pandas or polars
        data = data.to_numpy()
    is_read_once = isinstance(data, Sequence) and len(data) and isinstance(data[0], Iterator)
    if hasattr(data, "__array__") or (isinstance(data, (bytes, bytearray, memoryview, Sequence)) and not is_read_once):
        return data
    if not isinstance(data, Iterable):
        raise TypeError(f"decks are an array, a table or a sequence, not {type(data).__name__}")
    # A generator may give the same list each time, and a row may be one that is read once.
    rows = (list(row) if isinstance(row, Iterator) else row for row in data)
    return [row.copy() if hasattr(row, "copy") else row for row in rows]


def _row(row: Any, what: str) -> list[Any]:
    """The cells of a row; an item that is no row of items is one cell."""
    if isinstance(row, Set):
        raise TypeError("a set has no order; give a sequence")
    if not isinstance(row, (str, bytes)) and isinstance(row, Iterable):
        return list(row)
    if what == "decks":
        raise ValueError(
            f"{str(row)[:40]!r} is no deck, but one item; of one order see audit_order, of draws audit_draws"
        )
    return [row]


def _numbers(data: object) -> NDArray[Any] | None:
    """The array of whole numbers that this is or can be, without a copy where that can be; None if it holds other things."""
    if isinstance(data, Sequence) and not isinstance(data, (bytes, bytearray, memoryview)):
        first = data[0] if len(data) else None
        if isinstance(first, Iterable) and not isinstance(first, str):
            first = next(iter(first), None)
        if isinstance(first, str) or not hasattr(first, "__index__"):
            return None
    try:
        import numpy as np
    except ImportError:
        return None
    if isinstance(data, np.ma.MaskedArray) and np.ma.is_masked(data):
        raise ValueError("some cards are masked")
    try:
        array = np.asarray(data)
    except ValueError:  # rows of different lengths
        return None
    if array.dtype.kind == "f" and array.size and bool((array == np.floor(array)).all()):
        array = array.astype(np.int64)
    if array.dtype.kind not in "iub":
        if array.dtype.kind in "fc":
            raise ValueError(f"decks are whole numbers or labels, not {array.dtype} such as {array.flat[0]}")
        return None
    if array.ndim not in (1, 2):
        raise ValueError(f"decks have one or two dimensions, not {array.ndim}")
    return array


def npy(array: NDArray[Any]) -> Iterator[bytes]:
    """The bytes of ``numpy.save``; what is not stored so is converted a chunk at a time."""
    import numpy as np

    dtype = array.dtype if array.dtype.str in _READABLE else _readable(array)
    header = io.BytesIO()
    shown: dict[str, Any] = {"descr": dtype.str, "fortran_order": False, "shape": array.shape}
    np.lib.format.write_array_header_1_0(header, shown)
    yield header.getvalue()
    rows = max(1, _CHUNK // max(1, array.shape[1] * dtype.itemsize))
    for first in range(0, len(array), rows):
        yield np.ascontiguousarray(array[first : first + rows], dtype=dtype).tobytes()


def _readable(array: NDArray[Any]) -> np.dtype[Any]:
    """The type with the same numbers that the engine reads."""
    import numpy as np

    if array.dtype.kind == "b":
        return np.dtype("|u1")
    return np.dtype("<i4" if array.dtype.itemsize < 4 else f"<{array.dtype.kind}{array.dtype.itemsize}")


def _table(text: str, *flags: str) -> Recording:
    return Recording("decks.csv", lambda _: iter([text.encode()]), flags)


def as_csv(rows: Iterable[Iterable[object]]) -> str:
    """Rows as CSV."""
    table = io.StringIO()
    # In quotes no text is taken for several cells.
    csv.writer(table, lineterminator="\n", quoting=csv.QUOTE_NONNUMERIC).writerows(rows)
    return table.getvalue()


def sorted_items(order: Any) -> list[str] | None:
    """The items of an order in their own order, if they are no numbers; texts in natural order, track 2 before track 10."""
    if is_table(order) or getattr(getattr(order, "dtype", None), "kind", "O") in "iufb":
        return None
    items = order.tolist() if hasattr(order, "tolist") else list(order)
    first = items[0] if items else 0
    if isinstance(first, str):
        return sorted(set(items), key=_natural)
    if isinstance(first, (int, float, Iterable)) or hasattr(first, "__index__"):
        return None
    return [str(item) for item in sorted(set(items))]


def _natural(text: str) -> list[tuple[bool, int, str]]:
    parts = re.split(r"([0-9]+)", text)
    return [(not part.isascii() or not part.isdigit(), int(part) if part.isdecimal() else 0, part) for part in parts]


def by_place(
    shuffle: Callable[..., Any], names: Iterable[object], *, block: bool, in_place: bool
) -> Callable[..., Any]:
    """The function with the number of each symbol in the place of its name: programs write numbers."""
    places = {str(name): place for place, name in enumerate(names)}

    def deck(made: Any) -> list[int]:
        try:
            return [places[str(symbol)] for symbol in _cards(made)]
        except KeyError as wrong:
            raise ValueError(f"{wrong} is none of the symbols {', '.join(places)}") from None

    def numbered(*given: Any) -> Any:
        made = shuffle(*given)
        if made is None and in_place:
            made = given[0]
        if not block and getattr(made, "ndim", 1) != 2:
            return deck(made)
        import numpy as np

        return np.array([deck(row) for row in made])

    return numbered


class Subject:
    """A function of the caller that gives decks, run as the command runs a program.

    ``rng`` makes a generator from a seed; without one the function draws from where it likes.
    """

    def __init__(
        self,
        shuffle: Callable[..., Any],
        rng: Callable[[int], Any] | None,
        items: Sequence[Any] | None,
        *,
        block: bool,
        in_place: bool,
        is_text: bool,
    ) -> None:
        self.shuffle, self.rng, self.items = shuffle, rng, items
        self.block, self.in_place, self.is_text = block, in_place, is_text
        self.over = False
        # The engine calls from a thread of its own.
        self._context = contextvars.copy_context()
        self._asked: dict[str, str] | None = None

    #: Decks that are asked for at once from a function that makes many.
    BLOCK = 10_000

    def open(self, environment: dict[str, str]) -> Iterator[bytes]:
        """The decks that this environment of a program asks for."""
        decks = self._decks(environment)
        return iter(lambda: self._context.run(next, decks, None), None)

    def stop(self) -> None:
        """Makes no further deck: no more are needed."""
        self.over = True

    def _decks(self, environment: dict[str, str]) -> Iterator[bytes]:
        # Decks that are made again only show whether they are the same; a function may have no more of them.
        is_again, self._asked = environment == self._asked, environment
        cards, trials = int(environment["SHUFFLE_CARDS"]), int(environment["SHUFFLE_TRIALS"])
        rng = () if self.rng is None else (self.rng(int(environment["SHUFFLE_SEED"]) & 0xFFFF_FFFF),)
        is_narrow = environment["SHUFFLE_FORMAT"] == "u8"
        bonus = environment["SHUFFLE_BONUS"].rpartition("/")[2]
        width = int(environment["SHUFFLE_DEAL"]) + int(bonus or 0)
        written = _Written(self, trials, width, is_narrow=is_narrow)
        try:
            if self.block:
                yield from written.blocks(lambda decks: self.shuffle(*rng, decks))
            elif self.in_place:
                start = list(range(cards)) if self.items is None else list(self.items)
                yield from written.decks(self._in_place(start, rng, width))
            else:
                yield from written.decks(lambda: self.shuffle(*rng))
        except Exception as error:
            if is_again:
                return
            _note(error, f"in deck {written.made:,} of {trials:,}, counted from 0")
            if isinstance(error, StopIteration):  # which would end the generator that this is
                raise RuntimeError("the function raised StopIteration") from error
            raise

    def _in_place(self, start: list[Any], rng: tuple[Any, ...], dealt: int) -> Callable[[], Any]:
        def deck() -> Any:
            made = start.copy()
            returned = self.shuffle(made, *rng)
            made = made if returned is None else returned
            return made[:dealt] if len(made) == len(start) else made

        return deck


class _Written:
    """Decks as bytes, and how many there are."""

    def __init__(self, subject: Subject, trials: int, width: int, *, is_narrow: bool) -> None:
        self.subject, self.trials, self.width, self.is_narrow = subject, trials, width, is_narrow
        self.made = 0

    def decks(self, make: Callable[[], Any]) -> Iterator[bytes]:
        """One deck a call, or a block of as many as the function likes."""
        if self.subject.is_text:
            yield from self._lines(make)
            return
        # The first chunks are small: of a slow function only a few decks may be wanted.
        chunk, most, subject = bytearray(), 16 * self.width, self.subject
        for self.made in range(self.made, self.trials):  # noqa: B020
            if subject.over:
                return
            deck = make()
            # The usual deck comes first: a shuffle of 52 cards in Python takes some 10 us, and this should add little.
            if type(deck) is not list and hasattr(deck, "__array__"):
                if getattr(deck, "ndim", 1) == 2:
                    yield bytes(chunk)
                    yield from self._rest(deck, make)
                    return
                chunk += self._array(deck)
            else:
                chunk += self._packed(deck)
            if len(chunk) >= most:
                yield bytes(chunk)
                chunk.clear()
                most = min(2 * most, _CHUNK // 16)
        yield bytes(chunk)

    def _rest(self, first: Any, make: Callable[[], Any]) -> Iterator[bytes]:
        """The decks of a function that makes blocks, of which this is the next."""
        while True:
            left = self.trials - self.made
            yield self._array(first[:left])
            self.made += min(left, len(first))
            if self.made >= self.trials:
                return
            first = make()
            if not len(first):
                raise ValueError("the function made a block without a deck")

    def blocks(self, make: Callable[[int], Any]) -> Iterator[bytes]:
        """As many decks a call as are asked for."""
        while self.made < self.trials and not self.subject.over:
            wanted = min(Subject.BLOCK, self.trials - self.made)
            block = make(wanted)
            if len(block) != wanted:
                raise ValueError(f"the function was asked for {wanted:,} decks and made {len(block):,}")
            if self.subject.is_text:
                yield as_csv(block).encode()
            else:
                import numpy as np

                yield self._array(np.asarray(block))  # an error names the first deck of the block
            self.made += wanted

    def _packed(self, deck: Any) -> bytes:
        """A deck of Python's numbers as bytes."""
        deck = deck if type(deck) is list else _cards(deck)
        if len(deck) != self.width:
            raise self._wrong_width(len(deck))
        try:
            return bytes(deck) if self.is_narrow else array.array("I", deck).tobytes()
        except (TypeError, ValueError, OverflowError):
            said = repr(deck)[:60]
            raise ValueError(f"{said} is no deck of cards 0, 1, ...; for other items use items=") from None

    def _array(self, decks: Any) -> bytes:
        """An array as the bytes of its numbers, which must fit."""
        import numpy as np

        decks = np.asarray(decks)
        if decks.shape[-1:] != (self.width,):
            raise self._wrong_width(decks.shape[-1] if decks.ndim else 0)
        if decks.dtype.kind not in "iub":
            raise TypeError(f"a deck is whole numbers, not {decks.dtype}; for other items use items=")
        most = 0xFF if self.is_narrow else 0xFFFF_FFFF
        wanted = "|u1" if self.is_narrow else "<u4"
        if decks.dtype.str != wanted and decks.size and (decks.min() < 0 or decks.max() > most):
            wrong = decks.min() if decks.min() < 0 else decks.max()
            raise ValueError(f"{wrong} is not the number of a card; the first card is 0")
        return np.ascontiguousarray(decks, dtype=wanted).tobytes()

    def _wrong_width(self, found: int) -> ValueError:
        return ValueError(f"a deck has {self.width} cards here, but the function gave {found}")

    def _lines(self, make: Callable[[], Any]) -> Iterator[bytes]:
        rows: list[list[Any]] = []
        most = 16
        for self.made in range(self.trials):  # noqa: B020
            if self.subject.over:
                return
            # A copy: the function may give the same list each time.
            rows.append(_cards(make()))
            if len(rows) == most:
                yield as_csv(rows).encode()
                rows, most = [], min(2 * most, 1024)
        yield as_csv(rows).encode()


def _cards(deck: Any) -> list[Any]:
    """The cards of a deck, also of one that an iterator gives."""
    if getattr(deck, "ndim", 1) != 1:
        raise TypeError(f"a deck has one dimension, not {deck.ndim}; of many decks a call say block=True")
    if isinstance(deck, Set):
        raise TypeError("a set has no order; a deck is a sequence")
    if deck is None:
        raise TypeError("the function returned None; if it shuffles a list in place, say in_place=True")
    if not isinstance(deck, Iterable):
        raise TypeError(f"a deck is a sequence of cards, not {type(deck).__name__}; of one card it is [card]")
    return list(deck)


def _note(error: BaseException, note: str) -> None:
    if hasattr(error, "add_note"):  # Python 3.11
        error.add_note(note)
    elif error.args and isinstance(error.args[0], str):
        error.args = (f"{error.args[0]} ({note})", *error.args[1:])
