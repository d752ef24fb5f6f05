"""Loaders of real libraries, where they are installed. Alpha is the default, 0.001, and seeds are fixed."""

import json
import random
import re
import sys
from functools import partial
from pathlib import Path

import numpy as np
import pytest

import shuffle_audit as sa
from shuffle_audit.loaders import distributed, epochs_of, order_of, streaming


def effective_buffer(found):
    assert found.verdict == "fail"
    return int(re.search(r"buffer of about ([\d,]+) rows", found.cause["says"])[1].replace(",", ""))


def reservoir(rows, buffer, rng):
    """The shuffle buffer of tf.data: a random row of a full buffer leaves, the next one takes its place."""
    held = list(range(buffer))
    for row in range(buffer, rows):
        place = rng.randrange(buffer)
        yield held[place]
        held[place] = row
    rng.shuffle(held)
    yield from held


class Images:
    """A map-style data set of torch. It is a class of this module since workers may have to pickle it."""

    def __init__(self, rows, has_ids=True):
        self.rows, self.has_ids = rows, has_ids

    def __len__(self):
        return self.rows

    def __getitem__(self, row):
        return {"image": 0.5, "label": row % 10, "row": row} if self.has_ids else (0.5, row % 10)


def torch_loader(images, **options):
    torch = pytest.importorskip("torch", reason="torch is not installed")
    generator = torch.Generator().manual_seed(7)
    return torch.utils.data.DataLoader(images, batch_size=64, generator=generator, **options)


def test_a_torch_loader_with_workers_passes_only_if_it_shuffles():
    found = sa.audit_loader(torch_loader(Images(10_000), shuffle=True, num_workers=2), epochs=2)
    assert (found.verdict, found.cards, found.trials) == ("pass", 10_000, 2)
    found = sa.audit_loader(torch_loader(Images(10_000), num_workers=2))
    assert (found.verdict, found.cause["id"]) == ("fail", "not-shuffled")


def test_a_torch_loader_without_ids_is_audited_by_its_sampler():
    with pytest.warns(UserWarning, match="the order of the sampler is audited"):
        found = sa.audit_loader(torch_loader(Images(5_000, has_ids=False)))
    assert found.cause["id"] == "not-shuffled"


def test_order_of_reads_no_data():
    class Closed(Images):
        def __getitem__(self, row):
            raise AssertionError("a row was read")

    assert sa.audit_loader(order_of(torch_loader(Closed(5_000), shuffle=True)), epochs=3).passed


def test_an_iterable_data_set_has_no_order_to_read():
    torch = pytest.importorskip("torch", reason="torch is not installed")

    class Stream(torch.utils.data.IterableDataset):
        def __iter__(self):
            return iter([(0.5, 1)] * 8)

    loader = torch.utils.data.DataLoader(Stream(), batch_size=4)
    with pytest.raises(ValueError, match="has no sampler"):
        order_of(loader)
    with pytest.raises(ValueError, match=r"list of \(Tensor of torch.float64 with .*; give key="):
        sa.audit_loader(loader)


def distributed_sampler(rows):
    data = pytest.importorskip("torch.utils.data", reason="torch is not installed")
    return distributed(lambda rank: data.DistributedSampler(range(rows), 8, rank, seed=3), 8)


def test_ranks_take_turns_and_get_one_order_if_set_epoch_is_forgotten():
    assert epochs_of(distributed(lambda rank: range(rank, 10, 4), 4))[0].ids == list(range(10))
    sampler = distributed_sampler(10_000)
    forgot = sa.audit_loader(lambda: sampler, epochs=2)
    assert (forgot.verdict, forgot.cause["id"]) == ("fail", "same-deck")
    assert sa.audit_loader(sampler, epochs=2).passed


def test_padded_rows_are_an_error_that_names_coverage():
    sampler = distributed_sampler(10_001)
    with pytest.raises(ValueError, match=r"7 come more than once .*coverage"):
        sa.audit_loader(sampler)
    found = sa.audit_loader(sampler, epochs=2, coverage="ignore")
    assert found.passed and 10_001 - 14 <= found.cards < 10_001


def test_the_buffer_of_a_stream_is_found_by_its_size():
    found = sa.audit_loader(reservoir(10_000, 100, random.Random(5)))
    assert 90 <= effective_buffer(found) <= 110


def test_datasets_shuffles_all_rows_of_a_stored_data_set_and_streams_through_a_buffer():
    datasets = pytest.importorskip("datasets", reason="datasets is not installed")
    stored = datasets.Dataset.from_dict({"row": range(10_000)})
    assert sa.audit_loader(lambda epoch: stored.shuffle(seed=epoch), epochs=2).passed
    found = sa.audit_loader(stored.to_iterable_dataset().shuffle(seed=1, buffer_size=100))
    # Releases that refill half of the buffer at a time mix like a buffer of 74 rows.
    assert 65 <= effective_buffer(found) <= 110


def test_splitters_are_audited_by_their_folds():
    splits = pytest.importorskip("sklearn.model_selection", reason="scikit-learn is not installed")
    unshuffled = sa.audit_loader(splits.KFold(5), cards=5_000)
    assert (unshuffled.verdict, unshuffled.cause["id"]) == ("fail", "not-shuffled")
    repeated = sa.audit_loader(splits.RepeatedKFold(n_splits=5, n_repeats=3, random_state=1), cards=5_000)
    assert (repeated.verdict, repeated.trials) == ("pass", 3)
    split = sa.audit_loader(splits.ShuffleSplit(4, random_state=1), cards=5_000)
    assert (split.verdict, split.trials) == ("pass", 4)
    with pytest.raises(ValueError, match="KFold needs the number of rows"):
        sa.audit_loader(splits.KFold(5))


@pytest.mark.parametrize("algorithm", ["naive", "py1s", "py2s", "py1e"])
def test_streaming_mixes_rows_within_blocks(algorithm):
    order = streaming_or_skip(algorithm, [1000] * 40, block=10_000)
    assert sa.audit_loader(order).verdict == ("pass" if algorithm == "naive" else "fail")
    assert not any(name.startswith("streaming") for name in sys.modules), "a later import must find all of it"


def streaming_or_skip(*arguments, **options):
    try:
        return streaming(*arguments, **options)
    except ModuleNotFoundError as missing:
        pytest.skip(str(missing))


def test_py1br_leaves_the_end_of_an_epoch_in_order():
    found = sa.audit_loader(partial(streaming_or_skip("py1br", [4096] * 256, block=1 << 18), 3))
    moved = found.document["cases"][0]["moved"]
    assert (moved["in_order"], moved["in_order_positions"]) == (35_492, [1_013_084, 1_048_575])


def test_batches_that_hold_few_shards_fail():
    fair = [list(batch) for batch in np.random.default_rng(4).permutation(10_000).reshape(-1, 50)]
    found = sa.audit_loader(fair, groups=1000, metrics=["batches"])
    assert found.passed and found.document["cases"][0]["subject"]["batch"] == 50
    shards = np.random.default_rng(4).permuted(np.arange(10_000).reshape(10, 1000), axis=1).reshape(-1, 50)
    labels = [row // 1000 for row in range(10_000)]
    found = sa.audit_loader(shards, groups=labels, metrics=["batches"])
    assert [test["test"] for test in found.tests] == ["batches"] and found.verdict == "fail"


@pytest.mark.parametrize(
    "items",
    [
        [3, 1, 2],
        [[3, 1], [2]],
        [np.array([3, 1]), np.array([2])],
        [(np.array([3, 1]),), (np.array([2]),)],
        [{"image": 0.5, "ids": [3, 1]}, {"image": 0.5, "ids": [2]}],
        [({"idx": 3}, {"idx": 1}), ({"idx": 2},)],
        np.array([3, 1, 2], dtype=np.uint16),
    ],
)
def test_ids_are_found_where_they_can_be(items):
    assert epochs_of(items)[0].ids == [3, 1, 2]


UNCLEAR = [(3, 1), "text", 0.5, True, {"label": 3}, (np.zeros(2), np.arange(2)), np.eye(2, dtype=int)]


@pytest.mark.parametrize("item", UNCLEAR)
def test_what_may_not_be_ids_needs_a_key(item):
    with pytest.raises(ValueError, match=r"no row ids in an item of the loader, .*; give key="):
        sa.audit_loader([item])
    assert epochs_of([item], key=lambda _: 5)[0].ids == [5]


def test_row_numbers_differ_from_class_labels_and_text():
    assert sa.audit_loader(range(1, 301)).cause["id"] == "not-shuffled"
    with pytest.raises(ValueError, match="1,000 items have only 10 numbers, which cannot be row ids"):
        sa.audit_loader([row % 10 for row in range(1000)])
    names = [f"{number:x}" for number in range(300)]
    rows = [{"__key__": name} for name in names]
    with pytest.raises(ValueError, match="id '0' is not a row number; give labels="):
        sa.audit_loader(rows)
    assert sa.audit_loader(rows, labels=names).cause["id"] == "not-shuffled"
    with pytest.raises(ValueError, match="1 never come"):
        sa.audit_loader(rows[:-1], labels=names)
    with pytest.raises(ValueError, match="row 'zz' is not in labels"):
        sa.audit_loader([*rows, {"__key__": "zz"}], labels=names)


def test_a_function_gets_the_epoch_if_it_asks_for_it():
    assert [epoch.ids for epoch in epochs_of(lambda epoch: [epoch], 2)] == [[0], [1]]
    assert [epoch.ids for epoch in epochs_of(lambda epoch=7: [epoch], 2)] == [[7], [7]]
    with pytest.raises(ValueError, match="epoch 1 has no rows; pass a function"):
        epochs_of(iter([1, 2]), 2)


def test_the_notebook_runs():
    streaming_or_skip("py1br", [4096])
    notebook = json.loads((Path(__file__).parents[2] / "examples" / "loaders.ipynb").read_text())
    names = {}
    for cell in notebook["cells"]:
        if cell["cell_type"] == "code":
            exec("".join(cell["source"]), names)
    assert names["left"] == [0, 0, 0, 35_492]
    assert (names["found"].verdict, names["changed"].verdict) == ("fail", "pass")
