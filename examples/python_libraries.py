"""Audits the shuffles of Python's libraries, and prints the table of the chapter on Python.

pip install numpy torch pandas polars scikit-learn
"""

import random
import secrets
from importlib.metadata import version
from platform import python_version

import numpy as np
import pandas as pd
import polars as pl
import torch
from sklearn.utils import resample, shuffle

import shuffle_audit as sa

DECK = list(range(52))
ROWS, COLUMN, DECKS = pd.Series(DECK), pl.Series(DECK), np.tile(DECK, (10_000, 1))
LIBRARIES = ["numpy", "torch", "pandas", "polars", "scikit-learn"]


def naive(deck, rng):
    for i in DECK:
        j = rng.randrange(52)
        deck[i], deck[j] = deck[j], deck[i]


PYTHON, IN_PLACE, SLOW = {"rng": random.Random}, {"in_place": True}, {"trials": 20_000}
LEGACY = {"rng": lambda seed: np.random.RandomState(seed % 2**32)}  # takes no longer seeds
TORCH, POLARS = {"rng": torch.manual_seed}, {"rng": pl.set_random_seed}
AUDITS = [
    ("`random.shuffle(deck)`", lambda deck, r: r.shuffle(deck), PYTHON | IN_PLACE),
    ("`random.sample(deck, 52)`", lambda r: r.sample(DECK, 52), PYTHON),
    ("`secrets.SystemRandom().shuffle(deck)`", secrets.SystemRandom().shuffle, IN_PLACE | SLOW),
    ("`sorted(deck, key=lambda _: random.random())`",
     lambda r: sorted(DECK, key=lambda _: r.random()), PYTHON),
    ("NumPy `rng.permutation(52)`", lambda r: r.permutation(52), {}),
    ("NumPy `rng.shuffle(deck)`", lambda deck, r: r.shuffle(deck), IN_PLACE),
    ("NumPy `rng.permuted(decks, axis=1)`", lambda r: r.permuted(DECKS, axis=1), {}),
    ("NumPy `rng.choice(52, 52, replace=False)`", lambda r: r.choice(52, 52, replace=False), {}),
    ("NumPy `np.random.RandomState().permutation(52)`", lambda r: r.permutation(52), LEGACY),
    ("`torch.randperm(52)`", lambda _: torch.randperm(52), TORCH),
    ("pandas `rows.sample(frac=1)`", lambda r: ROWS.sample(frac=1, random_state=r), SLOW),
    ("polars `rows.sample(fraction=1, shuffle=True)`",
     lambda _: COLUMN.sample(fraction=1, shuffle=True).to_list(), POLARS),
    ("scikit-learn `shuffle(rows)`", lambda r: shuffle(DECK, random_state=r), LEGACY | SLOW),
    ("scikit-learn `resample(rows, replace=False)`",
     lambda r: resample(DECK, replace=False, random_state=r), LEGACY | SLOW),
    ("naive loop: swap each `i` with `random.randrange(52)`", naive, PYTHON | IN_PLACE),
    ("`sorted(deck, key=lambda _: random.random() < .5)`",
     lambda r: sorted(DECK, key=lambda _: r.random() < .5), PYTHON),
    ("`deck.sort(key=lambda _: random.choice([0, 1]))`",
     lambda deck, r: deck.sort(key=lambda _: r.choice([0, 1])), PYTHON | IN_PLACE),
]  # fmt: skip
print(f"CPython {python_version()}", *(f"{name} {version(name)}" for name in LIBRARIES), sep=", ")
for name, function, settings in AUDITS:
    found = sa.audit(function, 52, **{"trials": 100_000, "seed": 36} | settings)
    cause, bias = (found.cause or {"id": ""})["id"], f"{100 * found.detectable[0]['value']:.0f} %"
    print("|", " | ".join([name, f"{found.trials:,}", found.verdict, cause, bias]), "|", flush=True)
