/* What a shuffle in a native library looks like to `shuffle-audit check --library`. */
#ifndef SHUFFLE_SUBJECT_H
#define SHUFFLE_SUBJECT_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Returns the next 64 random bits; `state` is what the shuffle was given. */
typedef uint64_t shuffle_next(void *state);

/*
 * Shuffles deck[0..n] in place. Before the call deck[i] is i; after it the deck must hold the same n
 * numbers in any order. All randomness should come from next(state): then the same seed gives the same
 * decks.
 */
typedef void shuffle_subject(uint32_t *deck, size_t n, shuffle_next *next, void *state);

#ifdef __cplusplus
}
#endif

#endif
