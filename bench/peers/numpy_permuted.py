"""NumPy's Generator.permuted, ten thousand decks at once, each card counted at its position."""
import platform, sys, time

import numpy

cards, decks = int(sys.argv[1]), int(sys.argv[2])
generator = numpy.random.default_rng(52)
rows = numpy.tile(numpy.arange(cards), (10_000, 1))
counts = numpy.zeros((cards, cards), dtype=numpy.int64)
left = decks
start = time.perf_counter()
while left > 0:
    block = generator.permuted(rows[: min(left, len(rows))], axis=1)
    for position in range(cards):
        counts[position] += numpy.bincount(block[:, position], minlength=cards)
    left -= len(block)
print("seconds", time.perf_counter() - start)
print("counted", counts.sum())
print("version", "NumPy", numpy.__version__, "on", platform.python_implementation(), platform.python_version())
