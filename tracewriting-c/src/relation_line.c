/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "relation_line.h"

#include "sys.h"
#include "text.h"

#include <string.h>

static char *put(char *to, const char *text, size_t bytes)
{
    memcpy(to, text, bytes);
    return to + bytes;
}

#define PUT(to, literal) put(to, literal, sizeof(literal) - 1)

/* --- attributes ------------------------------------------------------------------------------- */

enum { LONGEST_REFERENCE = 6 }; /* of one byte of a value */

static size_t longest(const char *name, const char *value)
{
    return sizeof " =\"\"" + strlen(name) + 1 + LONGEST_REFERENCE * strlen(value);
}

static size_t longest_of_all(size_t count, const hd_relation_attribute *attributes)
{
    size_t bytes = 0;
    for (size_t i = 0; i < count; i++) {
        bytes += longest(attributes[i].name, attributes[i].value);
    }
    return bytes;
}

static char *put_attribute(char *to, const char *name, const char *value)
{
    bool cut = false;
    *to++ = ' ';
    to = PUT(hd__put_name(to, name, strlen(name) + 1), "=\"");
    to = hd__put_escaped(to, LONGEST_REFERENCE * strlen(value), value, &cut);
    *to++ = '"';
    return to;
}

static char *put_attributes(char *to, size_t count, const hd_relation_attribute *attributes)
{
    for (size_t i = 0; i < count; i++) {
        to = put_attribute(to, attributes[i].name, attributes[i].value);
    }
    return to;
}

/* --- lines ------------------------------------------------------------------------------------ */

static bool make_room(hd__relation_line *line, size_t bytes)
{
    bytes += (size_t)2 * HD__RELATION_HEAD_BYTES; /* of what every line has */
    line->text = bytes <= sizeof line->near ? line->near : hd__system.alloc(bytes);
    line->end = line->text;
    line->time_at = line->text;
    return line->text != NULL;
}

void hd__relation_line_fini(hd__relation_line *line)
{
    if (line->text != line->near) {
        hd__system.release(line->text);
    }
}

static char *put_stamp(char *to, uint64_t id)
{
    to = hd__put_uint(PUT(to, " t=\""), id);
    return PUT(to, "\" time=\"");
}

char *hd__relation_put_head(char *to, const char *tag, uint64_t id)
{
    *to++ = '<';
    return put_stamp(put(to, tag, strlen(tag)), id);
}

bool hd__relation_line_token(hd__relation_line *line, const char *kind, const char *parent)
{
    if (!make_room(line, parent == NULL ? 0 : longest(kind, parent))) {
        return false;
    }
    char *to = line->text;
    *to++ = '"';
    if (parent != NULL) {
        to = put_attribute(to, kind, parent);
    }
    line->end = PUT(to, "/>\n");
    return true;
}

bool hd__relation_line_begin(hd__relation_line *line, hd_token token, const char *name,
                             size_t count, const hd_relation_attribute *attributes)
{
    if (!make_room(line, longest("name", name) + longest_of_all(count, attributes))) {
        return false;
    }
    char *to = put_attribute(PUT(line->text, "<s"), "name", name);
    to = put_stamp(to, token.id);
    line->time_at = to;
    *to++ = '"';
    to = put_attributes(to, count, attributes);
    line->end = PUT(to, "/>\n");
    return true;
}

bool hd__relation_line_end(hd__relation_line *line, hd_token token, size_t count,
                           const hd_relation_attribute *attributes, const char *xml)
{
    const size_t xml_bytes = xml == NULL ? 0 : strlen(xml);
    if (!make_room(line, longest_of_all(count, attributes) + xml_bytes)) {
        return false;
    }
    char *to = hd__relation_put_head(line->text, "e", token.id);
    line->time_at = to;
    *to++ = '"';
    to = put_attributes(to, count, attributes);
    if (xml == NULL) {
        to = PUT(to, "/>\n");
    } else {
        *to++ = '>';
        to = PUT(put(to, xml, xml_bytes), "</e>\n");
    }
    line->end = to;
    return true;
}
