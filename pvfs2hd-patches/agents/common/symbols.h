/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef HDPVFS_SYMBOLS_H
#define HDPVFS_SYMBOLS_H
/* Symbols of a loaded object with their sizes, and pointers in it that are replaced. */

#include <link.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct hdpvfs_object {
    uintptr_t base;
    uintptr_t begin, end;             /* of what is mapped */
    uintptr_t relro_begin, relro_end; /* of what is constant after relocation */
    const ElfW(Sym) * symbols;
    size_t symbol_count;
    const char *strings;
} hdpvfs_object;

/* Find the first object that defines a symbol. @return false: none does */
bool hdpvfs_object_find(const char *symbol, hdpvfs_object *object);

/* Get a function or data by its name, and its size. @return NULL: it is not defined there */
void *hdpvfs_object_get(const hdpvfs_object *object, const char *name, size_t *size);

/* The object's data of one size, one after the other: begin with *index 0.
 * @return its name; NULL: there is no more */
const char *hdpvfs_object_next(const hdpvfs_object *object, size_t size, size_t *index,
                               void **address);

/* Tell whether `size` bytes at an address lie in the object. */
bool hdpvfs_object_has(const hdpvfs_object *object, const void *address, size_t size);

/* Find the object around an address of code. */
bool hdpvfs_object_around(const void *address, hdpvfs_object *object);

/* Replace a pointer in the object's data, also where that is constant after relocation.
 * @return false: the page can't be written */
bool hdpvfs_object_poke(const hdpvfs_object *object, void *place, const void *value);

/* The last two for functions. */
typedef void hdpvfs_code(void);
bool hdpvfs_object_has_code(const hdpvfs_object *object, hdpvfs_code *code);
bool hdpvfs_object_poke_code(const hdpvfs_object *object, void *place, hdpvfs_code *code);

#endif
