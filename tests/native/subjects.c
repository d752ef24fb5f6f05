/* Shuffles in C for `--library`: a sound one, a biased one, and some that misbehave. */
#include "shuffle_subject.h"

#include <stdlib.h>

/* Uniform in 0..k: words of the last, incomplete share are drawn again. */
static uint64_t below(uint64_t k, shuffle_next *next, void *state) {
    const uint64_t surplus = -k % k;
    uint64_t word;
    do {
        word = next(state);
    } while (word < surplus);
    return word % k;
}

static void swap(uint32_t *deck, size_t i, size_t j) {
    const uint32_t card = deck[i];
    deck[i] = deck[j];
    deck[j] = card;
}

void fisher_yates(uint32_t *deck, size_t n, shuffle_next *next, void *state) {
    for (size_t i = n; i > 1; i--) {
        swap(deck, i - 1, (size_t)below(i, next, state));
    }
}

void naive(uint32_t *deck, size_t n, shuffle_next *next, void *state) {
    for (size_t i = 0; i < n; i++) {
        swap(deck, i, (size_t)below(n, next, state));
    }
}

void crashes(uint32_t *deck, size_t n, shuffle_next *next, void *state) {
    (void)deck, (void)n, (void)next, (void)state;
    abort();
}

void hangs(uint32_t *deck, size_t n, shuffle_next *next, void *state) {
    (void)deck, (void)n;
    for (;;) {
        next(state);
    }
}

void writes_beyond(uint32_t *deck, size_t n, shuffle_next *next, void *state) {
    (void)next, (void)state;
    deck[n] = 0;
}

void doubles_a_card(uint32_t *deck, size_t n, shuffle_next *next, void *state) {
    (void)next, (void)state;
    deck[0] = deck[n - 1];
}
