/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "own_memory.h"

#include "sys.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <string.h>
#include <unistd.h>

/* Heads of memory that a handler clears. */
typedef struct block {
    struct block *next;
    struct block **link; /* what points here */
    size_t bytes;        /* behind this head */
    size_t pad;
} block;

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static block *blocks;
static bool no_help; /* of the kernel's */
static pthread_once_t once = PTHREAD_ONCE_INIT;

static void before_fork(void)
{
    (void)pthread_mutex_lock(&lock);
}

static void in_parent(void)
{
    (void)pthread_mutex_unlock(&lock);
}

static void in_child(void)
{
    for (block *one = blocks; one != NULL; one = one->next) {
        memset(one + 1, 0, one->bytes);
    }
    (void)pthread_mutex_unlock(&lock);
}

static void set_handler(void)
{
    (void)pthread_atfork(before_fork, in_parent, in_child);
}

void hd__own_memory_use_handler(void)
{
    no_help = true;
}

static void *take_block(size_t bytes)
{
    (void)pthread_once(&once, set_handler);
    block *const made = hd__system.alloc(sizeof *made + bytes);
    if (made == NULL) {
        return NULL;
    }
    (void)pthread_mutex_lock(&lock);
    made->bytes = bytes;
    made->link = &blocks;
    made->next = blocks;
    if (blocks != NULL) {
        blocks->link = &made->next;
    }
    blocks = made;
    (void)pthread_mutex_unlock(&lock);
    return made + 1;
}

/* False: the memory is none of them. */
static bool give_block(void *memory)
{
    (void)pthread_mutex_lock(&lock);
    block *one = blocks;
    while (one != NULL && (void *)(one + 1) != memory) {
        one = one->next;
    }
    if (one != NULL) {
        *one->link = one->next;
        if (one->next != NULL) {
            one->next->link = one->link;
        }
    }
    (void)pthread_mutex_unlock(&lock);
    hd__system.release(one);
    return one != NULL;
}

/* --- whose memory it is ----------------------------------------------------------------------- */

static _Atomic pid_t *owner; /* 0 in a child until somebody asks there */
static pthread_once_t owner_once = PTHREAD_ONCE_INIT;

static void make_owner(void)
{
    owner = hd__own_memory_take(sizeof *owner);
}

pid_t hd__own_memory_get_process(void)
{
    (void)pthread_once(&owner_once, make_owner);
    if (owner == NULL) {
        return getpid();
    }
    pid_t process = atomic_load_explicit(owner, memory_order_relaxed);
    if (process == 0) {
        process = getpid();
        atomic_store_explicit(owner, process, memory_order_relaxed);
    }
    return process;
}

/* --- memory ----------------------------------------------------------------------------------- */

void *hd__own_memory_take(size_t bytes)
{
    void *const memory = no_help ? NULL : hd__system.map_own(bytes);
    return memory != NULL ? memory : take_block(bytes);
}

void hd__own_memory_give(void *memory, size_t bytes)
{
    if (!give_block(memory)) {
        hd__system.unmap(memory, bytes);
    }
}
