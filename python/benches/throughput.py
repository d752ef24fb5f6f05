"""Decks of 52 cards a second, next to what NumPy needs to make or count them, and the overhead on ``random.shuffle``.

``python python/benches/throughput.py`` prints the fastest of seven runs, each pair in turn; an idle machine is needed.
"""

from __future__ import annotations

import random
import time
from collections.abc import Callable

import numpy as np

import shuffle_audit as sa

RUNS = 7


def seconds(*works: Callable[[], object]) -> list[float]:
    """The shortest time of each, run in turn: what else runs only adds to it."""
    times: list[list[float]] = [[] for _ in works]
    for _ in range(RUNS):
        for took, work in zip(times, works, strict=True):
            start = time.perf_counter()
            work()
            took.append(time.perf_counter() - start)
    return [min(took) for took in times]


def row(what: str, decks: int, took: float, other: str, of_other: float) -> None:
    print(
        f"{what:<44} {decks / took:>12,.0f} decks/s   {other}: {decks / of_other:>12,.0f}   time {took / of_other:.2f}x"
    )


def count(decks: np.ndarray) -> object:
    """What NumPy needs for the two tests: how often each card is at each position, and the ascents."""
    flat = np.arange(52) * 52 + decks
    return np.bincount(flat.ravel(), minlength=52 * 52), (decks[:, 1:] > decks[:, :-1]).sum(axis=1)


def main() -> None:
    rng = np.random.default_rng(1)
    few = ["degree", "position"]
    for dtype, number in (("u1", 1_000_000), ("i8", 500_000)):
        decks = rng.permuted(np.tile(np.arange(52, dtype=dtype), (number, 1)), axis=1)
        two, every, ours = seconds(
            lambda decks=decks: sa.audit_decks(decks, metrics=few),
            lambda decks=decks: sa.audit_decks(decks),
            lambda decks=decks: count(decks),
        )
        row(f"array of {dtype}, degree and position", number, two, "NumPy counts", ours)
        row(f"array of {dtype}, all tests", number, every, "NumPy counts", ours)

    start = np.arange(52, dtype=np.uint8)

    def block(rng: np.random.Generator, decks: int) -> np.ndarray:
        return rng.permuted(np.broadcast_to(start, (decks, 52)), axis=1)

    number = 200_000
    audited, made = seconds(
        lambda: sa.audit(block, cards=52, block=True, trials=number, metrics=few),
        lambda: [block(np.random.default_rng(1), sa_block) for sa_block in [10_000] * (number // 10_000)],
    )
    row("blocks of 10,000 from a function", number, audited, "NumPy alone", made)

    def one(rng: random.Random) -> list[int]:
        deck = list(range(52))
        rng.shuffle(deck)
        return deck

    def alone() -> None:
        rng = random.Random(1)
        for _ in range(100_000):
            one(rng)

    for what, metrics in (("degree and position", few), ("all tests", None)):
        audited, made = seconds(lambda metrics=metrics: sa.audit(one, trials=100_000, metrics=metrics), alone)
        row(f"random.shuffle, {what}", 100_000, audited, "alone", made)


if __name__ == "__main__":
    main()
