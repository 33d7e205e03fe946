/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef HD_SRC_LIVE_TOKENS_H
#define HD_SRC_LIVE_TOKENS_H
/* Tokens that exist, with the number of their open states: a hash table by id, linear probing. */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct hd__live_token {
    uint64_t id;
    unsigned open_states;
    bool used;
} hd__live_token;

typedef struct hd__live_tokens {
    hd__live_token *slots; /* `size`, a power of two, at most half of them used */
    size_t size;
    size_t count;
} hd__live_tokens;

/* Add a token that is not there; false when out of memory. */
bool hd__live_tokens_add(hd__live_tokens *tokens, uint64_t id);

/* Its number of open states, valid until the next add or remove; NULL when it is not there. */
unsigned *hd__live_tokens_get(const hd__live_tokens *tokens, uint64_t id);

void hd__live_tokens_remove(hd__live_tokens *tokens, uint64_t id);
void hd__live_tokens_fini(hd__live_tokens *tokens);

#endif
