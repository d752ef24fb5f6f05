"""pandas: DataFrame.sample(frac=1) (pandas/core/sample.py), seeded with seed + epoch."""
import numpy, pandas
from epochs import arguments, write

options = arguments("pandas").parse_args()


def order(rows, epoch):
    frame = pandas.DataFrame({"row": numpy.arange(rows)})
    return frame.sample(frac=1, random_state=options.seed + epoch)["row"]


write(order, options)
