/* SPDX-License-Identifier: GPL-3.0-or-later */
/* How a storage method writes: as alt-aio does it, by asynchronous lists, and through memory of its
 * own as directio does with what isn't aligned. */
#include "stand_in.h"

#include <aio.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#ifdef __SANITIZE_THREAD__ /* it knows nothing of the threads that the C library makes for this */
enum { CAN_ASYNCHRONOUSLY = 0 };
#else
enum { CAN_ASYNCHRONOUSLY = 1 };
#endif

static void write_asynchronously(const write_list_of *list)
{
    struct aiocb blocks[PARTS];
    struct aiocb *pointers[PARTS];
    memset(blocks, 0, sizeof blocks);
    for (int i = 0; i < list->count; i++) {
        blocks[i].aio_fildes = list->file;
        blocks[i].aio_buf = list->memory[i];
        blocks[i].aio_nbytes = (size_t)list->sizes[i];
        blocks[i].aio_offset = list->offsets[i];
        blocks[i].aio_lio_opcode = LIO_WRITE;
        pointers[i] = &blocks[i];
    }
    if (lio_listio(LIO_NOWAIT, pointers, list->count, NULL) != 0) {
        abort();
    }
    for (int i = 0; i < list->count; i++) {
        const struct aiocb *const one[] = {&blocks[i]};
        while (aio_error(&blocks[i]) == EINPROGRESS) {
            (void)aio_suspend(one, 1, NULL);
        }
        if (aio_return(&blocks[i]) != list->sizes[i]) {
            abort();
        }
    }
}

static void write_part(const write_list_of *list, int part)
{
    char aligned[PART_BYTES];
    const char *from = list->memory[part];
    if (list->way == THROUGH_OWN_MEMORY) {
        memcpy(aligned, from, sizeof aligned);
        from = aligned;
    }
    if (pwrite(list->file, from, (size_t)list->sizes[part], list->offsets[part]) !=
        list->sizes[part]) {
        abort();
    }
}

void write_by_its_way(const write_list_of *list)
{
    if (list->way == ASYNCHRONOUSLY && CAN_ASYNCHRONOUSLY) {
        write_asynchronously(list);
        atomic_fetch_add(&done.asynchronous, list->count);
    } else {
        for (int i = 0; i < list->count; i++) {
            write_part(list, i);
        }
    }
    atomic_fetch_add(&done.writes, list->count);
}
