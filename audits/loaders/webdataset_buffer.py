"""WebDataset: shuffle (_shuffle in webdataset/filters.py), once over the list of shards and once over their rows, as
WebDataset(urls, shardshuffle=100).shuffle(1000) puts them together. Shards are made up here: no tar file is read.
The shards have the same seed in every epoch, as in webdataset/compat.py; the rows have seed + epoch."""
import numpy, webdataset
from epochs import SHARD, arguments, write

parser = arguments("webdataset")
parser.add_argument("--buffer", type=int, default=1000, help="bufsize of the rows")
parser.add_argument("--shards", type=int, default=100, help="shardshuffle, the bufsize of the shards")
options = parser.parse_args()


def rows_of(shards):
    for shard in shards:
        first = int(shard["url"]) * SHARD
        yield from range(first, first + SHARD)


def order(rows, epoch):
    pipeline = webdataset.DataPipeline(
        webdataset.SimpleShardList([str(shard) for shard in range(rows // SHARD)]),
        webdataset.shuffle(options.shards, seed=options.seed),
        rows_of,
        webdataset.shuffle(options.buffer, seed=options.seed + epoch),
    )
    return numpy.fromiter(pipeline, dtype=numpy.int64, count=rows)


write(order, options)
