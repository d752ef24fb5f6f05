"""A bar that shows how many decks are done."""

from __future__ import annotations

import contextlib
import sys
from collections.abc import Callable, Iterator


@contextlib.contextmanager
def bar(progress: bool | Callable[[int, int], None]) -> Iterator[Callable[[int, int], None] | None]:
    """What is called with the decks done and all decks; None if no progress is wanted."""
    if not progress:
        yield None
    elif callable(progress):
        yield progress
    else:
        try:
            from tqdm.auto import tqdm
        except ImportError:
            yield _on_stderr
            print(file=sys.stderr)
            return
        with tqdm(unit="deck", unit_scale=True) as shown:

            def hear(done: int, wanted: int) -> None:
                # A recording does not know how many decks it has.
                shown.total = wanted if wanted < 1 << 60 else None
                shown.update(done - shown.n)

            yield hear
            shown.update((shown.total or shown.n) - shown.n)


def _on_stderr(done: int, wanted: int) -> None:
    share = f" of {wanted:,}" if wanted < 1 << 60 else ""
    print(f"\r{done:,}{share} decks", end="", file=sys.stderr, flush=True)
