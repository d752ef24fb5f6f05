"""CPython's random.shuffle, on the Mersenne Twister."""
import os, random, sys

cards, trials = int(os.environ["SHUFFLE_CARDS"]), int(os.environ["SHUFFLE_TRIALS"])
random.seed(int(os.environ["SHUFFLE_SEED"]))
names = [str(card) for card in range(cards)]
for _ in range(trials):
    deck = names[:]
    random.shuffle(deck)
    sys.stdout.write(" ".join(deck) + "\n")
