/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A handler can neither lock nor allocate, so that the mappings stand in a table of fixed size.
 * A slot is claimed, filled and then given its base; whoever finds an address in it is the thread
 * that stores there, so that the slot stays as it is meanwhile. */
#define _GNU_SOURCE /* MAP_ANONYMOUS */
#include "guard.h"

#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdint.h>
#include <sys/mman.h>
#include <unistd.h>

enum { SLOTS = 4096 };

typedef struct slot {
    _Atomic uintptr_t base; /* 0: free; 1: being filled */
    _Atomic size_t bytes;
    atomic_bool lost;
} slot;

static slot slots[SLOTS];
static atomic_uint used; /* slots from here on were never taken */
static pthread_once_t once = PTHREAD_ONCE_INIT;
static struct sigaction before;
static uintptr_t page_bytes;

/* --- the handler ------------------------------------------------------------------------------ */

static slot *find(uintptr_t address)
{
    const unsigned end = atomic_load(&used);
    for (unsigned i = 0; i < end; i++) {
        const uintptr_t base = atomic_load(&slots[i].base);
        if (base > 1 && address - base < atomic_load(&slots[i].bytes)) {
            return &slots[i];
        }
    }
    return NULL;
}

/* False: not ours, or there is no memory. */
static bool replace(void *address)
{
    slot *const hit = find((uintptr_t)address);
    if (hit == NULL) {
        return false;
    }
    char *const begin = (char *)address - ((uintptr_t)address & (page_bytes - 1));
    const uintptr_t end = atomic_load(&hit->base) + atomic_load(&hit->bytes);
    atomic_store(&hit->lost, true);
    return mmap(begin, end - (uintptr_t)begin, PROT_READ | PROT_WRITE,
                MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED | MAP_NORESERVE, -1, 0) != MAP_FAILED;
}

static bool was_sent(const siginfo_t *info)
{
    return info->si_code <= 0;
}

/* A store that faulted does it again once the handler returns, and ends the process then. */
static void end_as_without_handler(int number, const siginfo_t *info)
{
    const struct sigaction none = {.sa_handler = SIG_DFL};
    if (was_sent(info) && before.sa_handler == SIG_IGN) {
        return;
    }
    (void)sigaction(number, &none, NULL);
    if (was_sent(info)) {
        (void)raise(number);
    }
}

static void pass_on(int number, siginfo_t *info, void *context)
{
    if ((before.sa_flags & SA_SIGINFO) != 0) {
        before.sa_sigaction(number, info, context);
    } else if (before.sa_handler == SIG_DFL || before.sa_handler == SIG_IGN) {
        end_as_without_handler(number, info);
    } else {
        before.sa_handler(number);
    }
}

static void on_bus_error(int number, siginfo_t *info, void *context)
{
    const int saved = errno;
    const bool done = !was_sent(info) && replace(info->si_addr);
    errno = saved;
    if (!done) {
        pass_on(number, info, context);
    }
}

/* In the place of what was there, and under the conditions that it asked for. */
static void install(void)
{
    page_bytes = (uintptr_t)sysconf(_SC_PAGESIZE);
    if (sigaction(SIGBUS, NULL, &before) != 0) {
        return;
    }
    const bool handled = (before.sa_flags & SA_SIGINFO) != 0 ||
                         (before.sa_handler != SIG_DFL && before.sa_handler != SIG_IGN);
    const int kept = SA_ONSTACK | SA_RESTART | SA_NODEFER;
    struct sigaction ours = {
        .sa_sigaction = on_bus_error,
        .sa_mask = before.sa_mask,
        .sa_flags = SA_SIGINFO | (handled ? before.sa_flags & kept : SA_ONSTACK | SA_RESTART)};
    (void)sigaction(SIGBUS, &ours, NULL);
}

/* The library goes, at the end or by dlclose: so does the handler, if it still is the one. */
__attribute__((destructor)) static void uninstall(void)
{
    struct sigaction now;
    if (page_bytes != 0 && sigaction(SIGBUS, NULL, &now) == 0 && (now.sa_flags & SA_SIGINFO) != 0 &&
        now.sa_sigaction == on_bus_error) {
        (void)sigaction(SIGBUS, &before, NULL);
    }
}

/* --- the table -------------------------------------------------------------------------------- */

static slot *claim(void)
{
    for (unsigned i = 0; i < SLOTS; i++) {
        uintptr_t none = 0;
        if (atomic_load(&slots[i].base) == 0 &&
            atomic_compare_exchange_strong(&slots[i].base, &none, 1)) {
            unsigned end = atomic_load(&used);
            while (end <= i && !atomic_compare_exchange_weak(&used, &end, i + 1)) {
            }
            return &slots[i];
        }
    }
    return NULL;
}

void hd__guard_enter(const void *base, size_t bytes)
{
    const int saved = errno;
    (void)pthread_once(&once, install);
    slot *const taken = claim();
    if (taken != NULL) {
        atomic_store(&taken->bytes, bytes);
        atomic_store(&taken->lost, false);
        atomic_store(&taken->base, (uintptr_t)base);
    }
    errno = saved;
}

void hd__guard_leave(const void *base)
{
    slot *const left = find((uintptr_t)base);
    if (left != NULL) {
        atomic_store(&left->base, 0);
    }
}

bool hd__guard_is_lost(const void *base)
{
    const slot *const asked = find((uintptr_t)base);
    return asked != NULL && atomic_load(&asked->lost);
}
