/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef PLAN_ARRAY_H
#define PLAN_ARRAY_H
/** Arrays with an element for each call of a run. Those that become long lie in a temporary file
 *  (in TMPDIR, else /var/tmp) that is mapped into memory, of which only what was touched lately
 *  stays resident, however long they become. Where there is no room for such a file they stay in
 *  memory; so do those of up to 256 KiB each.
 *
 *      struct plan_array *numbers = plan_array_new(spill, sizeof(guint));
 *      plan_array_add(numbers, &(guint){7});
 *      *(guint *)plan_array_at(numbers, 0) += 1;
 *      plan_array_free(numbers);
 *
 *  What plan_array_at has given is valid until its array gets more elements.
 *  Thread: all arrays of one spill belong to one thread. */

#include <glib.h>
#include <stdbool.h>
#include <stdint.h>

/** Room of the file that no array has. */
struct plan_hole {
    int64_t place;
    gsize bytes;
};

/** The file of many arrays; it is made when the first of them needs it. */
struct plan_spill {
    int fd;        /**< -1: there is none yet */
    int64_t end;   /**< of what arrays have, or had, of it */
    int64_t taken; /**< bytes that they have */
    guint touched; /**< elements since memory was let go of */
    guint users;
    bool is_full;      /**< no more is put there */
    GPtrArray *arrays; /**< struct plan_array, those in the file */
    GArray *holes;     /**< struct plan_hole */
};

struct plan_array {
    char *data;
    guint len;
    guint size;               /**< bytes of an element */
    gsize room;               /**< bytes */
    int64_t place;            /**< in the file; -1: in memory */
    bool is_touched;          /**< since memory was let go of */
    struct plan_spill *spill; /**< NULL: always in memory */
};

enum { PLAN_SPILL_TOUCHED = 1 << 17 }; /**< elements that stay resident */

struct plan_spill *plan_spill_new(void);
/** Its arrays may live longer. NULL is none. */
void plan_spill_free(struct plan_spill *spill);
/** Let go of the memory of all arrays in the file. Pointers to their elements stay valid. */
void plan_spill_relax(struct plan_spill *spill);

/** @param spill NULL: it stays in memory */
struct plan_array *plan_array_new(struct plan_spill *spill, gsize size);
/** Make one of so many elements, which are zero. */
struct plan_array *plan_array_new_zero(struct plan_spill *spill, gsize size, guint length);
void plan_array_free(struct plan_array *array);

/** Add a copy of an element. */
void plan_array_add(struct plan_array *array, const void *element);

/** Change the length; new elements are zero. */
void plan_array_set_length(struct plan_array *array, guint length);

/** Note that so many elements become resident, for which others may have to go. */
static inline void plan_array_touch(struct plan_array *array, guint elements)
{
    if (array->place >= 0) {
        array->is_touched = true;
        array->spill->touched += elements;
        if (array->spill->touched >= PLAN_SPILL_TOUCHED) {
            plan_spill_relax(array->spill);
        }
    }
}

static inline void *plan_array_at(struct plan_array *array, guint i)
{
    plan_array_touch(array, 1);
    return array->data + (gsize)i * array->size;
}

#endif
