/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Calls that move data, the position, or map files. */
#include "import_strace.h"

#include <string.h>

/* The last byte that can be there. */
static gint64 end_of(gint64 offset, gint64 bytes)
{
    return offset < 0 ? 0 : offset > G_MAXINT64 - bytes ? G_MAXINT64 : offset + bytes;
}

/* Where a call at the descriptor's own position begins, which is moved on. */
static gint64 move(struct import_opening *opening, gint64 bytes, bool writes)
{
    const bool is_at_end = writes && opening->appends && bytes > 0;
    const gint64 offset = is_at_end ? import_file_size(opening->file) : opening->position;
    opening->position = offset < 0 ? offset : end_of(offset, bytes);
    return offset;
}

static void note(struct import_file *file, gint64 offset, gint64 bytes, bool writes)
{
    if (offset >= 0 && bytes > 0) {
        (writes ? import_file_wrote : import_file_read)(file, end_of(offset, bytes));
    }
}

/* --- transfers ---------------------------------------------------------------------------------
 */

/* Bytes of `[{iov_base="..", iov_len=5}, ...]`; -1: the list is an address, or cut. */
static gint64 size_of_pieces(struct import_word word)
{
    struct import_word rest;
    struct import_word piece;
    struct import_word length;
    gint64 sum = 0;
    gint64 bytes = 0;
    if (!import_word_inside(word, &rest)) {
        return -1;
    }
    while (import_words_next(&rest, &piece) == IMPORT_WORD) {
        if (!import_word_field(piece, "iov_len", &length) || !import_word_number(length, &bytes) ||
            bytes < 0) {
            return -1;
        }
        sum = end_of(sum, bytes);
    }
    return sum;
}

const char *import_transfer(struct importing *s, const char *state, int kind)
{
    const bool writes = (kind & IMPORT_WRITES) != 0;
    const bool has_pieces = (kind & IMPORT_PIECES) != 0;
    gint64 given = -1;
    gint64 third = -1; /* size, or number of pieces */
    if (s->call.count < ((kind & IMPORT_PLACED) != 0 ? 4U : 3U)) {
        return import_too_few;
    }
    if (!import_word_number(s->call.arguments[2], &third) ||
        ((kind & IMPORT_PLACED) != 0 && !import_word_number(s->call.arguments[3], &given))) {
        return import_no_number;
    }
    struct import_descriptor *found = import_find(s, 0);
    if (found == NULL) {
        return import_not_io;
    }
    struct import_opening *opening = found->opening;
    const gint64 bytes = import_failed(s) ? 0 : s->call.result;
    const bool is_flagged = (kind & IMPORT_FLAGGED) != 0 && s->call.count > 4 &&
                            import_word_has(s->call.arguments[4], "RWF_APPEND");
    const bool is_at_end = writes && bytes > 0 && (opening->appends || is_flagged);
    const gint64 offset = given < 0    ? move(opening, bytes, writes)
                          : !is_at_end ? given
                                       : import_file_size(opening->file);
    (void)import_begin_on(s, state, found);
    import_add(s, "offset", offset);
    import_add(s, "size", has_pieces ? size_of_pieces(s->call.arguments[1]) : third);
    import_add(s, "bytes", bytes);
    import_add(s, "count", has_pieces ? third : -1);
    import_end(s);
    note(opening->file, offset, bytes, writes);
    return import_done;
}

/* --- between two files -------------------------------------------------------------------------
 */

/* `[100]` or `[100 => 110]`: what it was before; -1: NULL. */
static gint64 given_place(struct import_word word)
{
    struct import_word inside;
    gint64 offset = -1;
    if (!import_word_inside(word, &inside)) {
        return -1;
    }
    const size_t digits = strspn(inside.text, "0123456789");
    return import_word_number((struct import_word){inside.text, digits}, &offset) ? offset : -1;
}

/* `kind` 1: sendfile(to, from, offset, size), else (from, offset, to, offset, size). */
const char *import_copy(struct importing *s, const char *state, int kind)
{
    const guint from_at = kind == 1 ? 1 : 0;
    const guint to_at = kind == 1 ? 0 : 2;
    const guint size_at = kind == 1 ? 3 : 4;
    gint64 size = -1;
    if (s->call.count <= size_at) {
        return import_too_few;
    }
    if (!import_word_number(s->call.arguments[size_at], &size)) {
        return import_no_number;
    }
    const gint64 from_place = given_place(s->call.arguments[kind == 1 ? 2 : 1]);
    const gint64 to_place = kind == 1 ? -1 : given_place(s->call.arguments[3]);
    const gint64 bytes = import_failed(s) ? 0 : s->call.result;
    struct import_descriptor *to = import_find(s, to_at);
    struct import_descriptor *from = import_find(s, from_at);
    to = to == NULL ? NULL : import_find(s, to_at); /* the other one may have taken its number */
    gint64 to_offset = -1;
    if (to != NULL) {
        to_offset = to_place >= 0 ? to_place : move(to->opening, bytes, true);
        note(to->opening->file, to_offset, bytes, true);
    }
    if (from == NULL) {
        return import_not_io; /* out of a pipe */
    }
    const gint64 offset = from_place >= 0 ? from_place : move(from->opening, bytes, false);
    (void)import_begin_on(s, state, from);
    import_add(s, "offset", offset);
    import_add(s, "size", size);
    import_add(s, "bytes", bytes);
    if (to != NULL) {
        import_add_file(s, "toFid", to->opening->file, import_file_size(to->opening->file));
        import_add(s, "toOid", to->oid);
        import_add(s, "toOffset", to_offset);
    }
    import_end(s);
    note(from->opening->file, offset, bytes, false);
    return import_done;
}

/* --- the position ------------------------------------------------------------------------------
 */

const char *import_seek(struct importing *s, const char *state, int kind)
{
    (void)kind;
    static const struct {
        const char *flag;
        const char *whence;
    } names[] = {{"SEEK_SET", "Set"},
                 {"SEEK_CUR", "Cur"},
                 {"SEEK_END", "End"},
                 {"SEEK_DATA", "Data"},
                 {"SEEK_HOLE", "Hole"}};
    gint64 distance = 0;
    const char *whence = "invalid";
    if (s->call.count < 3) {
        return import_too_few;
    }
    if (!import_word_number(s->call.arguments[1], &distance)) {
        return import_no_number;
    }
    for (guint i = 0; i < G_N_ELEMENTS(names); i++) {
        if (import_word_is(s->call.arguments[s->call.count - 1], names[i].flag)) {
            whence = names[i].whence;
        }
    }
    struct import_descriptor *found = import_find(s, 0);
    if (found == NULL) {
        return import_not_io;
    }
    const gint64 position = import_failed(s) ? -1 : s->call.result;
    if (position >= 0) {
        found->opening->position = position;
    }
    if (position >= 0 && strcmp(whence, "End") == 0 && distance <= 0 &&
        position <= G_MAXINT64 + distance) {
        import_file_saw_size(found->opening->file, position - distance);
    }
    hd_trace *trace = import_begin_on(s, state, found);
    hd_trace_add_int(trace, "relative-offset", distance);
    import_add(s, "offset", position);
    hd_trace_add_text(trace, "whence", whence);
    import_end(s);
    return import_done;
}

/* --- memory ------------------------------------------------------------------------------------
 */

const char *import_mmap(struct importing *s, const char *state, int kind)
{
    (void)kind;
    gint64 size = 0;
    gint64 offset = 0;
    if (s->call.count < 6) {
        return import_too_few;
    }
    if (!import_word_number(s->call.arguments[1], &size) ||
        !import_word_number(s->call.arguments[5], &offset)) {
        return import_no_number;
    }
    const struct import_descriptor *found = import_find(s, 4);
    if (found == NULL || import_word_has(s->call.arguments[3], "MAP_ANONYMOUS")) {
        return import_not_io;
    }
    const struct import_word protection = s->call.arguments[2];
    g_autofree char *text =
        g_strdup_printf("%s%s%s", import_word_has(protection, "PROT_READ") ? "|READ" : "",
                        import_word_has(protection, "PROT_WRITE") ? "|WRITE" : "",
                        import_word_has(protection, "PROT_EXEC") ? "|EXEC" : "");
    if (!import_failed(s) && size > 0) {
        const struct import_map map = {(guint64)s->call.result, size, offset, found->opening->file,
                                       found->oid};
        g_array_prepend_val(s->thread->process->maps, map);
    }
    hd_trace *trace = import_begin_on(s, state, found);
    import_add(s, "offset", offset);
    import_add(s, "size", size);
    hd_trace_add_text(trace, "protection", *text == '\0' ? "NONE" : text + 1);
    hd_trace_add_text(trace, "sharing",
                      import_word_has(s->call.arguments[3], "MAP_PRIVATE") ? "PRIVATE" : "SHARED");
    import_end(s);
    return import_done;
}

/* munmap (kind 1) and msync: what is known of the memory. */
const char *import_memory(struct importing *s, const char *state, int kind)
{
    GArray *maps = s->thread->process->maps;
    gint64 address = 0;
    gint64 size = 0;
    guint i = 0;
    if (s->call.count < 2) {
        return import_too_few;
    }
    if (!import_word_number(s->call.arguments[0], &address) ||
        !import_word_number(s->call.arguments[1], &size)) {
        return import_no_number;
    }
    const guint64 base = (guint64)address;
    while (i < maps->len && base - g_array_index(maps, struct import_map, i).base >=
                                (guint64)g_array_index(maps, struct import_map, i).size) {
        i++;
    }
    if (i == maps->len) {
        return import_not_io;
    }
    const struct import_map map = g_array_index(maps, struct import_map, i);
    if (kind == 1 && base == map.base && size >= map.size) {
        g_array_remove_index(maps, i);
    }
    (void)import_begin(s, state);
    import_add_file(s, "fid", map.file, import_file_size(map.file));
    import_add(s, "oid", map.oid);
    import_add(s, "offset", (gint64)((guint64)map.offset + (base - map.base)));
    import_add(s, "size", size);
    import_end(s);
    return import_done;
}
