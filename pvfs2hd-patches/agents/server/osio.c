/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Functions of the C library that a server reads and writes its files with. They come here because
 * the agent is loaded before the C library. Each is a state of a token of its own. */
#define _GNU_SOURCE /* RTLD_NEXT, pread64 */
#include "osio.h"

#include "ranges.h"
#include "symbols.h"

#include <dlfcn.h>
#include <errno.h>
#include <hdrut/rut.h>
#include <hdtrace/clock.h>
#include <stdio.h>
#include <stdlib.h>
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

/* Byte streams are files named by their handle: /.../0007a1.bstream.
 * @return false: this is none */
static bool get_handle(int file, uint64_t *handle)
{
    char link[48];
    char path[512];
    (void)snprintf(link, sizeof link, "/proc/self/fd/%d", file);
    const ssize_t length = readlink(link, path, sizeof path - 1);
    if (length <= 0) {
        return false;
    }
    path[length] = '\0';
    const char *const slash = strrchr(path, '/');
    char *end = NULL;
    *handle = strtoull(slash == NULL ? path : slash + 1, &end, 16);
    return strcmp(end, ".bstream") == 0;
}

static hdpvfs_token find_parent(const hdpvfs_os_call *call, const void *buffer)
{
    hdpvfs_token parent = {{NULL, 0}, 0};
    if (buffer != NULL) {
        parent = hdpvfs_range_find(buffer);
    }
    if (parent.serial == 0 && call->offset >= 0 && !hdpvfs_place_is_empty()) {
        uint64_t handle = 0;
        parent = hdpvfs_place_find(get_handle(call->file, &handle) ? &handle : NULL, call->offset,
                                   call->size);
    }
    return parent.serial == 0 ? hdpvfs_here : parent;
}

hdpvfs_token hdpvfs_os_begin(const hdpvfs_os_call *call, const void *buffer, const void *caller)
{
    hdpvfs_token token = {{NULL, 0}, 0};
    if (!hdpvfs_config_now.wanted[HDPVFS_OS] || is_own(caller)) {
        return token;
    }
    const int saved = errno;
    hdpvfs_session *const session = hdpvfs_enter();
    if (session == NULL) {
        return token;
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
    const hdpvfs_token parent = find_parent(call, buffer);
    hd_relation *const relation = hdpvfs_session_relation(session, HDPVFS_TROVE);
    (void)hd_relation_hold(relation);
    token = hdpvfs_token_begin(session, HDPVFS_TROVE, parent, NULL);
    hdpvfs_state_begin(session, token, call->name, &values);
    hd_relation_release(relation);
    hdpvfs_leave();
    errno = saved;
    return token;
}

void hdpvfs_os_end(hdpvfs_token token, int64_t size, int64_t result, int error)
{
    const int saved = errno;
    hdpvfs_session *const session = token.serial == 0 ? NULL : hdpvfs_enter();
    if (session != NULL) {
        hdpvfs_values values;
        values.count = 0;
        if (result < 0) {
            hdpvfs_values_add(&values, "error", error);
        } else if (result != size && size >= 0) {
            hdpvfs_values_add(&values, "bytes", result);
        }
        (void)hdpvfs_token_close(session, token, &values);
        hdpvfs_leave();
    }
    errno = saved;
}

/* Found at the first call, which may come before the agent's start. */
hdpvfs_any_function *hdpvfs_os_find(hdpvfs_any_function **place, const char *name)
{
    hdpvfs_any_function *found = __atomic_load_n(place, __ATOMIC_ACQUIRE);
    if (found == NULL) {
        const void *const symbol = dlsym(RTLD_NEXT, name);
        memcpy(&found, &symbol, sizeof found); /* POSIX: pointers to functions have the same form */
        __atomic_store_n(place, found, __ATOMIC_RELEASE);
    }
    return found;
}

#define AT_OFFSET(function, shown, buffer_type, offset_type)                                       \
    HDPVFS_EXPORTED ssize_t function(int file, buffer_type buffer, size_t size,                    \
                                     offset_type offset)                                           \
    {                                                                                              \
        static hdpvfs_any_function *real;                                                          \
        const hdpvfs_os_call call = {shown, file, offset, (int64_t)size};                          \
        const hdpvfs_token token = hdpvfs_os_begin(&call, buffer, HDPVFS_CALLER);                  \
        const ssize_t result = ((ssize_t(*)(int, buffer_type, size_t, offset_type))hdpvfs_os_find( \
            &real, #function))(file, buffer, size, offset);                                        \
        hdpvfs_os_end(token, call.size, result, errno);                                            \
        return result;                                                                             \
    }

#define SYNC(function)                                                                             \
    HDPVFS_EXPORTED int function(int file)                                                         \
    {                                                                                              \
        static hdpvfs_any_function *real;                                                          \
        const hdpvfs_os_call call = {#function, file, -1, -1};                                     \
        const hdpvfs_token token = hdpvfs_os_begin(&call, NULL, HDPVFS_CALLER);                    \
        const int result = ((int (*)(int))hdpvfs_os_find(&real, #function))(file);                 \
        hdpvfs_os_end(token, call.size, result, errno);                                            \
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
