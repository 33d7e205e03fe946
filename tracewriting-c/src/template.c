/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "template.h"

#include "error.h"
#include "sys.h"
#include "text.h"

#include <pthread.h>
#include <string.h>

enum { NAME_BYTES = 255, STEP_BYTES = 16 };

/* All shapes of the process, newest first; numbers are given out under the lock. */
typedef struct shape {
    hd_template public;
    struct shape *next;
    char *memory; /* what the pieces point to */
} shape;

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static shape *shapes;
static unsigned shape_count;

bool hd__is_reserved_element_name(const char *name)
{
    return strcmp(name, "Nested") == 0 || strcmp(name, "Event") == 0 ||
           strcmp(name, "Program") == 0;
}

int hd__get_moved_rank(const char *name)
{
    static const char *const names[HD__MOVED_NAMES] = {"bytes", "size", "sendSize"};
    if (name[0] != 'b' && name[0] != 's') {
        return -1;
    }
    int rank = HD__MOVED_NAMES - 1;
    while (rank >= 0 && strcmp(name, names[rank]) != 0) {
        rank--;
    }
    return rank;
}

/* --- pieces ----------------------------------------------------------------------------------- */

/* Room that a piece takes in memory, zeros behind it included. */
static size_t pad(size_t bytes)
{
    return (bytes + STEP_BYTES - 1) / STEP_BYTES * STEP_BYTES;
}

static char *put_name(char *to, const char *name, bool reserved)
{
    if (reserved) {
        *to++ = '_';
    }
    return hd__put_name(to, name, NAME_BYTES - reserved);
}

/* ` name='`, and for a constant its value and the quote as well. */
static char *put_attribute(char *to, const hd_attribute *attribute)
{
    *to++ = ' ';
    to = put_name(to, attribute->name, hd__is_reserved_attribute(attribute->name));
    *to++ = '=';
    *to++ = '\'';
    if (attribute->kind == HD_ATTRIBUTE_CONSTANT) {
        bool cut = false;
        to = hd__put_escaped(to, 6 * strlen(attribute->text), attribute->text, &cut);
        *to++ = '\'';
    }
    return to;
}

static char *set_piece(hd__piece *piece, char *begin, const char *end, hd_attribute_kind kind)
{
    const size_t bytes = (size_t)(end - begin);
    memcpy(piece->text, begin, bytes < HD__PIECE_BYTES ? bytes : HD__PIECE_BYTES);
    piece->bytes = (uint32_t)bytes;
    piece->kind = kind;
    piece->whole = begin;
    return begin + pad(bytes);
}

static size_t get_value_bytes(hd_attribute_kind kind)
{
    return kind == HD_ATTRIBUTE_CONSTANT ? 0
           : kind == HD_ATTRIBUTE_DOUBLE ? HD__DOUBLE_BYTES + 1
                                         : HD__INT_BYTES + 1;
}

static void set_moved(hd_template *to, const hd_attribute *attributes)
{
    int8_t *next = to->moved;
    memset(to->moved, -1, sizeof to->moved);
    for (int rank = 0; rank < HD__MOVED_NAMES; rank++) {
        for (unsigned i = 0; i < to->count; i++) {
            const bool integer =
                to->pieces[i].kind == HD_ATTRIBUTE_INT || to->pieces[i].kind == HD_ATTRIBUTE_UINT;
            if (integer && hd__get_moved_rank(attributes[i].name) == rank) {
                *next++ = (int8_t)i;
                break;
            }
        }
    }
}

static void fill(shape *made, const char *element, size_t count, const hd_attribute *attributes)
{
    hd_template *const to = &made->public;
    char *at = made->memory;
    *at = '<';
    at = set_piece(&to->open, at, put_name(at + 1, element, hd__is_reserved_element(element)),
                   HD_ATTRIBUTE_CONSTANT);
    to->count = (unsigned)count;
    to->plain = to->open.bytes <= STEP_BYTES;
    for (size_t i = 0; i < count; i++) {
        const hd_attribute_kind kind = attributes[i].kind;
        at = set_piece(&to->pieces[i], at, put_attribute(at, &attributes[i]), kind);
        to->bytes_max += get_value_bytes(kind);
        to->all |= UINT64_C(1) << i;
        to->plain = to->plain && (kind == HD_ATTRIBUTE_INT || kind == HD_ATTRIBUTE_UINT) &&
                    to->pieces[i].bytes <= STEP_BYTES;
    }
    set_moved(to, attributes);
    static const char times[] = " time='' end=''/>\n";
    to->bytes_max += (size_t)(at - made->memory) + sizeof times + 2 * (size_t)HD__TIME_BYTES;
}

/* --- creation --------------------------------------------------------------------------------- */

static hd_status check(const char *element, size_t count, const hd_attribute *attributes)
{
    if (element == NULL || (count > 0 && attributes == NULL)) {
        return hd__fail(HD_INVALID, "template: needs a name and attributes");
    }
    if (count > HD_TEMPLATE_VALUES_MAX) {
        return hd__fail(HD_LIMIT, "template %s: more than %d attributes", element,
                        HD_TEMPLATE_VALUES_MAX);
    }
    size_t bytes = 0;
    for (size_t i = 0; i < count; i++) {
        const hd_attribute *const attribute = &attributes[i];
        if (attribute->name == NULL || (unsigned)attribute->kind > HD_ATTRIBUTE_CONSTANT ||
            (attribute->kind == HD_ATTRIBUTE_CONSTANT && attribute->text == NULL)) {
            return hd__fail(HD_INVALID, "template %s: attribute %zu has no name, kind or text",
                            element, i);
        }
        bytes += attribute->kind == HD_ATTRIBUTE_CONSTANT ? 6 * strlen(attribute->text) : 0;
    }
    return bytes > HD__TEMPLATE_BYTES_MAX
               ? hd__fail(HD_LIMIT, "template %s: constants are too long", element)
               : HD_OK;
}

/* Memory for the pieces at their longest. */
static size_t get_memory_bytes(size_t count, const hd_attribute *attributes)
{
    size_t bytes = pad(NAME_BYTES + 1);
    for (size_t i = 0; i < count; i++) {
        const bool constant = attributes[i].kind == HD_ATTRIBUTE_CONSTANT;
        bytes += pad(NAME_BYTES + 4 + (constant ? 6 * strlen(attributes[i].text) + 1 : 0));
    }
    return bytes + STEP_BYTES;
}

static hd_status enter(shape *made)
{
    hd_status status = HD_OK;
    (void)pthread_mutex_lock(&lock);
    if (shape_count == HD_TEMPLATES_MAX) {
        status = hd__fail(HD_LIMIT, "template: more than %d of them", HD_TEMPLATES_MAX);
    } else {
        made->public.id = shape_count++;
        made->next = shapes;
        shapes = made;
    }
    (void)pthread_mutex_unlock(&lock);
    return status;
}

hd_status hd_template_create(const char *element, size_t count, const hd_attribute *attributes,
                             const hd_template **result)
{
    if (result == NULL) {
        return hd__fail(HD_INVALID, "template: needs a place for the result");
    }
    hd_status status = check(element, count, attributes);
    if (status != HD_OK) {
        return status;
    }
    shape *const made = hd__system.alloc(sizeof *made);
    char *const memory = hd__system.alloc(get_memory_bytes(count, attributes));
    if (made == NULL || memory == NULL) {
        status = hd__fail(HD_NOMEM, "template %s: no memory", element);
    } else {
        made->memory = memory;
        fill(made, element, count, attributes);
        status = enter(made);
    }
    if (status != HD_OK) {
        hd__system.release(memory);
        hd__system.release(made);
        return status;
    }
    *result = &made->public;
    return HD_OK;
}
