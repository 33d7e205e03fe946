/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Reads the dynamic symbols of loaded objects (ELF gABI; hash tables as GNU ld makes them). */
#define _GNU_SOURCE /* dl_iterate_phdr */
#include "symbols.h"

#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

/* The C library has relocated these pointers in place, but not those of the vDSO. */
static const void *get_table(uintptr_t base, const ElfW(Dyn) * entry)
{
    const uintptr_t value = entry->d_un.d_ptr;
    return (const void *)(value < base ? base + value : value); // NOLINT(performance-no-int-to-ptr)
}

static size_t count_by_gnu_hash(const uint32_t *table)
{
    const uint32_t bucket_count = table[0];
    const uint32_t first = table[1];
    const uint32_t *const buckets = table + 4 + table[2] * (sizeof(ElfW(Addr)) / sizeof(uint32_t));
    const uint32_t *const chains = buckets + bucket_count;
    uint32_t last = 0;
    for (uint32_t i = 0; i < bucket_count; i++) {
        last = buckets[i] > last ? buckets[i] : last;
    }
    if (last < first) {
        return first;
    }
    while ((chains[last - first] & 1U) == 0) {
        last++;
    }
    return last + 1;
}

static void read_dynamic(hdpvfs_object *object, const ElfW(Dyn) * entry)
{
    for (; entry->d_tag != DT_NULL; entry++) {
        if (entry->d_tag == DT_SYMTAB) {
            object->symbols = get_table(object->base, entry);
        } else if (entry->d_tag == DT_STRTAB) {
            object->strings = get_table(object->base, entry);
        } else if (entry->d_tag == DT_GNU_HASH) {
            object->symbol_count = count_by_gnu_hash(get_table(object->base, entry));
        } else if (entry->d_tag == DT_HASH && object->symbol_count == 0) {
            object->symbol_count = ((const uint32_t *)get_table(object->base, entry))[1];
        }
    }
}

static bool read_object(const struct dl_phdr_info *info, hdpvfs_object *object)
{
    *object = (hdpvfs_object){.base = info->dlpi_addr, .begin = UINTPTR_MAX};
    const void *dynamic = NULL;
    for (int i = 0; i < info->dlpi_phnum; i++) {
        const ElfW(Phdr) *const segment = &info->dlpi_phdr[i];
        const uintptr_t first = info->dlpi_addr + segment->p_vaddr;
        if (segment->p_type == PT_LOAD) {
            object->begin = first < object->begin ? first : object->begin;
            object->end =
                first + segment->p_memsz > object->end ? first + segment->p_memsz : object->end;
        } else if (segment->p_type == PT_GNU_RELRO) {
            object->relro_begin = first;
            object->relro_end = first + segment->p_memsz;
        } else if (segment->p_type == PT_DYNAMIC) {
            dynamic = (const void *)first; // NOLINT(performance-no-int-to-ptr)
        }
    }
    if (dynamic != NULL) {
        read_dynamic(object, dynamic);
    }
    return object->symbols != NULL && object->strings != NULL;
}

static const ElfW(Sym) * look_up(const hdpvfs_object *object, const char *name)
{
    for (size_t i = 1; i < object->symbol_count; i++) {
        const ElfW(Sym) *const symbol = &object->symbols[i];
        if (symbol->st_shndx != SHN_UNDEF && symbol->st_value != 0 &&
            strcmp(object->strings + symbol->st_name, name) == 0) {
            return symbol;
        }
    }
    return NULL;
}

static void *place_of(const hdpvfs_object *object, const ElfW(Sym) * symbol)
{
    return (void *)(object->base + symbol->st_value); // NOLINT(performance-no-int-to-ptr)
}

typedef struct search {
    const char *symbol;
    uintptr_t address;
    hdpvfs_object *found;
} search;

static int look_at(struct dl_phdr_info *info, size_t size, void *argument)
{
    const search *const wanted = argument;
    hdpvfs_object object;
    (void)size;
    if (!read_object(info, &object)) {
        return 0;
    }
    const bool fits = wanted->symbol != NULL
                          ? look_up(&object, wanted->symbol) != NULL
                          : wanted->address >= object.begin && wanted->address < object.end;
    if (fits) {
        *wanted->found = object;
    }
    return fits;
}

bool hdpvfs_object_find(const char *symbol, hdpvfs_object *object)
{
    search wanted = {symbol, 0, object};
    return dl_iterate_phdr(look_at, &wanted) != 0;
}

bool hdpvfs_object_around(const void *address, hdpvfs_object *object)
{
    search wanted = {NULL, (uintptr_t)address, object};
    return dl_iterate_phdr(look_at, &wanted) != 0;
}

void *hdpvfs_object_get(const hdpvfs_object *object, const char *name, size_t *size)
{
    const ElfW(Sym) *const symbol = look_up(object, name);
    if (symbol == NULL) {
        return NULL;
    }
    *size = symbol->st_size;
    return place_of(object, symbol);
}

const char *hdpvfs_object_next(const hdpvfs_object *object, size_t size, size_t *index,
                               void **address)
{
    while (++*index < object->symbol_count) {
        const ElfW(Sym) *const symbol = &object->symbols[*index];
        if (symbol->st_shndx != SHN_UNDEF && symbol->st_size == size &&
            ELF64_ST_TYPE(symbol->st_info) == STT_OBJECT) {
            *address = place_of(object, symbol);
            return object->strings + symbol->st_name;
        }
    }
    return NULL;
}

bool hdpvfs_object_has(const hdpvfs_object *object, const void *address, size_t size)
{
    const uintptr_t at = (uintptr_t)address;
    return at >= object->begin && at < object->end && size <= object->end - at;
}

bool hdpvfs_object_poke(const hdpvfs_object *object, void *place, const void *value)
{
    const uintptr_t at = (uintptr_t)place;
    const bool constant = at >= object->relro_begin && at < object->relro_end;
    const uintptr_t page = (uintptr_t)sysconf(_SC_PAGESIZE);
    void *const start = (void *)(at & ~(page - 1)); // NOLINT(performance-no-int-to-ptr)
    if (constant && mprotect(start, page, PROT_READ | PROT_WRITE) != 0) {
        return false;
    }
    __atomic_store_n((const void **)place, value, __ATOMIC_RELEASE);
    if (constant) {
        (void)mprotect(start, page, PROT_READ);
    }
    return true;
}

bool hdpvfs_object_has_code(const hdpvfs_object *object, hdpvfs_code *code)
{
    const uintptr_t at = (uintptr_t)code;
    return at >= object->begin && at < object->end;
}

bool hdpvfs_object_poke_code(const hdpvfs_object *object, void *place, hdpvfs_code *code)
{
    const void *value = NULL;
    memcpy(&value, &code, sizeof value); /* POSIX: pointers to functions have the same form */
    return hdpvfs_object_poke(object, place, value);
}
