"""scikit-learn: `shuffle` is sklearn.utils.shuffle (sklearn/utils/_indexing.py), `split` the training part, then the
test part, of ShuffleSplit(test_size=0.25) (sklearn/model_selection/_split.py). Both seeded with seed + epoch."""
import numpy
from epochs import arguments, write
from sklearn.model_selection import ShuffleSplit
from sklearn.utils import shuffle

parser = arguments("scikit-learn")
parser.add_argument("which", choices=["shuffle", "split"])
options = parser.parse_args()


def order(rows, epoch):
    seed = options.seed + epoch
    if options.which == "shuffle":
        return shuffle(numpy.arange(rows), random_state=seed)
    return numpy.concatenate(next(ShuffleSplit(1, test_size=0.25, random_state=seed).split(numpy.arange(rows))))


write(order, options)
