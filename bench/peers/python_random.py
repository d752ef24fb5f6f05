"""random.shuffle of the standard library, each card counted at its position."""
import platform, random, sys, time

cards, decks = int(sys.argv[1]), int(sys.argv[2])
random.seed(52)
counts = [[0] * cards for _ in range(cards)]
start = time.perf_counter()
for _ in range(decks):
    deck = list(range(cards))
    random.shuffle(deck)
    for position, card in enumerate(deck):
        counts[position][card] += 1
print("seconds", time.perf_counter() - start)
print("counted", sum(map(sum, counts)))
print("version", platform.python_implementation(), platform.python_version())
