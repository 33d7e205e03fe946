/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef HDTRACE_TEMPLATE_H
#define HDTRACE_TEMPLATE_H
/** Shapes of states that occur often: the name and the attributes are told once, a state then costs
 * little more than its numbers.
 *
 *      static const hd_attribute attributes[] = {{"size", HD_ATTRIBUTE_INT, NULL},
 *                                                {"kind", HD_ATTRIBUTE_CONSTANT, "eager"}};
 *      hd_template_create("Send", 2, attributes, &shape);          once per process
 *
 *      hd_trace_open_state(trace);
 *      ... the call itself ...
 *      int64_t *values = hd_trace_return_state(trace);
 *      values[0] = size;
 *      hd_trace_close_state(trace, shape, 0);
 *
 *  Thread: any; a shape is never changed and lives as long as the process. */

#include <hdtrace/status.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct hd_template hd_template;

/** What the 64 bits of a slot mean. */
typedef enum hd_attribute_kind {
    HD_ATTRIBUTE_INT,     /**< int64_t */
    HD_ATTRIBUTE_UINT,    /**< uint64_t */
    HD_ATTRIBUTE_DOUBLE,  /**< the bits of a double, see hd_double_bits() */
    HD_ATTRIBUTE_CONSTANT /**< `text`, always the same; its slot is ignored */
} hd_attribute_kind;

typedef struct hd_attribute {
    const char *name;
    hd_attribute_kind kind;
    const char *text; /**< of a CONSTANT, escaped by the library; else NULL */
} hd_attribute;

enum {
    HD_TEMPLATE_VALUES_MAX = 32, /**< attributes of one shape */
    HD_TEMPLATES_MAX = 4096      /**< shapes of one process */
};

/** Create the shape of a state. Names follow the rules of trace.h (at most 255 bytes are kept).
 *  Ownership: everything is copied; the result is borrowed for ever.
 *  @return HD_OK | HD_INVALID (a name is missing) | HD_LIMIT (too many attributes or shapes, or
 * more than 16 KiB of text) | HD_NOMEM */
HD_API HD_CHECK hd_status hd_template_create(const char *element, size_t count,
                                             const hd_attribute *attributes,
                                             const hd_template **shape);

/** Get the bits of a double for its slot. */
static inline int64_t hd_double_bits(double value)
{
    union {
        double number;
        int64_t bits;
    } both;
    both.number = value;
    return both.bits;
}

#ifdef __cplusplus
}
#endif
#endif
