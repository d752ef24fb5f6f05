"""Writes shuffled decks for shuffle-audit, one a line. Put your own shuffle in the place of my_shuffle."""

import os
import random

CARDS = int(os.environ["SHUFFLE_CARDS"])  # cards in the deck
DEAL = int(os.environ["SHUFFLE_DEAL"])  # how many of them to write
TRIALS = int(os.environ["SHUFFLE_TRIALS"])  # decks to write, no more and no fewer

# The same seed must give the same decks.
rng = random.Random(int(os.environ["SHUFFLE_SEED"]))


def my_shuffle(deck):
    for i in reversed(range(1, len(deck))):
        j = rng.randrange(i + 1)
        deck[i], deck[j] = deck[j], deck[i]


def main():
    for _ in range(TRIALS):
        deck = list(range(CARDS))  # each deck starts in order, from 0
        my_shuffle(deck)
        print(" ".join(map(str, deck[:DEAL])))


if __name__ == "__main__":
    main()
