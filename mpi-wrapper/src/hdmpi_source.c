/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The stack is walked from the wrapper outwards, past the bindings, to the first frame that is the
 * program's: a return address alone would name Fortran's bindings. What a place was called is kept
 * in a table of the process; one that is there already is found without a lock. */
#define _GNU_SOURCE /* dl_iterate_phdr */
#include "hdmpi_source.h"

#include "hdmpi_record.h"

#include <limits.h>
#include <link.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <unwind.h>

enum { SITE_COUNT = 16384 /* a power of two */, FRAME_MAX = 64, BUILD_ID_MAX = 32 };

typedef struct site {
    _Atomic uintptr_t address; /* 0: free; written last */
    int id;
} site;

static site sites[SITE_COUNT];
static int site_count;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

typedef struct walk {
    uintptr_t found;
    int frames;
} walk;

static _Unwind_Reason_Code visit(struct _Unwind_Context *context, void *argument)
{
    walk *const w = argument;
    const uintptr_t address = _Unwind_GetIP(context);
    if (address == 0 || ++w->frames > FRAME_MAX) {
        return _URC_END_OF_STACK;
    }
    if (hd__chain_is_passed((const void *)address)) { /* NOLINT(performance-no-int-to-ptr) */
        return _URC_NO_REASON;
    }
    w->found = address;
    return _URC_END_OF_STACK;
}

/* The slot of an address: its own, or the free one where it belongs. */
static site *find(uintptr_t address)
{
    size_t at = (size_t)((address * UINT64_C(0x9E3779B97F4A7C15)) >> 32);
    for (;; at++) {
        site *const s = &sites[at % SITE_COUNT];
        const uintptr_t known = atomic_load_explicit(&s->address, memory_order_acquire);
        if (known == address || known == 0) {
            return s;
        }
    }
}

typedef struct module {
    uintptr_t address; /* of the call */
    uintptr_t offset;
    char path[PATH_MAX];
    char build_id[2 * BUILD_ID_MAX + 1];
} module;

static void read_build_id(module *m, const char *notes, size_t size)
{
    for (size_t at = 0; at + sizeof(ElfW(Nhdr)) <= size;) {
        ElfW(Nhdr) note;
        memcpy(&note, notes + at, sizeof(note));
        const size_t name = at + sizeof(note);
        const size_t id = name + ((note.n_namesz + 3U) & ~(size_t)3);
        if (note.n_type == NT_GNU_BUILD_ID && note.n_descsz <= BUILD_ID_MAX &&
            id + note.n_descsz <= size && note.n_namesz == 4 &&
            memcmp(notes + name, "GNU", 4) == 0) {
            for (size_t i = 0; i < note.n_descsz; i++) {
                (void)snprintf(m->build_id + 2 * i, 3, "%02x", (unsigned char)notes[id + i]);
            }
            return;
        }
        at = id + ((note.n_descsz + 3U) & ~(size_t)3);
    }
}

static bool holds(const struct dl_phdr_info *info, uintptr_t address)
{
    for (int i = 0; i < info->dlpi_phnum; i++) {
        const ElfW(Phdr) *const segment = &info->dlpi_phdr[i];
        if (segment->p_type == PT_LOAD &&
            address - info->dlpi_addr - segment->p_vaddr < segment->p_memsz) {
            return true;
        }
    }
    return false;
}

static void name_module(module *m, const char *name)
{
    if (name == NULL || name[0] == '\0') { /* the program itself */
        const ssize_t length = readlink("/proc/self/exe", m->path, sizeof(m->path) - 1);
        m->path[length > 0 ? length : 0] = '\0';
    } else if (realpath(name, m->path) == NULL) {
        (void)snprintf(m->path, sizeof(m->path), "%s", name);
    }
}

static int find_module(struct dl_phdr_info *info, size_t size, void *argument)
{
    module *const m = argument;
    (void)size;
    if (!holds(info, m->address)) {
        return 0;
    }
    m->offset = m->address - info->dlpi_addr;
    name_module(m, info->dlpi_name);
    for (int i = 0; i < info->dlpi_phnum && m->build_id[0] == '\0'; i++) {
        const ElfW(Phdr) *const segment = &info->dlpi_phdr[i];
        if (segment->p_type == PT_NOTE) {
            /* NOLINTNEXTLINE(performance-no-int-to-ptr): a mapped segment */
            read_build_id(m, (const char *)(info->dlpi_addr + segment->p_vaddr), segment->p_memsz);
        }
    }
    return 1;
}

static void describe(int id, uintptr_t address)
{
    module *const m = calloc(1, sizeof(*m));
    if (m == NULL) {
        return;
    }
    m->address = address;
    if (dl_iterate_phdr(find_module, m) != 0) {
        hd__line line = {0};
        hd__text_add_string(&line.text, "Site id='");
        hd__text_add_int(&line.text, id);
        hd__text_add_string(&line.text, "' offset='");
        hd__text_add_int(&line.text, (long long)m->offset);
        hd__text_add_string(&line.text, "' build='");
        hd__text_add_string(&line.text, m->build_id);
        hd__text_add_string(&line.text, "' module='");
        hd__text_add_escaped(&line.text, m->path);
        hd__text_add_string(&line.text, "'");
        hd__line_write(&line);
    }
    free(m);
}

/* @return the new place's number, -1: there is no room for it */
static int enter(uintptr_t address)
{
    int id = -1;
    pthread_mutex_lock(&lock);
    site *const s = find(address);
    if (atomic_load_explicit(&s->address, memory_order_relaxed) == address) {
        id = s->id; /* another thread was faster */
    } else if (site_count < SITE_COUNT / 4 * 3) {
        id = site_count++;
        s->id = id;
        describe(id, address);
        atomic_store_explicit(&s->address, address, memory_order_release);
    }
    pthread_mutex_unlock(&lock);
    return id;
}

void hd__source_put(hd__call *call)
{
    walk w = {0, 0};
    (void)_Unwind_Backtrace(visit, &w);
    if (w.found == 0) {
        return;
    }
    const site *const s = find(w.found);
    const bool known = atomic_load_explicit(&s->address, memory_order_acquire) == w.found;
    hd__put_known(call, "callSite", known ? s->id : enter(w.found));
}
