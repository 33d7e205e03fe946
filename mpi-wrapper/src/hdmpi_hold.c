/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "hdmpi_hold.h"

#include "hdmpi_seen.h"

#include <stdlib.h>

static uint64_t key_of(const hd__comm *comm)
{
    return (uint64_t)(uintptr_t)comm;
}

static void let_go(hd__holds *holds, hd__hold *hold)
{
    if (holds->last == hold) {
        holds->last = NULL;
    }
    hd__table_take(&holds->table, key_of(hold->comm), hold);
    hd__comm_release(hold->comm);
    free(hold);
}

static bool is_useless(const hd__hold *hold)
{
    return hold->count == 0 && atomic_load_explicit(&hold->comm->is_gone, memory_order_relaxed);
}

static void collect_useless(uint64_t key, void *value, void *data)
{
    hd__hold *const hold = value;
    hd__hold **const list = data;
    (void)key;
    if (is_useless(hold)) {
        hold->next = *list;
        *list = hold;
    }
}

/* A handle of the process was freed since the last look, maybe one of these. */
static void let_useless_go(hd__holds *holds, unsigned generation)
{
    hd__hold *list = NULL;
    hd__table_visit(&holds->table, collect_useless, &list);
    while (list != NULL) {
        hd__hold *const next = list->next;
        let_go(holds, list);
        list = next;
    }
    holds->generation = generation;
}

static hd__hold *find_or_make(hd__holds *holds, hd__comm *comm)
{
    hd__hold *hold = hd__table_get(&holds->table, key_of(comm));
    if (hold != NULL) {
        return hold;
    }
    void *old = NULL;
    hold = calloc(1, sizeof(*hold));
    if (hold == NULL || !hd__table_put(&holds->table, key_of(comm), hold, &old)) {
        free(hold);
        return NULL;
    }
    hold->comm = hd__comm_retain(comm);
    return hold;
}

hd__hold *hd__hold_take(hd__holds *holds, hd__comm *comm)
{
    const unsigned now = atomic_load_explicit(&hd__handles_generation, memory_order_relaxed);
    if (now != holds->generation) {
        let_useless_go(holds, now);
    }
    if (holds->last == NULL || holds->last->comm != comm) {
        holds->last = find_or_make(holds, comm);
    }
    if (holds->last != NULL) {
        holds->last->count++;
    }
    return holds->last;
}

void hd__hold_drop(hd__holds *holds, hd__hold *hold)
{
    hold->count--;
    if (is_useless(hold)) {
        let_go(holds, hold);
    }
}

static void release(void *value)
{
    hd__hold *const hold = value;
    hd__comm_release(hold->comm);
    free(hold);
}

void hd__holds_fini(hd__holds *holds)
{
    hd__table_fini(&holds->table, release);
    holds->last = NULL;
}
