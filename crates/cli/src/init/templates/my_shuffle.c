/* A shuffle for shuffle-audit. Put your own in the place of my_shuffle, and build it with
 *
 *     cc -O2 -shared -fPIC -o libmy_shuffle.so my_shuffle.c
 */

#include "shuffle_subject.h"

/* A number from 0 to bound - 1, all of them equally likely: numbers of the last, incomplete round are drawn again. */
static uint64_t below(uint64_t bound, shuffle_next *next, void *state) {
    const uint64_t rest = (UINT64_MAX % bound + 1) % bound;
    uint64_t word;
    do {
        word = next(state);
    } while (word > UINT64_MAX - rest);
    return word % bound;
}

void my_shuffle(uint32_t *deck, size_t n, shuffle_next *next, void *state) {
    for (size_t i = n; i > 1; i--) {
        const size_t j = (size_t)below(i, next, state);
        const uint32_t card = deck[i - 1];
        deck[i - 1] = deck[j];
        deck[j] = card;
    }
}
