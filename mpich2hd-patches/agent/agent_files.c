/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The exit of files: what an MPI_File points to gets the table of mpich2hd/files.h. */
#include "adio_abi.h"
#include "agent.h"

#include <ctype.h>
#include <mpich2hd/files.h>
#include <stdatomic.h>
#include <string.h>

static atomic_bool is_closed;

enum { NAME_MAX_BYTES = 80 };

static bool is_name(agent_range library, const char *name)
{
    if (!agent_contains(library, name) || !agent_contains(library, name + NAME_MAX_BYTES)) {
        return false;
    }
    const size_t length = strnlen(name, NAME_MAX_BYTES);
    for (size_t i = 0; i < length; i++) {
        if (!isprint((unsigned char)name[i])) {
            return false;
        }
    }
    return length > 3 && length < NAME_MAX_BYTES && memchr(name, ':', length) != NULL;
}

/* Functions or nothing, all of one library. */
static bool has_functions(agent_range library, const ADIOI_Fns *table)
{
    enum { COUNT = sizeof(*table) / sizeof(void *) };
    const void *words[COUNT];
    memcpy(words, table, sizeof(words));
    for (int i = 0; i < COUNT; i++) {
        if (words[i] != NULL && !agent_contains(library, words[i])) {
            return false;
        }
    }
    return table->ADIOI_xxx_ReadContig != NULL && table->ADIOI_xxx_WriteContig != NULL;
}

static const char *check(const struct ADIOI_FileD *file)
{
    const agent_range library = agent_find_object((const void *)file->fns);
    return file->magic != ADIO_MAGIC              ? "a file's mark is another one"
           : library.end == 0                     ? "a file's table is elsewhere"
           : !has_functions(library, file->fns)   ? "a file's table has other entries"
           : !is_name(library, file->fns->fsname) ? "a file's table has no name"
                                                  : NULL;
}

void agent_adopt_file(void *file)
{
    ADIO_File const opened = file;
    if (opened == NULL || atomic_load(&is_closed)) {
        return;
    }
    const mpich2hd_table *const first = &mpich2hd_tables[0];
    const void *const table = opened->fns;
    if (opened->magic == ADIO_MAGIC && (uintptr_t)table >= (uintptr_t)first &&
        (uintptr_t)table < (uintptr_t)(first + MPICH2HD_TABLES)) {
        return; /* ours already */
    }
    const char *const reason = check(opened);
    if (reason == NULL) {
        opened->fns = mpich2hd_traced(opened->fns);
    } else if (!atomic_exchange(&is_closed, true)) {
        agent_warn("ROMIO's calls of file systems", reason);
    }
}
