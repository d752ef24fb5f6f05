#!/bin/sh
# The usual idiom for shuffling lines: number them at random with awk, sort, and cut the numbers off. Decks
# are kept apart by a number before the random one.
set -e
awk -v cards="$SHUFFLE_CARDS" -v trials="$SHUFFLE_TRIALS" -v seed="$SHUFFLE_SEED" '
    BEGIN {
        srand(seed % 2147483647)
        for (trial = 0; trial < trials; trial++)
            for (card = 0; card < cards; card++)
                print trial "\t" rand() "\t" card
    }' |
    LC_ALL=C sort -S 512M -k1,1n -k2,2g |
    cut -f3 |
    paste -d ' ' $(yes - | head -n "$SHUFFLE_CARDS")
