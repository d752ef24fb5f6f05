"""NumPy's Generator.permutation (numpy/random/_generator.pyx), seeded with seed + epoch."""
import numpy
from epochs import arguments, write

options = arguments("numpy").parse_args()
write(lambda rows, epoch: numpy.random.default_rng(options.seed + epoch).permutation(rows), options)
