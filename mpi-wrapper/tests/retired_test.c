/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Memory that threads may look at is freed when each of them was outside the wrapper, and though
 * they never are at the same time. */
#include "hdmpi_seen.h"

#include <setjmp.h>
#include <stdarg.h>

#include <cmocka.h>

enum { THREADS = 3, ITEMS = 20000, FEW = 64, LATEST = (2 * THREADS + 1) * FEW };

_Thread_local hd__call *hd__current __attribute__((tls_model("initial-exec")));
static hd__call calls[1 + THREADS]; /* this thread's, and those of others */
static size_t freed_count;
static char first_items[ITEMS], second_items[ITEMS];

void hd__threads_visit(bool (*visit)(hd__call *call, void *data), void *data)
{
    for (size_t i = 0; i < 1 + THREADS; i++) {
        if (visit(&calls[i], data)) {
            return;
        }
    }
}

/* What the slower ways of looking ask, which are not taken here. */
hd__comm *hd__comm_get(const hd__call *call, MPI_Comm handle)
{
    (void)call;
    (void)handle;
    return NULL;
}

hd__type *hd__type_get(const hd__call *call, MPI_Datatype handle)
{
    (void)call;
    (void)handle;
    return NULL;
}

hd__window *hd__window_get(MPI_Win handle)
{
    (void)handle;
    return NULL;
}

hd__file *hd__file_get(MPI_File handle)
{
    (void)handle;
    return NULL;
}

static void note_freed(void *memory)
{
    assert_int_equal(*(char *)memory, 0); /* once */
    *(char *)memory = 1;
    freed_count++;
}

static void retire(char *item)
{
    hd__retire(item, note_freed);
    hd__retired_free();
}

static void set_busy(size_t thread, bool busy)
{
    atomic_store(&calls[1 + thread].busy, busy);
}

static void begin(void)
{
    hd__current = &calls[0];
    for (size_t i = 0; i < THREADS; i++) {
        set_busy(i, false);
    }
    freed_count = 0;
}

static void all_but_one_are_always_at_work(void **state)
{
    (void)state;
    begin();
    for (size_t i = 0; i < ITEMS; i++) {
        for (size_t thread = 0; thread < THREADS; thread++) {
            set_busy(thread, thread != i / FEW % THREADS);
        }
        retire(&second_items[i]);
        assert_true(i < freed_count + LATEST);
    }
}

static void nothing_is_freed_that_a_thread_may_look_at(void **state)
{
    (void)state;
    begin();
    set_busy(1, true); /* since before the first is retired */
    for (size_t i = 0; i < ITEMS / 2; i++) {
        retire(&first_items[i]);
    }
    assert_int_equal(freed_count, 0);
    set_busy(1, false);
    for (size_t i = ITEMS / 2; i < ITEMS / 2 + LATEST; i++) {
        retire(&first_items[i]);
    }
    assert_true(freed_count >= ITEMS / 2);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(nothing_is_freed_that_a_thread_may_look_at),
        cmocka_unit_test(all_but_one_are_always_at_work),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
