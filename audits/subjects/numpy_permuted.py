"""NumPy's Generator.permuted, a block of rows at a time."""
import os, sys

import numpy

cards, trials = int(os.environ["SHUFFLE_CARDS"]), int(os.environ["SHUFFLE_TRIALS"])
generator = numpy.random.default_rng(int(os.environ["SHUFFLE_SEED"]))
rows = numpy.tile(numpy.arange(cards), (1000, 1))
while trials > 0:
    block = generator.permuted(rows[: min(trials, 1000)], axis=1)
    sys.stdout.write("".join(" ".join(map(str, deck)) + "\n" for deck in block.tolist()))
    trials -= len(block)
