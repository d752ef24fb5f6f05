"""Audits of data loaders: the order in which the rows of a data set come in an epoch.

An epoch becomes one order of its rows, judged as any recorded order is. This module looks at row ids only and
imports no loader library: it knows samplers, streams and splitters by their methods.

    audit_loader(DataLoader(rows, batch_size=32, shuffle=True), epochs=2)  # batches that hold row ids
    audit_loader(order_of(loader))                                         # the sampler alone; loads no data
    audit_loader(distributed(lambda rank: DistributedSampler(data, 8, rank), 8))    # all ranks together
    audit_loader(streaming("py1e", [4096] * 256))                          # a shuffle of MosaicML streaming
    audit_loader(KFold(5, shuffle=True), cards=1000)                       # a splitter of scikit-learn
"""

from __future__ import annotations

import importlib
import importlib.util
import inspect
import os
import sys
import types
import warnings
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import chain, zip_longest
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

if TYPE_CHECKING:
    from . import Findings

__all__ = ["Epoch", "audit_loader", "distributed", "epochs_of", "order_of", "streaming"]

# Fields of a row that may hold its id. The first one found counts.
FIELDS = ("id", "ids", "idx", "index", "row", "key", "__key__")


class Epoch(NamedTuple):
    """The row ids of an epoch, in the order in which they came."""

    ids: Sequence[Any]
    # Rows in the first batch; None if rows came one by one.
    batch: int | None = None
    # Sizes of the sets in which the rows came, such as folds; the rows of a set have no order.
    hands: str | None = None


def audit_loader(
    make: Any,
    epochs: int = 1,
    key: Callable[[Any], Any] | None = None,
    groups: Sequence[Any] | int | str | None = None,
    batch: int | None = None,
    **settings: Any,
) -> Findings:
    """Audits the order in which a loader hands out its rows.

    `make` is a loader, or a function that returns one. A loader is iterated once per epoch, after
    `set_epoch(epoch)` on it, its sampler and its data set where they have it. A function is called once per
    epoch, with the number of the epoch if it needs an argument, and must call `set_epoch` itself. So it also
    shows what happens in a training loop that forgets to. An endless loader must be cut to an epoch.

    `key(item)` returns the row id or ids of an item. Without `key`, ids are integers, one-dimensional integer
    arrays, lists of integers, or a field named id, ids, idx, index, row, key or __key__. If the batches of a
    DataLoader hold no ids, its sampler is audited instead, with a warning.

    Ids are row numbers from 0 or 1. For other ids, `labels` lists them in start order; "sorted" means that
    their sorted order is the start order. `cards` is the number of rows; by default the largest number is the
    last. `groups` has the class of each row in start order, or is the number of rows in a shard. `batch` is
    by default the size of the first batch.

    Rows that are missing or come twice are an error. `coverage="ignore"` audits the rows that come exactly
    once in every epoch. That is valid if the loader pads or drops rows by place, not by content.

    Other settings are as for `audit_order`. Raises ValueError if items have no row ids or rows are missing.
    """
    from . import audit_decks, audit_order

    read = epochs_of(make, epochs, key, settings.get("cards"))
    orders, about = _row_numbers([epoch.ids for epoch in read], settings.pop("labels", None))
    settings = {**about, **settings}
    if groups is not None:
        settings["groups"] = f"shards:{groups}" if isinstance(groups, int) else groups
        batch = batch or read[0].batch
    if batch is not None:
        settings["batch"] = batch
    if read[0].hands is not None:
        settings["hands"] = read[0].hands
    return audit_order(orders[0], **settings) if len(orders) == 1 else audit_decks(orders, **settings)


def epochs_of(
    make: Any, epochs: int = 1, key: Callable[[Any], Any] | None = None, cards: int | None = None
) -> list[Epoch]:
    """The row ids of each epoch; arguments as in `audit_loader`. Each repeat of a splitter is an epoch."""
    if epochs < 1:
        raise ValueError(f"epochs is {epochs}; it must be at least 1")
    read: list[Epoch] = []
    for epoch in range(epochs):
        if callable(make) and not hasattr(type(make), "__iter__"):
            loader = make(epoch) if _takes_epoch(make) else make()
        else:
            loader = make
            _set_epoch(loader, epoch)
        is_splitter = hasattr(loader, "split") and not hasattr(loader, "__iter__")
        read += _splits(loader, cards) if is_splitter else [_read(loader, key)]
        if not read[-1].ids:
            raise ValueError(f"epoch {epoch} has no rows; pass a function if a loader can be read only once")
    return read


def order_of(loader: Any) -> Any:
    """The batch sampler of a torch DataLoader, or its sampler: its order, without loading data.

    Raises ValueError if there is none, as with an IterableDataset.
    """
    if (sampler := _sampler(loader)) is None:
        raise ValueError(f"this {type(loader).__name__} has no sampler, so its rows must be read; give key=")
    return sampler


def distributed(make: Callable[[int], Any], replicas: int) -> Any:
    """The samplers or loaders of all ranks as one loader. As in training, each rank gives an item in turn.

    `make(rank)` returns the sampler or loader of a rank, as in `DistributedSampler(data, 8, rank)`. If ranks
    give batches, the batch of one rank is the default of `batch`.
    """
    return _Ranks([make(rank) for rank in range(replicas)])


def streaming(
    algorithm: str, shards: Sequence[int], nodes: int = 1, seed: int = 9176, block: int | None = None
) -> Callable[[int], Any]:
    """A shuffle of MosaicML streaming (py1s, py2s, py1br, py1e, naive), as a function of the epoch.

    It returns the order before workers share it. `shards` has the number of rows in each shard. The defaults
    are those of StreamingDataset. Only the folder `streaming/base/shuffle` is imported; it needs only NumPy.
    """
    shuffle = _streaming_shuffle()
    if algorithm not in shuffle.algos:
        raise ValueError(f"streaming has no shuffle {algorithm!r}; it has {', '.join(shuffle.algos)}")
    block = block or max(4_000_000 // nodes, 1 << 18)
    return lambda epoch: shuffle.get_shuffle(algorithm, np.array(shards), nodes, seed, epoch, block)


class _Ranks:
    def __init__(self, ranks: Sequence[Any]) -> None:
        self.ranks = ranks

    def set_epoch(self, epoch: int) -> None:
        for rank in self.ranks:
            _set_epoch(rank, epoch)

    def __iter__(self) -> Iterator[Any]:
        done = object()
        for turn in zip_longest(*self.ranks, fillvalue=done):
            yield from (item for item in turn if item is not done)


def _takes_epoch(make: Callable[..., Any]) -> bool:
    """True if a call needs an argument. A default may hold a value of a loop, as in lambda seed=seed: ..."""
    try:
        inspect.signature(make).bind()
    except (TypeError, ValueError) as error:
        return isinstance(error, TypeError)  # ValueError: a function in C that hides its parameters
    return False


def _set_epoch(loader: Any, epoch: int) -> None:
    """Calls set_epoch wherever torch, datasets and streaming have it, once per object."""
    batches = getattr(loader, "batch_sampler", None)
    parts = [loader, batches, getattr(batches, "sampler", None)]
    parts += [getattr(loader, "sampler", None), getattr(loader, "dataset", None)]
    for part in {id(part): part for part in parts}.values():
        if callable(getattr(part, "set_epoch", None)):
            part.set_epoch(epoch)


def _sampler(loader: Any) -> Any:
    sampler = getattr(loader, "sampler", None)
    # An endless sampler of None: the data set decides the order.
    if type(sampler).__name__ == "_InfiniteConstantSampler":
        return None
    batches = getattr(loader, "batch_sampler", None)
    return sampler if batches is None else batches


def _read(loader: Any, key: Callable[[Any], Any] | None) -> Epoch:
    ids: list[Any] = []
    batch = None
    # An array or a series of one dimension is the order itself.
    is_order = key is None and hasattr(loader, "dtype") and getattr(loader, "ndim", 1) == 1
    for item in [loader] if is_order else loader:
        value = item if key is None else key(item)
        found = _ids(value, named=key is not None)
        if found is None:
            if key is None and not ids and _sampler(loader) is not None:
                seen = "the batches hold no row ids, so the order of the sampler is audited"
                warnings.warn(f"{seen}; give key= to audit the rows that come", stacklevel=4)
                return _read(order_of(loader), None)
            where = "an item of the loader" if key is None else "what key= returned"
            how = 'give key=, a function that returns the ids in an item: key=lambda item: item["row"]'
            raise ValueError(f"no row ids in {where}, {_looks(value)}; {how}")
        if not ids and len(found) > 1 and value is not loader:
            batch = len(found)
        ids += found
    return Epoch(ids, batch)


def _ids(item: Any, named: bool = False) -> list[Any] | None:
    """The row ids in an item; None if that is not clear. Text is an id only if it is `named` as one."""
    if isinstance(item, (int, str, bytes)) and not isinstance(item, bool):
        return [item] if named or isinstance(item, int) else None
    if hasattr(item, "dtype"):
        kind = str(item.dtype).lower()
        if getattr(item, "ndim", 1) > 1 or not ("int" in kind or (named and "float" not in kind)):
            return None
        values = (getattr(item, "tolist", None) or item.to_list)()
        return values if isinstance(values, list) else [values]
    if isinstance(item, Mapping):
        return next((_ids(item[field], named=True) for field in FIELDS if field in item), None)
    if not isinstance(item, (list, tuple)):
        return None
    # The parts of a tuple are columns, such as images and labels, unless each part is a row.
    batch = isinstance(item, list) and all(isinstance(it, int) or getattr(it, "ndim", 1) == 0 for it in item)
    if not (named or len(item) == 1 or batch or all(isinstance(it, Mapping) for it in item)):
        return None
    parts = [_ids(part, named) for part in item]
    return None if None in parts else list(chain.from_iterable(part or [] for part in parts))


def _looks(item: Any) -> str:
    """An item in words, for errors."""
    name = type(item).__name__
    if hasattr(item, "dtype"):
        return f"{name} of {item.dtype} with shape {tuple(getattr(item, 'shape', ()))}"
    if isinstance(item, Mapping):
        return f"{name} with the fields {', '.join(map(repr, item))}"
    if isinstance(item, (list, tuple)):
        return f"{name} of ({', '.join(map(_looks, item[:3]))}{', ...' if len(item) > 3 else ''})"
    return f"{name} {item!r:.40}"


def _splits(splitter: Any, cards: int | None) -> list[Epoch]:
    """The orders of a splitter: its folds if they share out the rows, else the two parts of each split."""
    if cards is None:
        raise ValueError(f"{type(splitter).__name__} needs the number of rows, such as cards=1000")
    splits = list(splitter.split(np.arange(cards)))
    tests = [test for _, test in splits]
    times = np.bincount(np.concatenate(tests), minlength=cards)
    shared = times.min() == times.max() and len(tests) % times[0] == 0
    folds = len(tests) // int(times[0]) if shared else 0
    read = []
    for parts in [tests[at : at + folds] for at in range(0, len(tests), folds)] if shared else splits:
        ids = np.concatenate(parts)
        # Folds are sorted sets. Folds without a shuffle are the start order, and stay so.
        sets = all((np.diff(part) > 0).all() for part in parts) and not (np.diff(ids) > 0).all()
        read.append(Epoch(ids.tolist(), None, ",".join(str(len(part)) for part in parts) if sets else None))
    return read


def _row_numbers(
    read: list[Sequence[Any]], labels: Sequence[Any] | str | None
) -> tuple[list[Sequence[int]], dict[str, int]]:
    """The orders as row numbers, and the range of the numbers as settings."""
    ids = list(dict.fromkeys(chain.from_iterable(read)))
    if labels is not None:
        place = {name: at for at, name in enumerate(sorted(ids) if labels == "sorted" else labels)}
        if (other := next((it for it in ids if it not in place), None)) is not None:
            raise ValueError(f"row {other!r} is not in labels")
        return [[place[it] for it in order] for order in read], {"cards": len(place)}
    # The engine takes no longer orders.
    odd = next((it for it in ids if not isinstance(it, int) or not 0 <= it < 1 << 28), None)
    if odd is not None:
        raise ValueError(f"id {odd!r} is not a row number; give labels=, the ids in start order, or 'sorted'")
    base = 1 if min(ids) == 1 else 0
    cards, most = max(ids) + 1 - base, max(map(len, read))
    if most > 2 * cards:
        raise ValueError(f"{most:,} items have only {cards:,} numbers, which cannot be row ids; give key=")
    return read, {"cards": cards, "base": base}


def _streaming_shuffle() -> Any:
    """The package `streaming.base.shuffle` alone, since `streaming` imports its whole installation."""
    name = "streaming.base.shuffle"
    if name in sys.modules:
        return sys.modules[name]
    found = importlib.util.find_spec("streaming")
    if found is None or not found.submodule_search_locations:
        raise ModuleNotFoundError("MosaicML streaming is missing: pip install --no-deps mosaicml-streaming")
    folder = found.submodule_search_locations[0]
    try:
        for parent, path in [("streaming", folder), ("streaming.base", os.path.join(folder, "base"))]:
            sys.modules[parent] = types.ModuleType(parent)
            sys.modules[parent].__path__ = [path]
        return importlib.import_module(name)
    finally:
        # A later `import streaming` must find the whole package.
        for module in [it for it in sys.modules if it == "streaming" or it.startswith("streaming.")]:
            del sys.modules[module]
