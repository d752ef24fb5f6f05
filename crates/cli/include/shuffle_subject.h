/* The interface of a shuffle in a native library, for `shuffle-audit check --library`. */
#ifndef SHUFFLE_SUBJECT_H
#define SHUFFLE_SUBJECT_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Returns the next 64 random bits; pass on the `state` that the shuffle received. */
typedef uint64_t shuffle_next(void *state);

/*
 * Shuffles deck[0] to deck[n - 1] in place. Before the call deck[i] is i; after it the deck must hold the
 * same n numbers in any order. Take all randomness from next(state); then the same seed gives the same
 * decks.
 */
typedef void shuffle_subject(uint32_t *deck, size_t n, shuffle_next *next, void *state);

#ifdef __cplusplus
}
#endif

#endif
