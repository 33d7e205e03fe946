/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Files in memory. What a program reads and writes there goes by no function; what it maps, brings
 * to the disk and unmaps is told with its size. Memory without a file, as malloc takes it, passes.
 */
#include "hdposix.h"

#include <stdatomic.h>
#include <string.h>
#include <sys/syscall.h>

enum { MAPS_MAX = 4096, TEXT_BYTES = 64 };

typedef struct map {
    uintptr_t base;
    size_t size;
    int64_t offset;
    int fid, oid;
} map;

static map maps[MAPS_MAX]; /* size 0: free */
static atomic_uint map_count;
static atomic_flag is_locked = ATOMIC_FLAG_INIT;

/* No thread waits here: a signal handler may have come amid. Who does not get it goes without. */
static bool try_lock(void)
{
    return !atomic_flag_test_and_set_explicit(&is_locked, memory_order_acquire);
}

static void unlock(void)
{
    atomic_flag_clear_explicit(&is_locked, memory_order_release);
}

static void keep(const map *one)
{
    if (!try_lock()) {
        return;
    }
    for (size_t i = 0; i < MAPS_MAX; i++) {
        if (maps[i].size == 0) {
            maps[i] = *one;
            atomic_fetch_add(&map_count, 1);
            break;
        }
    }
    unlock();
}

void hdp__maps_renew(void)
{
    if (atomic_load(&map_count) > 0) { /* else no page of it is touched */
        memset(maps, 0, sizeof maps);
        atomic_store(&map_count, 0);
    }
    unlock(); /* whoever held it is not here */
}

/* Find the mapping that an address is in; `drops`: it is forgotten when all of it goes. */
static bool find(map *found, uintptr_t base, size_t size, bool drops)
{
    if (atomic_load_explicit(&map_count, memory_order_relaxed) == 0 || !try_lock()) {
        return false;
    }
    bool is_there = false;
    for (size_t i = 0; i < MAPS_MAX && !is_there; i++) {
        if (base >= maps[i].base && base < maps[i].base + maps[i].size) {
            is_there = true;
            *found = maps[i];
            if (drops && base == maps[i].base && size >= maps[i].size) {
                maps[i].size = 0;
                atomic_fetch_sub(&map_count, 1);
            }
        }
    }
    unlock();
    return is_there;
}

static void protection_text(char text[TEXT_BYTES], int protection)
{
    (void)snprintf(text, TEXT_BYTES, "%s%s%s", protection & PROT_READ ? "|READ" : "",
                   protection & PROT_WRITE ? "|WRITE" : "", protection & PROT_EXEC ? "|EXEC" : "");
}

static void end_map(hdp__op *op, void *result, size_t size, int protection, int flags,
                    int64_t offset)
{
    const map one = {(uintptr_t)result, size, offset, op->file->fid, op->file->oid};
    if (!hdp__back(op)) {
        return;
    }
    if (result != MAP_FAILED && size > 0) {
        keep(&one);
    }
    char text[TEXT_BYTES] = "";
    protection_text(text, protection);
    op->values[0] = one.fid;
    op->values[1] = one.oid;
    op->values[2] = offset;
    op->values[3] = (int64_t)size;
    hdp__describe(op, HDP_F_MMAP);
    hdp__put_text(op, "protection", text[0] == '\0' ? "NONE" : text + 1);
    hdp__put_text(op, "sharing", (flags & MAP_TYPE) == MAP_PRIVATE ? "PRIVATE" : "SHARED");
    hdp__finish(op, result == MAP_FAILED);
}

/* An allocator may map before anything can be found. */
static void *really_map(void *place, size_t size, int protection, int flags, int fd, off_t offset)
{
    if (__builtin_expect(hdp__real.mmap == NULL, 0)) {
        const long result = syscall(SYS_mmap, place, size, protection, flags, fd, offset);
        return (void *)result; /* NOLINT(performance-no-int-to-ptr): that is what it returns */
    }
    return hdp__real.mmap(place, size, protection, flags, fd, offset);
}

static void *do_map(void *place, size_t size, int protection, int flags, int fd, off_t offset,
                    const void *caller)
{
    hdp__op op;
    if ((flags & MAP_ANONYMOUS) != 0 || fd < 0 || !hdp__enter_data(&op, fd, caller)) {
        return really_map(place, size, protection, flags, fd, offset);
    }
    void *const result = really_map(place, size, protection, flags, fd, offset);
    end_map(&op, result, size, protection, flags, offset);
    return result;
}

static bool enter(hdp__op *op, map *found, const void *base, size_t size, bool drops,
                  const void *caller)
{
    return find(found, (uintptr_t)base, size, drops) && hdp__enter_name(op, caller);
}

static void end(hdp__op *op, hdp__function function, const map *found, const void *base,
                size_t size, int result)
{
    if (hdp__back(op)) {
        op->values[0] = found->fid;
        op->values[1] = found->oid;
        op->values[2] = found->offset + (int64_t)((uintptr_t)base - found->base);
        op->values[3] = (int64_t)size;
        hdp__close(op, function, result != 0);
    }
}

/* NOLINTBEGIN(readability-inconsistent-declaration-parameter-name): the headers' names are reserved
 */
HDP_EXPORT void *mmap(void *place, size_t size, int protection, int flags, int fd, off_t offset)
{
    return do_map(place, size, protection, flags, fd, offset, HDP_CALLER);
}

HDP_EXPORT void *mmap64(void *place, size_t size, int protection, int flags, int fd, off64_t offset)
{
    return do_map(place, size, protection, flags, fd, offset, HDP_CALLER);
}

HDP_EXPORT int munmap(void *base, size_t size)
{
    hdp__op op;
    map found;
    if (!enter(&op, &found, base, size, true, HDP_CALLER)) {
        return hdp__real.munmap == NULL ? (int)syscall(SYS_munmap, base, size)
                                        : hdp__real.munmap(base, size);
    }
    const int result = HDP_REAL(munmap)(base, size);
    end(&op, HDP_F_MUNMAP, &found, base, size, result);
    return result;
}

HDP_EXPORT int msync(void *base, size_t size, int flags)
{
    hdp__op op;
    map found;
    if (!enter(&op, &found, base, size, false, HDP_CALLER)) {
        return HDP_REAL(msync)(base, size, flags);
    }
    const int result = HDP_REAL(msync)(base, size, flags);
    end(&op, HDP_F_MSYNC, &found, base, size, result);
    return result;
}
/* NOLINTEND(readability-inconsistent-declaration-parameter-name) */
