/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "live_tokens.h"

#include "sys.h"

#include <string.h>

/* Ids count up, so their low bits spread evenly by themselves. */
static size_t find(const hd__live_tokens *tokens, uint64_t id)
{
    size_t at = (size_t)id & (tokens->size - 1);
    while (tokens->slots[at].used && tokens->slots[at].id != id) {
        at = (at + 1) & (tokens->size - 1);
    }
    return at;
}

static bool grow(hd__live_tokens *tokens)
{
    hd__live_tokens larger = {NULL, tokens->size == 0 ? 16 : 2 * tokens->size, tokens->count};
    larger.slots = hd__system.alloc(larger.size * sizeof *larger.slots);
    if (larger.slots == NULL) {
        return false;
    }
    for (size_t i = 0; i < tokens->size; i++) {
        if (tokens->slots[i].used) {
            larger.slots[find(&larger, tokens->slots[i].id)] = tokens->slots[i];
        }
    }
    hd__system.release(tokens->slots);
    *tokens = larger;
    return true;
}

bool hd__live_tokens_add(hd__live_tokens *tokens, uint64_t id)
{
    if (2 * (tokens->count + 1) > tokens->size && !grow(tokens)) {
        return false;
    }
    tokens->slots[find(tokens, id)] = (hd__live_token){id, 0, true};
    tokens->count++;
    return true;
}

unsigned *hd__live_tokens_get(const hd__live_tokens *tokens, uint64_t id)
{
    if (tokens->size == 0) {
        return NULL;
    }
    hd__live_token *const slot = &tokens->slots[find(tokens, id)];
    return slot->used ? &slot->open_states : NULL;
}

/* Close the gap: what follows in the same run moves to where a search finds it. */
void hd__live_tokens_remove(hd__live_tokens *tokens, uint64_t id)
{
    if (hd__live_tokens_get(tokens, id) == NULL) {
        return;
    }
    size_t gap = find(tokens, id);
    tokens->slots[gap].used = false;
    tokens->count--;
    for (;;) {
        gap = (gap + 1) & (tokens->size - 1);
        if (!tokens->slots[gap].used) {
            return;
        }
        const hd__live_token moved = tokens->slots[gap];
        tokens->slots[gap].used = false;
        tokens->slots[find(tokens, moved.id)] = moved;
    }
}

void hd__live_tokens_fini(hd__live_tokens *tokens)
{
    hd__system.release(tokens->slots);
    memset(tokens, 0, sizeof *tokens);
}
