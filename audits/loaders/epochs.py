"""What the scripts of this folder share: their arguments, and how they write epochs.

An epoch has SHUFFLE_CARDS rows (1,048,576 if that is not set), in shards of 4,096. The rows go to stdout, four bytes each
(`u32le`), or with --out into a .npy file. The seed is an argument and SHUFFLE_SEED is not read, so that
everybody who runs a script gets the same rows.
"""
import argparse, os, sys
from importlib.metadata import version

import numpy

SHARD = 4096


def arguments(library, seed=0):
    """The arguments that all scripts have; --version fails if the library is not installed."""
    parser = argparse.ArgumentParser()
    said = dict.fromkeys([f"{library} {version(library)}", f"numpy {numpy.__version__}"])
    parser.add_argument("--version", action="version", version=", ".join(said))
    parser.add_argument("--seed", type=int, default=seed)
    parser.add_argument("--epoch", type=int, default=0, help="the first epoch")
    parser.add_argument("--epochs", type=int, default=int(os.environ.get("SHUFFLE_TRIALS", 1)))
    parser.add_argument("--out", help="a .npy file; else stdout")
    return parser


def write(order, options):
    """Writes epochs: order(rows, epoch) gives the numbers of the rows in the order in which they come."""
    rows = int(os.environ.get("SHUFFLE_CARDS", 1 << 20))
    epochs = range(options.epoch, options.epoch + options.epochs)
    orders = (numpy.asarray(order(rows, epoch)).astype("<u4") for epoch in epochs)
    if options.out:
        numpy.save(options.out, next(orders) if options.epochs == 1 else numpy.stack(list(orders)))
    else:
        for each in orders:
            sys.stdout.buffer.write(each.tobytes())
