/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef HD_SRC_TEMPLATE_H
#define HD_SRC_TEMPLATE_H
/* A shape as the pieces of text between its values, made once: `<Send`, ` size='`, ` kind='x'`.
 * A piece is padded with zeros, so that it can be copied blindly in steps of 16 bytes: whatever
 * stands behind the end of a record stays zero. */

#include <hdtrace/template.h>
#include <stdbool.h>

enum { HD__PIECE_BYTES = 32, HD__TEMPLATE_BYTES_MAX = 16384, HD__MOVED_NAMES = 3 };

typedef struct hd__piece {
    char text[HD__PIECE_BYTES]; /* the first bytes */
    uint32_t bytes;             /* of all of it */
    hd_attribute_kind kind;
    const char *whole; /* all of it, padded to a multiple of 16 */
    uint64_t pad[2];   /* to 64 bytes: found by a shift */
} hd__piece;

struct hd_template {
    unsigned id; /* number of the shape, from 0 */
    unsigned count;
    size_t bytes_max; /* longest element: all values at their longest, times included, no tabs */
    uint64_t all;     /* bit i: there is an attribute i */
    bool plain;       /* all attributes are integers, all pieces fit 16 bytes */
    /* attributes that say how many bytes the state moved: `bytes`, `size`, `sendSize`, as far as
     * the shape has them; the first that is there and not negative holds. The last is followed by
     * -1. */
    int8_t moved[HD__MOVED_NAMES + 1];
    hd__piece open; /* `<Send` */
    hd__piece pieces[HD_TEMPLATE_VALUES_MAX];
};

/* Elements and attributes with a meaning of their own; such names get a '_' in front. The name of
 * an attribute may go on with its '='. */
bool hd__is_reserved_element_name(const char *name);

static inline bool hd__is_reserved_element(const char *name)
{
    const char first = name[0]; /* mostly tells enough */
    return (first == 'N' || first == 'E' || first == 'P') && hd__is_reserved_element_name(name);
}

static inline bool hd__is_reserved_attribute(const char *name)
{
    const bool time = name[0] == 't' && name[1] == 'i' && name[2] == 'm' && name[3] == 'e';
    const bool end = name[0] == 'e' && name[1] == 'n' && name[2] == 'd';
    return (time && (name[4] == '\0' || name[4] == '=')) ||
           (end && (name[3] == '\0' || name[3] == '='));
}

/* Which of the names that tell moved bytes this is, or -1. */
int hd__get_moved_rank(const char *name);

#endif
