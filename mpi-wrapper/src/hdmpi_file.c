/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Files and windows. */
#include "hdmpi_ids.h"

#include "hdmpi_map.h"
#include "hdmpi_seen.h"

#include <stdlib.h>
#include <string.h>

/* A name keeps its number when it is opened again. */
typedef struct file_name {
    int id;
    bool described;
    struct file_name *next; /* same hash */
    char name[];
} file_name;

static hd__map files = HD__MAP_INIT;
static hd__map names = HD__MAP_INIT;
static hd__map windows = HD__MAP_INIT;

static uint64_t key_of(MPI_File handle)
{
    return HD__KEY(handle);
}

/* FNV-1a (Fowler, Noll, Vo). */
static uint64_t hash_of(const char *name)
{
    uint64_t hash = UINT64_C(0xcbf29ce484222325);
    for (const char *c = name; *c != '\0'; c++) {
        hash = (hash ^ (unsigned char)*c) * UINT64_C(0x100000001b3);
    }
    return hash;
}

static file_name *find_or_enter(const char *name)
{
    const uint64_t hash = hash_of(name);
    file_name *const first = hd__map_get(&names, hash);
    for (file_name *entry = first; entry != NULL; entry = entry->next) {
        if (strcmp(entry->name, name) == 0) {
            return entry;
        }
    }
    const size_t size = strlen(name) + 1;
    file_name *const entry = malloc(sizeof(*entry) + size);
    void *old = NULL;
    if (entry == NULL || !hd__map_put(&names, hash, entry, &old)) {
        free(entry);
        return NULL;
    }
    entry->id = hd__next_id(HD__ID_FILE);
    entry->described = false;
    entry->next = first;
    memcpy(entry->name, name, size);
    return entry;
}

static void describe(const file_name *entry, MPI_Offset size_bytes)
{
    hd__line line = {0};
    hd__text_add_string(&line.text, "File name=\"");
    hd__text_add_escaped(&line.text, entry->name);
    hd__text_add_string(&line.text, "\" Size=");
    hd__text_add_int(&line.text, size_bytes);
    hd__text_add_string(&line.text, " id=");
    hd__text_add_int(&line.text, entry->id);
    hd__line_write(&line);
}

int hd__file_name_id(const char *name, bool with_line, MPI_Offset size_bytes)
{
    hd__ids_lock();
    file_name *const entry = find_or_enter(name);
    if (entry != NULL && with_line && !entry->described) {
        describe(entry, size_bytes);
        entry->described = true;
    }
    hd__ids_unlock();
    return entry == NULL ? -1 : entry->id;
}

/* What a handle stood for before is nobody's any more, though threads may still look at it. */
static void forget(void *old, void (*release)(void *memory))
{
    if (old != NULL) {
        hd__handle_is_gone();
        hd__retire(old, release);
    }
}

static bool enter_file(MPI_File handle, hd__file *file)
{
    void *old = NULL;
    if (!hd__map_put(&files, key_of(handle), file, &old)) {
        free(file);
        return false;
    }
    forget(old, free);
    return true;
}

/* Without memory this process still does what all do together. */
static hd__file *enter_opened(MPI_File handle, MPI_Comm comm, int mode, hd__file *file)
{
    if (file != NULL) {
        file->is_sequential = (mode & MPI_MODE_SEQUENTIAL) != 0;
        file->split_id = -1;
        file->order = HD__NO_ORDER;
        file = enter_file(handle, file) ? file : NULL;
    }
    const hd__file_order order = hd__order_agree(comm, file != NULL);
    if (file != NULL) {
        file->order = order;
    }
    return file;
}

hd__file *hd__file_open(MPI_File handle, MPI_Comm comm, const char *name, int mode,
                        MPI_Offset size_bytes)
{
    hd__file *file = calloc(1, sizeof(*file));
    if (file != NULL) {
        file->id = hd__file_name_id(name, true, size_bytes);
        file->instance = hd__next_id(HD__ID_OPEN);
    }
    return enter_opened(handle, comm, mode, file);
}

void hd__file_opened_unrecorded(MPI_File handle, MPI_Comm comm, int mode)
{
    hd__file *const file = calloc(1, sizeof(*file));
    if (file != NULL) {
        file->id = file->instance = -1;
    }
    (void)enter_opened(handle, comm, mode, file);
}

/* What an MPI library tells from the arguments alone, before processes have met: whoever calls
 * again with right ones meets the first call of the others. */
static bool is_refused(int result)
{
    int class = MPI_SUCCESS;
    PMPI_Error_class(result, &class);
    return class == MPI_ERR_COMM || class == MPI_ERR_AMODE || class == MPI_ERR_ARG ||
           class == MPI_ERR_INFO;
}

void hd__file_not_opened(MPI_Comm comm, int result)
{
    if (!is_refused(result)) {
        (void)hd__order_agree(comm, false);
    }
}

hd__file *hd__file_get(MPI_File handle)
{
    return hd__map_get(&files, key_of(handle));
}

hd__file *hd__file_take(MPI_File handle)
{
    hd__retired_free();
    hd__file *const file = hd__map_take(&files, key_of(handle), NULL);
    hd__handle_is_gone();
    return file;
}

void hd__file_put_back(MPI_File handle, hd__file *file)
{
    if (file != NULL) {
        enter_file(handle, file);
    }
}

void hd__file_release(hd__file *file)
{
    hd__retire(file, free);
}

static void destroy_window(void *memory)
{
    hd__window *const window = memory;
    hd__comm_release(window->comm);
    free(window);
}

static bool enter_window(MPI_Win handle, hd__window *window)
{
    void *old = NULL;
    if (!hd__map_put(&windows, HD__KEY(handle), window, &old)) {
        destroy_window(window);
        return false;
    }
    forget(old, destroy_window);
    return true;
}

hd__window *hd__window_create(MPI_Win handle, hd__comm *comm)
{
    hd__window *const window = calloc(1, sizeof(*window));
    if (window == NULL) {
        return NULL;
    }
    window->id = hd__next_id(HD__ID_WINDOW);
    window->comm = hd__comm_retain(comm);
    return enter_window(handle, window) ? window : NULL;
}

hd__window *hd__window_get(MPI_Win handle)
{
    return hd__map_get(&windows, HD__KEY(handle));
}

hd__window *hd__window_take(MPI_Win handle)
{
    hd__retired_free();
    hd__window *const window = hd__map_take(&windows, HD__KEY(handle), NULL);
    hd__handle_is_gone();
    return window;
}

void hd__window_put_back(MPI_Win handle, hd__window *window)
{
    if (window != NULL) {
        enter_window(handle, window);
    }
}

void hd__window_release(hd__window *window)
{
    hd__retire(window, destroy_window);
}
