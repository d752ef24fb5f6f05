"""Hugging Face datasets: IterableDataset.shuffle (datasets/iterable_dataset.py), which shuffles the list of shards, reads up to
10 of them in turns, and sends the rows through a buffer."""
import numpy
from datasets import Dataset
from epochs import SHARD, arguments, write

parser = arguments("datasets")
parser.add_argument("--buffer", type=int, default=1000, help="buffer_size")
parser.add_argument("--one-shard", action="store_true", help="all rows in a single shard")
options = parser.parse_args()


def order(rows, epoch):
    stored = Dataset.from_dict({"row": numpy.arange(rows)})
    stream = stored.to_iterable_dataset(num_shards=1 if options.one_shard else rows // SHARD)
    stream = stream.shuffle(seed=options.seed, buffer_size=options.buffer)
    stream.set_epoch(epoch)
    return numpy.fromiter((row["row"] for row in stream), dtype=numpy.int64, count=rows)


write(order, options)
