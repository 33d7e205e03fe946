/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Main memory from /proc/meminfo, in bytes as they are at the time of the sample (FORMATS B 4.1).
 * Used is all that is not free, buffers and page cache included, as the original had it. */
#include "rut_source.h"
#include "rut_text.h"

#include <stdlib.h>
#include <string.h>

enum { MEM_TOTAL, MEM_FREE, MEM_COUNT = 10 };

static const struct {
    const char *key;
    const char *name; /* the total gives MEM_USED */
} lines[MEM_COUNT] = {
    {"MemTotal:", "MEM_USED"}, {"MemFree:", "MEM_FREE"},
    {"Shmem:", "MEM_SHARED"},  {"Buffers:", "MEM_BUFFER"},
    {"Cached:", "MEM_CACHED"}, {"MemAvailable:", "MEM_AVAILABLE"},
    {"Dirty:", "MEM_DIRTY"},   {"Writeback:", "MEM_WRITEBACK"},
    {"Slab:", "MEM_SLAB"},     {"Hugetlb:", "MEM_HUGE_PAGES"},
};

struct mem_state {
    uint64_t bytes[MEM_COUNT];
    size_t places[MEM_COUNT]; /* of the lines in the text */
    size_t length;            /* of the text they are in; 0: not all were there */
};

static void *create(void)
{
    return calloc(1, sizeof(struct mem_state));
}

/* Take the number of the row `i` when its line begins here. */
static bool parse_row(struct mem_state *mem, const char *line, unsigned i)
{
    if (!hd__rut_text_starts_with(line, lines[i].key)) {
        return false;
    }
    const char *cursor = line + strlen(lines[i].key);
    uint64_t kibibytes = 0;
    const bool has_number = hd__rut_text_number(&cursor, &kibibytes);
    mem->bytes[i] = kibibytes * 1024;
    return has_number;
}

/* The kernel pads all numbers to one width, so the lines stay where they were. */
static bool parse_at_places(struct mem_state *mem, const char *text, size_t length)
{
    bool complete = length == mem->length && length > 0;
    for (unsigned i = 0; complete && i < MEM_COUNT; i++) {
        const size_t place = mem->places[i];
        complete = (place == 0 || text[place - 1] == '\n') && parse_row(mem, text + place, i);
    }
    return complete;
}

static unsigned parse_line(struct mem_state *mem, const char *text, const char *line)
{
    for (unsigned i = 0; i < MEM_COUNT; i++) {
        if (parse_row(mem, line, i)) {
            mem->places[i] = (size_t)(line - text);
            return 1U << i;
        }
    }
    return 0;
}

static bool parse(void *state, const char *text, size_t length)
{
    struct mem_state *mem = state;
    const unsigned needed = 1U << MEM_TOTAL | 1U << MEM_FREE;
    const unsigned all = (1U << MEM_COUNT) - 1;
    if (parse_at_places(mem, text, length)) {
        return true;
    }
    unsigned found = 0;
    memset(mem->bytes, 0, sizeof mem->bytes);
    const char *line = text;
    do {
        found |= parse_line(mem, text, line);
    } while (found != all && hd__rut_text_next_line(&line));
    mem->length = found == all ? length : 0;
    return (found & needed) == needed;
}

static bool has_changed(const void *state)
{
    (void)state;
    return false;
}

static void describe(void *state, struct hd_rut_values *values)
{
    (void)state;
    for (size_t i = 0; i < MEM_COUNT; i++) {
        hd__rut_values_add(values, HD_STATS_INT64, "B", "MEM", lines[i].name, "");
    }
}

static void emit(const void *state, struct hd_rut_record *record)
{
    const uint64_t *bytes = ((const struct mem_state *)state)->bytes;
    const bool sane = bytes[MEM_TOTAL] >= bytes[MEM_FREE];
    hd__rut_record_put_int(record, sane ? bytes[MEM_TOTAL] - bytes[MEM_FREE] : 0);
    for (int i = MEM_FREE; i < MEM_COUNT; i++) {
        hd__rut_record_put_int(record, bytes[i]);
    }
}

const struct hd_rut_source hd__rut_mem = {
    .name = "mem",
    .by_default = true,
    .path = "/proc/meminfo",
    .is_whole = true,
    .create = create,
    .destroy = free,
    .parse = parse,
    .has_changed = has_changed,
    .describe = describe,
    .emit = emit,
};
