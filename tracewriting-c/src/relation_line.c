/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "relation_line.h"

#include "digits.h"
#include "error.h"
#include "relation_state.h"
#include "sys.h"

#include <string.h>

/* --- where a line is made --------------------------------------------------------------------- */

enum {
    NEAR_BYTES = 1024, /* what the file has room for is tried first */
    FIXED_BYTES = 160, /* tags, id and time of any line, and what is stored behind its end */
    STEP = 16          /* of a block, in as few stores as the processor has for that */
};

/* A line that is being made. Names and values end before `limit`; behind it there is room for what
 * is the same in all lines. */
typedef struct making {
    char *text, *to, *limit;
    bool is_full; /* it needs more */
} making;

static bool begin_near(hd_relation *r, making *line)
{
    if (!hd__sink_reserve(&r->sink, NEAR_BYTES + FIXED_BYTES)) {
        return false;
    }
    char *const text = r->sink.cursor;
    *line = (making){text, text, text + NEAR_BYTES, false};
    return true;
}

static hd_status finish(hd_relation *r)
{
    hd__sink_mark(&r->sink);
    hd__sink_tick(&r->sink, r->last_ns);
    return HD_OK;
}

/* --- pieces ----------------------------------------------------------------------------------- */

#define PUT(line, literal) put(line, literal, sizeof(literal) - 1)

static inline void put(making *line, const char *text, size_t bytes)
{
    memcpy(line->to, text, bytes);
    line->to += bytes;
}

static size_t get_room(making *line)
{
    line->is_full = line->is_full || line->to >= line->limit;
    return line->is_full ? 0 : (size_t)(line->limit - line->to);
}

static void put_value(making *line, const char *value)
{
    bool cut = false;
    PUT(line, "=\"");
    line->to = hd__put_escaped(line->to, get_room(line), value, &cut);
    line->is_full = line->is_full || cut;
    *line->to++ = '"';
}

static void put_attributes(making *line, size_t count, const hd_relation_attribute *attributes)
{
    for (size_t i = 0; i < count && !line->is_full; i++) {
        *line->to++ = ' ';
        line->to = hd__put_name(line->to, attributes[i].name, get_room(line));
        put_value(line, attributes[i].value);
    }
}

/* ` t="ID" time="TIME"`: what the digits leave behind them is overwritten. */
static void put_stamp(making *line, const hd_relation *r, uint64_t id)
{
    PUT(line, " t=\"");
    line->to = hd__put_digits(line->to, id);
    PUT(line, "\" time=\"");
    put(line, r->stamp, r->stamp_bytes);
    *line->to++ = '"';
}

/* --- lines ------------------------------------------------------------------------------------ */

/* What a line says: `<TAG [name=] t= time= .../>`, or with `xml` and `</TAG>` behind it. */
typedef struct line {
    const char *tag, *name;
    uint64_t id;
    size_t count;
    const hd_relation_attribute *attributes;
    const char *xml;
} line;

static void compose(making *m, const hd_relation *r, const line *l)
{
    *m->to++ = '<';
    put(m, l->tag, strlen(l->tag));
    if (l->name != NULL) {
        PUT(m, " name");
        put_value(m, l->name);
    }
    put_stamp(m, r, l->id);
    put_attributes(m, l->count, l->attributes);
    const size_t xml_bytes = l->xml == NULL ? 0 : strlen(l->xml);
    const size_t room = get_room(m);
    m->is_full = m->is_full || xml_bytes > room;
    if (m->is_full) { /* a value that was cut must not look as if it were whole */
        return;
    }
    if (l->xml == NULL) {
        PUT(m, "/>");
    } else {
        *m->to++ = '>';
        put(m, l->xml, xml_bytes);
        PUT(m, "</");
        put(m, l->tag, strlen(l->tag));
        *m->to++ = '>';
    }
    hd__keep_order();
    *m->to++ = '\n';
}

enum { LONGEST_REFERENCE = 6 }; /* of one byte of a value */

static size_t get_longest(const line *l)
{
    size_t bytes = FIXED_BYTES + (l->xml == NULL ? 0 : strlen(l->xml)) +
                   (l->name == NULL ? 0 : LONGEST_REFERENCE * strlen(l->name));
    for (size_t i = 0; i < l->count; i++) {
        bytes += sizeof " =\"\"" + strlen(l->attributes[i].name) + 1 +
                 LONGEST_REFERENCE * strlen(l->attributes[i].value);
    }
    return bytes;
}

/* Make it in memory of its own, and copy it. */
static __attribute__((noinline)) hd_status put_long(hd_relation *r, const line *l)
{
    const size_t bytes = get_longest(l);
    char *const text = hd__system.alloc(bytes + FIXED_BYTES);
    if (text == NULL) {
        return hd__fail(HD_NOMEM, "%s: no memory for an entry", r->path);
    }
    making m = {text, text, text + bytes, false};
    compose(&m, r, l);
    const bool good = hd__sink_append_line(&r->sink, text, (size_t)(m.to - text));
    hd__system.release(text);
    if (!good) {
        hd__sink_roll_back(&r->sink);
        return hd__fail_system(r->path, r->sink.error);
    }
    return finish(r);
}

static hd_status put_line(hd_relation *r, const line *l)
{
    making m;
    if (!begin_near(r, &m)) {
        return hd__fail_system(r->path, r->sink.error);
    }
    compose(&m, r, l);
    r->sink.cursor = m.to;
    if (m.is_full) {
        hd__sink_roll_back(&r->sink);
        return put_long(r, l);
    }
    return finish(r);
}

/* Whole blocks, from the front on: what is too much is zeros, or is stored over. */
static inline char *put_blocks(char *to, const char *text, size_t bytes)
{
    for (size_t block = 0; block < bytes; block += HD__PHRASE_BLOCK) {
#pragma GCC unroll 4
        for (size_t i = block; i < block + HD__PHRASE_BLOCK; i += STEP) {
            memcpy(to + i, text + i, STEP);
            hd__keep_order();
        }
    }
    return to + bytes;
}

/* What stands before the id and behind the time: from each of them on, whole blocks can be read. */
typedef struct ready {
    const char *before, *behind;
    size_t before_bytes, behind_bytes;
} ready;

static inline hd_status put_ready(hd_relation *r, uint64_t id, ready text)
{
    making m;
    if (!begin_near(r, &m)) {
        return hd__fail_system(r->path, r->sink.error);
    }
    m.to = put_blocks(m.to, text.before, text.before_bytes);
    m.to = hd__put_digits(m.to, id);
    PUT(&m, "\" time=\"");
    memcpy(m.to, r->stamp, sizeof r->stamp);
    m.to += r->stamp_bytes;
    hd__keep_order();
    r->sink.cursor = put_blocks(m.to, text.behind, text.behind_bytes);
    return finish(r);
}

hd_status hd__relation_put_phrase(hd_relation *r, uint64_t id, const hd_relation_phrase *phrase)
{
    return put_ready(r, id,
                     (ready){phrase->text, phrase->text + phrase->behind, phrase->before_bytes,
                             phrase->behind_bytes});
}

static const char bare_end[HD__PHRASE_BLOCK] = "<e t=\"";
static const char bare_last[HD__PHRASE_BLOCK] = "<un t=\"";

/* A line of nothing but id and time. */
static inline hd_status put_bare(hd_relation *r, uint64_t id, const char *before)
{
    static const char behind[HD__PHRASE_BLOCK] = "\"/>\n";
    return put_ready(r, id, (ready){before, behind, strlen(before), strlen(behind)});
}

hd_status hd__relation_put_token(hd_relation *r, uint64_t id, const char *kind, const char *parent)
{
    const hd_relation_attribute link = {kind, parent};
    return put_line(
        r, &(const line){.tag = "rel", .id = id, .count = parent != NULL, .attributes = &link});
}

hd_status hd__relation_put_begin(hd_relation *r, uint64_t id, const char *name, size_t count,
                                 const hd_relation_attribute *attributes)
{
    return put_line(r, &(const line){"s", name, id, count, attributes, NULL});
}

hd_status hd__relation_put_end(hd_relation *r, uint64_t id, size_t count,
                               const hd_relation_attribute *attributes, const char *xml)
{
    if (count == 0 && xml == NULL) {
        return put_bare(r, id, bare_end);
    }
    return put_line(r, &(const line){"e", NULL, id, count, attributes, xml});
}

hd_status hd__relation_put_last(hd_relation *r, uint64_t id)
{
    return put_bare(r, id, bare_last);
}
