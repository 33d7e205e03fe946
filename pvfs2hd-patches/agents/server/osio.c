/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Functions of the C library that a server reads and writes its files with. They come here because
 * the agent is loaded before the C library. Each is a state of a token of its own, below the
 * operation of the storage layer that has the buffer, else below what the thread works for. */
#define _GNU_SOURCE /* RTLD_NEXT, pread64 */
#include "osio.h"

#include "ranges.h"
#include "symbols.h"

#include <dlfcn.h>
#include <errno.h>
#include <hdrut/rut.h>
#include <hdtrace/clock.h>
#include <string.h>
#include <unistd.h>

enum { OWN_LIBRARIES = 3 };

static hdpvfs_object own[OWN_LIBRARIES];

void hdpvfs_osio_init(void)
{
    const uintptr_t inside[OWN_LIBRARIES] = {(uintptr_t)hdpvfs_osio_init,
                                             (uintptr_t)hd_clock_get_ns, (uintptr_t)hd_rut_create};
    for (int i = 0; i < OWN_LIBRARIES; i++) {
        const void *const address = (const void *)inside[i]; // NOLINT(performance-no-int-to-ptr)
        (void)hdpvfs_object_around(address, &own[i]);
    }
}

static bool is_own(const void *caller)
{
    return hdpvfs_object_has(&own[0], caller, 1) || hdpvfs_object_has(&own[1], caller, 1) ||
           hdpvfs_object_has(&own[2], caller, 1);
}

/* What is said of a call: offset and size are -1 where there is none. */
typedef struct access_call {
    const char *name;
    int file;
    int64_t offset, size;
} access_call;

static hdpvfs_token begin(const access_call *call, const void *buffer, const void *caller)
{
    hdpvfs_token token = {{NULL, 0}, 0};
    if (!hdpvfs_config_now.wanted[HDPVFS_OS] || is_own(caller)) {
        return token;
    }
    hdpvfs_session *const session = hdpvfs_enter();
    if (session == NULL) {
        return token;
    }
    const int saved = errno;
    hdpvfs_token parent = buffer == NULL ? token : hdpvfs_range_find(buffer);
    if (parent.serial == 0) {
        parent = hdpvfs_here;
    }
    hdpvfs_values values;
    values.count = 0;
    hdpvfs_values_add(&values, "fd", call->file);
    if (call->offset >= 0) {
        hdpvfs_values_add(&values, "offset", call->offset);
    }
    if (call->size >= 0) {
        hdpvfs_values_add(&values, "size", call->size);
    }
    token = hdpvfs_token_begin(session, HDPVFS_TROVE, parent, NULL);
    hdpvfs_state_begin(session, token, call->name, &values);
    hdpvfs_leave();
    errno = saved;
    return token;
}

static void end(hdpvfs_token token, const access_call *call, int64_t result)
{
    const int saved = errno;
    hdpvfs_session *const session = token.serial == 0 ? NULL : hdpvfs_enter();
    if (session != NULL) {
        hdpvfs_values values;
        values.count = 0;
        if (result < 0) {
            hdpvfs_values_add(&values, "error", saved);
        } else if (result != call->size && call->size >= 0) {
            hdpvfs_values_add(&values, "bytes", result);
        }
        hdpvfs_state_end(session, token, &values);
        hdpvfs_token_end(session, token);
        hdpvfs_leave();
    }
    errno = saved;
}

typedef void any_function(void);

/* The next one of that name, found at the first call, which may come before the agent's start. */
static any_function *find(any_function **place, const char *name)
{
    any_function *found = __atomic_load_n(place, __ATOMIC_ACQUIRE);
    if (found == NULL) {
        const void *const symbol = dlsym(RTLD_NEXT, name);
        memcpy(&found, &symbol, sizeof found); /* POSIX: pointers to functions have the same form */
        __atomic_store_n(place, found, __ATOMIC_RELEASE);
    }
    return found;
}

#define EXPORTED __attribute__((visibility("default")))
#define CALLER   __builtin_extract_return_addr(__builtin_return_address(0))

#define AT_OFFSET(function, shown, buffer_type, offset_type)                                       \
    EXPORTED ssize_t function(int file, buffer_type buffer, size_t size, offset_type offset)       \
    {                                                                                              \
        static any_function *real;                                                                 \
        const access_call call = {shown, file, offset, (int64_t)size};                             \
        const hdpvfs_token token = begin(&call, buffer, CALLER);                                   \
        const ssize_t result = ((ssize_t(*)(int, buffer_type, size_t, offset_type))find(           \
            &real, #function))(file, buffer, size, offset);                                        \
        end(token, &call, result);                                                                 \
        return result;                                                                             \
    }

#define SYNC(function)                                                                             \
    EXPORTED int function(int file)                                                                \
    {                                                                                              \
        static any_function *real;                                                                 \
        const access_call call = {#function, file, -1, -1};                                        \
        const hdpvfs_token token = begin(&call, NULL, CALLER);                                     \
        const int result = ((int (*)(int))find(&real, #function))(file);                           \
        end(token, &call, result);                                                                 \
        return result;                                                                             \
    }

/* The C library names parameters as only it may. */
// NOLINTBEGIN(readability-inconsistent-declaration-parameter-name)
AT_OFFSET(pread, "pread", void *, off_t)
AT_OFFSET(pread64, "pread", void *, off64_t)
AT_OFFSET(pwrite, "pwrite", const void *, off_t)
AT_OFFSET(pwrite64, "pwrite", const void *, off64_t)
SYNC(fsync)
SYNC(fdatasync)
// NOLINTEND(readability-inconsistent-declaration-parameter-name)
