"""PyTorch: RandomSampler (torch/utils/data/sampler.py) and DistributedSampler (torch/utils/data/distributed.py), the
latter with 8 replicas, whose rows come in turns as they do in training. Both draw torch.randperm, seeded with seed + epoch."""
import numpy, torch
from epochs import arguments, write
from torch.utils.data import DistributedSampler, RandomSampler

parser = arguments("torch")
parser.add_argument("which", choices=["random", "distributed"])
options = parser.parse_args()


def order(rows, epoch):
    if options.which == "random":
        generator = torch.Generator().manual_seed(options.seed + epoch)
        return list(RandomSampler(range(rows), generator=generator))
    samplers = [DistributedSampler(range(rows), num_replicas=8, rank=rank, seed=options.seed) for rank in range(8)]
    for sampler in samplers:
        sampler.set_epoch(epoch)
    return numpy.array([list(sampler) for sampler in samplers]).T.ravel()


write(order, options)
