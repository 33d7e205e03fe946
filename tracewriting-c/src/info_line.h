/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef HD_SRC_INFO_LINE_H
#define HD_SRC_INFO_LINE_H
/* One line of a fragment: a word and fields, as `Type id='2' combiner='X' name=""`. Values may
 * stand without quotes when they hold no blank; references of XML in them are decoded, what is no
 * valid UTF-8 is taken as Latin-1. */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { HD__LINE_FIELDS = 32 };

typedef struct hd__info_line {
    char *memory; /* serves the next line again */
    size_t size;  /* of it */
    const char *word;
    size_t count;
    struct {
        const char *name;
        const char *value;
    } fields[HD__LINE_FIELDS];
} hd__info_line;

typedef enum hd__line_result {
    HD__LINE_OK,
    HD__LINE_EMPTY,
    HD__LINE_BAD,
    HD__LINE_NOMEM
} hd__line_result;

/* Take a line apart. `line` is zeroed at first, or holds another one, which is no longer valid. */
hd__line_result hd__info_line_read(hd__info_line *line, const char *text, size_t length);
void hd__info_line_fini(hd__info_line *line);

/* Value of a field, or NULL. */
const char *hd__info_line_get(const hd__info_line *line, const char *name);

/* Value of a field as a whole number; false when it is missing or none. */
bool hd__info_line_get_int(const hd__info_line *line, const char *name, int64_t *value);

/* Replace references by their characters, in place: no reference is shorter than what it stands
 * for.
 */
void hd__decode_references(char *text);

/* Copy of a text in which everything is valid UTF-8 and allowed in XML; NULL when out of memory. */
char *hd__copy_valid(const char *text);

/* A whole number at *text, which moves behind it; false when there is none that fits. */
bool hd__take_int(const char **text, int64_t *value);

#endif
