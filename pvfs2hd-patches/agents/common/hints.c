/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Lists of hints: what they say, and to whom they belong. The servers hand the list of a request on
 * to everything that is done for it, so its address leads back to the request. */
#define _GNU_SOURCE /* process_vm_readv */
#include "lock.h"
#include "map.h"
#include "token.h"

#include <stdlib.h>
#include <string.h>
#include <sys/uio.h>
#include <unistd.h>

bool hdpvfs_read(const void *from, void *to, size_t size)
{
    union { /* the system only reads there */
        const void *constant;
        void *plain;
    } source = {from};
    const struct iovec here = {to, size};
    const struct iovec there = {source.plain, size};
    return process_vm_readv(getpid(), &here, 1, &there, 1, 0) == (ssize_t)size;
}

bool hdpvfs_hints_check(const hdpvfs_hint *hints)
{
    hdpvfs_hint hint;
    int count = 0;
    for (; hints != NULL && count <= 2 * HDPVFS_HINTS_MAX; count++) {
        char byte = 0;
        if (!hdpvfs_read(hints, &hint, sizeof hint) || hint.type < 0 || hint.type > 64 ||
            hint.length < 0 || hint.length > HDPVFS_HINT_BYTES_MAX ||
            (hint.name != NULL && !hdpvfs_read(hint.name, &byte, 1)) ||
            !hdpvfs_read(hint.value, &byte, 1)) {
            return false;
        }
        hints = hint.next;
    }
    return hints == NULL;
}

const char *hdpvfs_hints_get(const hdpvfs_hint *hints, const char *name)
{
    int count = 0;
    for (; hints != NULL && count < 2 * HDPVFS_HINTS_MAX; hints = hints->next, count++) {
        if (hints->type == 0 && hints->name != NULL && strcmp(hints->name, name) == 0) {
            const size_t length = hints->length < 0 ? 0 : (size_t)hints->length;
            const bool is_text = hints->value != NULL && memchr(hints->value, '\0', length) != NULL;
            return is_text ? hints->value : NULL;
        }
    }
    return NULL;
}

static hdpvfs_lock lock;
static hdpvfs_map owners; /* of malloc'ed tokens */

void hdpvfs_owner_set(const hdpvfs_hint *hints, hdpvfs_token token)
{
    if (hints == NULL) {
        return;
    }
    hdpvfs_lock_take(&lock);
    hdpvfs_token *owner = hdpvfs_map_get(&owners, hdpvfs_key(hints));
    if (token.serial == 0) {
        free(hdpvfs_map_take(&owners, hdpvfs_key(hints)));
    } else if (owner != NULL) {
        *owner = token;
    } else {
        owner = malloc(sizeof *owner);
        if (owner != NULL) {
            *owner = token;
            if (!hdpvfs_map_put(&owners, hdpvfs_key(hints), owner)) {
                free(owner);
            }
        }
    }
    hdpvfs_lock_give(&lock);
}

hdpvfs_token hdpvfs_owner_get(const hdpvfs_hint *hints)
{
    hdpvfs_token token = {{NULL, 0}, 0};
    if (hints == NULL) {
        return token;
    }
    hdpvfs_lock_take(&lock);
    const hdpvfs_token *const owner = hdpvfs_map_get(&owners, hdpvfs_key(hints));
    if (owner != NULL) {
        token = *owner;
    }
    hdpvfs_lock_give(&lock);
    return token;
}
