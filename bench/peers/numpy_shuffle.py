"""NumPy's Generator.shuffle, deck by deck, each card counted at its position."""
import platform, sys, time

import numpy

cards, decks = int(sys.argv[1]), int(sys.argv[2])
generator = numpy.random.default_rng(52)
positions = numpy.arange(cards)
counts = numpy.zeros((cards, cards), dtype=numpy.int64)
start = time.perf_counter()
for _ in range(decks):
    deck = numpy.arange(cards)
    generator.shuffle(deck)
    counts[positions, deck] += 1
print("seconds", time.perf_counter() - start)
print("counted", counts.sum())
print("version", "NumPy", numpy.__version__, "on", platform.python_implementation(), platform.python_version())
