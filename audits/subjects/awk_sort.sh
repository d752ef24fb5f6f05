#!/bin/sh
# The usual idiom for shuffling lines: number them at random with awk (which one is the argument), sort, and cut
# the numbers off. Decks are kept apart by a number before the random one, and a thousand are sorted together.
#
# Awk prints six digits of its random numbers, as it does in the idiom, so two cards of a deck have the same
# number now and then; sort then compares the rest of their lines.
set -e
exec "$1" -v cards="$SHUFFLE_CARDS" -v trials="$SHUFFLE_TRIALS" -v seed="$SHUFFLE_SEED" '
    BEGIN {
        srand(seed % 2147483647)
        shuffle = "LC_ALL=C sort -k1,1n -k2,2g | cut -f3 | paste -d \" \""
        for (card = 0; card < cards; card++) shuffle = shuffle " -"
        for (trial = 1; trial <= trials; trial++) {
            for (card = 0; card < cards; card++)
                print trial "\t" rand() "\t" card | shuffle
            if (trial % 1000 == 0) close(shuffle)
        }
    }'
