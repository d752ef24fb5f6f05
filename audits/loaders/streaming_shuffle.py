"""MosaicML streaming: get_shuffle (streaming/base/shuffle), the order of the rows in an epoch before it is divided among
workers. The default seed is that of StreamingDataset. Only NumPy is needed: `streaming` itself, which imports its whole
installation, is not imported, only its folder `streaming/base/shuffle`."""
import importlib.util, os, sys, types

import numpy
from epochs import SHARD, arguments, write

parser = arguments("mosaicml-streaming", seed=9176)
parser.add_argument("algorithm", choices=["py1s", "py2s", "py1br", "py1e", "naive"])
parser.add_argument("--nodes", type=int, default=1, help="num_canonical_nodes")
parser.add_argument("--block", type=int, default=1 << 18, help="shuffle_block_size; 0 is what StreamingDataset takes")
options = parser.parse_args()

folder = importlib.util.find_spec("streaming").submodule_search_locations[0]
for name, path in [("streaming", folder), ("streaming.base", os.path.join(folder, "base"))]:
    sys.modules[name] = types.ModuleType(name)
    sys.modules[name].__path__ = [path]
from streaming.base.shuffle import get_shuffle


def order(rows, epoch):
    shards = numpy.full(rows // SHARD, SHARD)
    block = options.block or max(4_000_000 // options.nodes, 1 << 18)
    return get_shuffle(options.algorithm, shards, options.nodes, options.seed, epoch, block)


write(order, options)
