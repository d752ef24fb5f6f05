"""polars: DataFrame.sample(fraction=1, shuffle=True) (crates/polars-core/src/chunked_array/random.rs), seeded with
seed + epoch. Without shuffle=True, polars leaves the rows in order."""
import numpy, polars
from epochs import arguments, write

options = arguments("polars").parse_args()


def order(rows, epoch):
    frame = polars.DataFrame({"row": numpy.arange(rows)})
    return frame.sample(fraction=1, shuffle=True, seed=options.seed + epoch)["row"].to_numpy()


write(order, options)
