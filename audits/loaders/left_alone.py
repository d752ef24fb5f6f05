"""Counts what a shuffle left in order: runs of more than 100 rows of which each is the next one of the data set.

`python3 left_alone.py epochs.npy` prints for each epoch the rows in such runs, their share, the longest run, between which
positions they lie, and within how many positions the rows of a shard of 4,096 lie (the median over shards).
"""
import sys

import numpy
from epochs import SHARD

epochs = numpy.atleast_2d(numpy.load(sys.argv[1]).astype(numpy.int64))
for epoch, order in enumerate(epochs):
    follows = numpy.diff(order) == 1
    ends = numpy.flatnonzero(numpy.diff(follows, prepend=False, append=False)).reshape(-1, 2)
    lengths = ends[:, 1] - ends[:, 0] + 1
    rows, long = int(lengths[lengths > 100].sum()), ends[lengths > 100]
    positions = numpy.argsort(order).reshape(-1, SHARD)
    span = int(numpy.median(numpy.ptp(positions, axis=1) + 1))
    where = f", from position {long[0, 0]} to {long[-1, 1]}" if rows else ""
    print(f"{epoch}: {rows} rows ({rows / order.size:.2%}){where}; longest run {lengths.max(initial=1)}; a shard within {span}")
