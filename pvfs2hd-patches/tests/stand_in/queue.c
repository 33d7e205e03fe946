/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "stand_in.h"

#include <pthread.h>
#include <stdlib.h>

enum { THREADS_MAX = 64 };

typedef struct item {
    void (*work)(void *);
    void *argument;
    struct item *next;
} item;

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static item *first, *last;
static int busy;
static bool ending;
static pthread_t threads[THREADS_MAX];
static int thread_count;

static item *take(void)
{
    (void)pthread_mutex_lock(&lock);
    while (first == NULL && !(ending && busy == 0)) {
        (void)pthread_cond_wait(&changed, &lock);
    }
    item *const taken = first;
    if (taken != NULL) {
        first = taken->next;
        last = first == NULL ? NULL : last;
        busy++;
    }
    (void)pthread_mutex_unlock(&lock);
    return taken;
}

static void *run(void *unused)
{
    for (item *at = NULL; (at = take()) != NULL;) {
        at->work(at->argument);
        free(at);
        (void)pthread_mutex_lock(&lock);
        busy--;
        (void)pthread_cond_broadcast(&changed);
        (void)pthread_mutex_unlock(&lock);
    }
    return unused;
}

void queue_start(int count)
{
    thread_count = count < THREADS_MAX ? count : THREADS_MAX;
    for (int i = 0; i < thread_count; i++) {
        if (pthread_create(&threads[i], NULL, run, NULL) != 0) {
            abort();
        }
    }
}

void queue_add(void (*work)(void *), void *argument)
{
    item *const added = malloc(sizeof *added);
    if (added == NULL) {
        abort();
    }
    *added = (item){work, argument, NULL};
    (void)pthread_mutex_lock(&lock);
    if (last == NULL) {
        first = added;
    } else {
        last->next = added;
    }
    last = added;
    (void)pthread_cond_broadcast(&changed);
    (void)pthread_mutex_unlock(&lock);
}

void queue_end(void)
{
    (void)pthread_mutex_lock(&lock);
    ending = true;
    (void)pthread_cond_broadcast(&changed);
    (void)pthread_mutex_unlock(&lock);
    for (int i = 0; i < thread_count; i++) {
        (void)pthread_join(threads[i], NULL);
    }
}
