/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Calls on files, and how far into them they reach. */
#include "plan_compiling.h"
#include "plan_error.h"

#include <string.h>

static bool name_has(hd_slice name, const char *word)
{
    return g_strstr_len(name.at, (gssize)name.length, word) != NULL;
}

uint32_t compiling_find_file(struct compiling *c, const char *name)
{
    gpointer index = NULL;
    if (!g_hash_table_lookup_extended(c->file_names, name, NULL, &index)) {
        const struct compiled_file one = {
            .entry = {.name = plan_tables_add_text(c->tables, name), .recorded_initial_bytes = -1}};
        index = GUINT_TO_POINTER(c->files->len);
        g_array_append_val(c->files, one);
        g_hash_table_insert(c->file_names, g_strdup(name), index);
    }
    return GPOINTER_TO_UINT(index);
}

struct compiled_file *compiling_file(const struct compiling *c, uint32_t file)
{
    return &g_array_index(c->files, struct compiled_file, file);
}

/* Traces are followed one after the other; what came first is told by the time alone. Members of
 * one open agree, the latest of them is as good as the first one. */
void compiling_note_first(struct compiled_file *file, const struct plan_op *op,
                          enum compiled_first first)
{
    if (file->first == FIRST_NONE || op->start_ns < file->first_ns) {
        file->first = first;
        file->first_ns = op->start_ns;
        file->first_bytes = op->call.posix != PLAN_POSIX_NONE ? op->file_size : -1;
    }
}

static gboolean refuse(const struct compiling *c, GError **error, const char *what)
{
    return plan_fail(error, "%s: MPI call %u of the program: %s: nothing was written",
                     c->strand->trace->path, c->op, what);
}

/* --- datatypes and how far a transfer reaches ---------------------------------------------------
 */

static gboolean find_type(const struct compiling *c, size_t element, const char *attribute,
                          uint32_t *type, GError **error)
{
    int64_t tid = -1;
    (void)hd_reader_get_int(c->reader, element, attribute, &tid);
    *type = plan_types_find(c->tables, c->strand->trace->rank, tid);
    if (*type != PLAN_FILE_NOTHING) {
        return TRUE;
    }
    return plan_fail(error,
                     "%s: MPI call %u of the program: datatype %" G_GINT64_FORMAT
                     " is not described by %s: nothing was written",
                     c->strand->trace->path, c->op, tid, c->plan->project->path);
}

/* The place in the file behind so many bytes of a view's data; the start of the next byte's tile
 * does not count. */
static int64_t end_of_data(const struct compiling *c, const struct compiled_open *open,
                           int64_t bytes)
{
    if (bytes <= 0) {
        return 0;
    }
    if (open->filetype == PLAN_FILE_NOTHING) {
        return open->displacement + bytes;
    }
    const struct plan_span *span = plan_types_span(c->tables, open->filetype);
    if (span->size <= 0) {
        return open->displacement + bytes;
    }
    const int64_t last = bytes - 1;
    return open->displacement + last / span->size * (span->upper - span->lower) +
           plan_types_place(c->tables, open->filetype, last % span->size) + 1;
}

/* Nobody knows where in the view it is: the most that it can reach. */
static int64_t farthest_end(const struct compiling *c, const struct compiled_open *open,
                            int64_t start, int64_t bytes)
{
    const struct plan_span *span =
        open->filetype == PLAN_FILE_NOTHING ? NULL : plan_types_span(c->tables, open->filetype);
    if (span == NULL || span->size <= 0 || span->size == span->upper - span->lower) {
        return start + bytes;
    }
    return start + (bytes / span->size + 1) * (span->upper - span->lower);
}

static void note_transfer(const struct compiling *c, struct compiled_open *open,
                          const struct plan_cell *cell, hd_slice name)
{
    struct compiled_file *file = compiling_file(c, open->file);
    const bool reads = name_has(name, "read");
    const int64_t bytes = reads ? cell->moved : cell->moved >= 0 ? cell->moved : cell->bytes;
    const int64_t start = compiling_op(c)->offset;
    int64_t end = 0;
    if (name_has(name, "_at")) {
        end = bytes > 0 ? end_of_data(c, open, cell->offset * open->unit + bytes) : 0;
    } else if (name_has(name, "_shared") || name_has(name, "_ordered")) {
        end = start >= 0 && bytes > 0 ? farthest_end(c, open, start, bytes) : 0;
    } else {
        if (bytes > 0 && open->position >= 0) {
            end = end_of_data(c, open, open->position + bytes);
        } else if (bytes > 0 && start >= 0) {
            end = farthest_end(c, open, start, bytes);
        }
        open->position = open->position < 0 ? -1 : open->position + MAX(cell->bytes, 0);
    }
    if (reads) {
        file->read = MAX(file->read, end);
    } else if (end == 0) {
        file->unplaced += MAX(bytes, 0);
        file->entry.flags |= PLAN_FILE_WRITTEN;
    } else {
        file->written = MAX(file->written, end);
        file->entry.flags |= PLAN_FILE_WRITTEN;
    }
}

/* The element that describes the data: the call's own, or that below it. */
static size_t data_element(const struct compiling *c)
{
    for (size_t i = 1; hd_reader_get_name(c->reader, i).length > 0; i++) {
        if (hd_slice_equals(hd_reader_get_name(c->reader, i), "Data")) {
            return i;
        }
    }
    return 0;
}

static gboolean compile_transfer(struct compiling *c, hd_slice name, struct plan_cell *cell,
                                 struct compiled_open *open, GError **error)
{
    const size_t element = data_element(c);
    const struct plan_op *op = compiling_op(c);
    if (!find_type(c, element, "tid", &cell->type, error)) {
        return FALSE;
    }
    const struct plan_span *span = plan_types_span(c->tables, cell->type);
    cell->count = -1;
    (void)hd_reader_get_int(c->reader, element, "count", &cell->count);
    if (cell->count < 0 && op->size >= 0 && span->size > 0) {
        cell->count = op->size / span->size;
    }
    if (cell->count < 0) {
        return refuse(c, error, "it does not say how much it moves");
    }
    cell->bytes = span->size >= 0 ? cell->count * span->size : op->size;
    if (op->size >= 0 && op->size != cell->bytes) {
        return refuse(c, error, "its size is not that of its datatype times its count");
    }
    cell->moved = op->bytes;
    if (name_has(name, "_at")) {
        cell->offset = compiling_get(c, "offset", -1);
        if (cell->offset < 0) {
            return refuse(c, error, "it does not say where in the file it is");
        }
    } else {
        cell->offset = op->offset;
    }
    const int64_t reach = MAX(span->upper - span->lower, 0) * cell->count;
    c->entry->buffer_bytes = MAX(c->entry->buffer_bytes, MAX(reach, cell->bytes));
    if (op->request >= 0 && strncmp(plan_file_call_name(cell->call), "File_i", 6) == 0) {
        cell->request = compiling_add_request(c, op->request);
    }
    note_transfer(c, open, cell, name);
    return compiling_emit(c, cell, NULL, 0, error);
}

/* --- open, view, hints --------------------------------------------------------------------------
 */

static void add_hints(const struct compiling *c, bool effective, int64_t *first, int64_t *count)
{
    g_autoptr(GPtrArray) pairs = g_ptr_array_new_with_free_func(g_free);
    for (size_t i = 1; hd_reader_get_name(c->reader, i).length > 0; i++) {
        hd_slice value;
        const char *key = NULL;
        if (hd_slice_equals(hd_reader_get_name(c->reader, i), "Info") &&
            hd_reader_find(c->reader, i, "effective", &value) == effective &&
            (key = hd_reader_get_text(c->reader, i, "key")) != NULL) {
            g_ptr_array_add(pairs, g_strdup(key));
            const char *text = hd_reader_get_text(c->reader, i, "value");
            g_ptr_array_add(pairs, g_strdup(text == NULL ? "" : text));
        }
    }
    *count = pairs->len / 2;
    *first = plan_tables_add_hints(c->tables, pairs);
}

/* By names where the trace has them; numbers are those of MPICH, which Open MPI shares. */
static int64_t get_mode(const struct compiling *c)
{
    const char *text = hd_reader_get_text(c->reader, 0, "amode");
    if (text == NULL) {
        return compiling_get(c, "flags", -1);
    }
    g_auto(GStrv) words = g_strsplit(text, "|", -1);
    int64_t mode = 0;
    for (guint w = 0; words[w] != NULL; w++) {
        for (unsigned i = 0; plan_file_mode_name(i) != NULL; i++) {
            mode |= strcmp(words[w], plan_file_mode_name(i)) == 0 ? INT64_C(1) << i : 0;
        }
    }
    return mode;
}

static bool mode_is_sound(int64_t mode)
{
    const int64_t ways = mode & (PLAN_MODE_RDONLY | PLAN_MODE_WRONLY | PLAN_MODE_RDWR);
    return mode > 0 && mode < INT64_C(2) * PLAN_MODE_SEQUENTIAL &&
           (ways == PLAN_MODE_RDONLY || ways == PLAN_MODE_WRONLY || ways == PLAN_MODE_RDWR);
}

/* All members open a file together: who is not there would be waited for without end. */
static gboolean refuse_absent(const struct compiling *c, gint64 rank, GError **error)
{
    g_autofree char *what =
        rank < 0 ? g_strdup("it opens a file together with a rank that the project does not tell")
                 : g_strdup_printf("it opens a file together with rank %" G_GINT64_FORMAT
                                   ", which has no trace",
                                   rank);
    return refuse(c, error, what);
}

static gboolean compile_open(struct compiling *c, struct plan_cell *cell, GError **error)
{
    const struct plan_op *op = compiling_op(c);
    const int rank = c->strand->trace->rank;
    const int communicator = plan_project_find_communicator(c->plan->project, rank, op->cid);
    int64_t numbers[PLAN_OPEN_NUMBERS] = {0};
    numbers[PLAN_OPEN_MODE] = get_mode(c);
    if (op->name == G_MAXUINT || !mode_is_sound(numbers[PLAN_OPEN_MODE])) {
        return refuse(c, error, "it opens a file without a name or a mode");
    }
    if (communicator < 0) {
        return refuse(c, error, "it opens a file with a communicator that the project lacks");
    }
    if (c->absent[communicator] != PLAN_ALL_PRESENT) {
        return refuse_absent(c, c->absent[communicator], error);
    }
    const uint32_t index = compiling_find_file(c, g_ptr_array_index(c->strand->names, op->name));
    struct compiled_file *file = compiling_file(c, index);
    compiling_note_first(file, op,
                         (numbers[PLAN_OPEN_MODE] & PLAN_MODE_CREATE) == 0 ? FIRST_NEEDS
                         : (numbers[PLAN_OPEN_MODE] & PLAN_MODE_EXCL) == 0 ? FIRST_CREATES
                                                                           : FIRST_MAKES);
    cell->communicator = (uint32_t)communicator;
    cell->file = compiling_take_slot(c->free_files, &c->entry->file_slots);
    numbers[PLAN_OPEN_FILE] = index;
    add_hints(c, false, &numbers[PLAN_OPEN_HINT_FIRST], &numbers[PLAN_OPEN_HINT_COUNT]);
    add_hints(c, true, &numbers[PLAN_OPEN_EFFECTIVE_FIRST], &numbers[PLAN_OPEN_EFFECTIVE_COUNT]);
    struct compiled_open *open = g_new(struct compiled_open, 1);
    *open = (struct compiled_open){cell->file, index, PLAN_FILE_NOTHING, 0, 1, 0};
    open->position = (numbers[PLAN_OPEN_MODE] & PLAN_MODE_APPEND) != 0 ? -1 : 0;
    gint64 *key = g_new(gint64, 1);
    *key = op->file;
    g_hash_table_replace(c->opens, key, open);
    return compiling_emit(c, cell, numbers, PLAN_OPEN_NUMBERS, error);
}

static gboolean compile_view(struct compiling *c, struct plan_cell *cell,
                             struct compiled_open *open, GError **error)
{
    int64_t numbers[PLAN_VIEW_NUMBERS] = {0};
    uint32_t filetype = PLAN_FILE_NOTHING;
    if (!find_type(c, 0, "etid", &cell->type, error) ||
        !find_type(c, 0, "filetid", &filetype, error)) {
        return FALSE;
    }
    cell->offset = compiling_get(c, "offset", 0);
    const char *representation = hd_reader_get_text(c->reader, 0, "representation");
    numbers[PLAN_VIEW_REPRESENTATION] =
        plan_tables_add_text(c->tables, representation == NULL ? "native" : representation);
    numbers[PLAN_VIEW_FILETYPE] = filetype;
    add_hints(c, false, &numbers[PLAN_VIEW_HINT_FIRST], &numbers[PLAN_VIEW_HINT_COUNT]);
    open->filetype = filetype;
    open->displacement = MAX(cell->offset, 0);
    open->unit = MAX(plan_types_span(c->tables, cell->type)->size, 1);
    open->position = cell->offset < 0 ? -1 : 0; /* MPI_DISPLACEMENT_CURRENT */
    return compiling_emit(c, cell, numbers, PLAN_VIEW_NUMBERS, error);
}

static gboolean compile_seek(struct compiling *c, struct plan_cell *cell,
                             struct compiled_open *open, GError **error)
{
    static const char *const words[] = {
        [PLAN_SEEK_SET] = "Set", [PLAN_SEEK_CUR] = "Cur", [PLAN_SEEK_END] = "End"};
    hd_slice whence = {NULL, 0};
    (void)hd_reader_find(c->reader, 0, "whence", &whence);
    cell->peer = 0;
    while (cell->peer < G_N_ELEMENTS(words) && !hd_slice_equals(whence, words[cell->peer])) {
        cell->peer++;
    }
    if (cell->peer == G_N_ELEMENTS(words)) {
        return refuse(c, error, "it seeks without saying from where");
    }
    cell->offset = compiling_get(c, "relative-offset", 0);
    if (cell->call == PLAN_CALL_FILE_SEEK) {
        const bool is_known =
            cell->peer == PLAN_SEEK_SET || (cell->peer == PLAN_SEEK_CUR && open->position >= 0);
        open->position = !is_known ? -1
                                   : cell->offset * open->unit +
                                         (cell->peer == PLAN_SEEK_CUR ? open->position : 0);
    }
    return compiling_emit(c, cell, NULL, 0, error);
}

static gboolean compile_delete(struct compiling *c, struct plan_cell *cell, GError **error)
{
    const struct plan_op *op = compiling_op(c);
    if (op->name == G_MAXUINT) {
        return refuse(c, error, "it deletes a file without a name");
    }
    cell->file = compiling_find_file(c, g_ptr_array_index(c->strand->names, op->name));
    compiling_note_first(compiling_file(c, cell->file), op, FIRST_NEEDS);
    return compiling_emit(c, cell, NULL, 0, error);
}

/* --- all of them --------------------------------------------------------------------------------
 */

static gboolean compile_other(struct compiling *c, struct plan_cell *cell,
                              struct compiled_open *open, GError **error)
{
    int64_t numbers[2] = {0};
    switch (cell->call) {
    case PLAN_CALL_FILE_SET_VIEW:
        return compile_view(c, cell, open, error);
    case PLAN_CALL_FILE_SEEK:
    case PLAN_CALL_FILE_SEEK_SHARED:
        return compile_seek(c, cell, open, error);
    case PLAN_CALL_FILE_SET_INFO:
        add_hints(c, false, &numbers[0], &numbers[1]);
        return compiling_emit(c, cell, numbers, 2, error);
    case PLAN_CALL_FILE_SET_ATOMICITY:
        cell->flags = compiling_get(c, "flag", 0) != 0 ? PLAN_CELL_FLAG : 0;
        break;
    case PLAN_CALL_FILE_PREALLOCATE:
    case PLAN_CALL_FILE_SET_SIZE: {
        struct compiled_file *file = compiling_file(c, open->file);
        cell->offset = compiling_get(c, "size", -1);
        if (cell->offset < 0) {
            return refuse(c, error, "it does not say which size the file gets");
        }
        file->written = MAX(file->written, cell->offset);
        break;
    }
    default:
        break;
    }
    const gint64 key = compiling_op(c)->file;
    if (cell->call == PLAN_CALL_FILE_CLOSE) {
        g_array_append_val(c->free_files, open->slot);
        g_hash_table_remove(c->opens, &key);
    }
    return compiling_emit(c, cell, NULL, 0, error);
}

gboolean compile_file_call(struct compiling *c, hd_slice name, GError **error)
{
    const struct plan_op *op = compiling_op(c);
    const enum plan_file_call call = plan_file_call_find(name.at, name.length);
    if (call == PLAN_CALL_COUNT) { /* asks for what MPI knows without the file */
        return TRUE;
    }
    if (op->failed) {
        c->head.left_out_failed++;
        return TRUE;
    }
    struct plan_cell cell = compiling_cell(c, call);
    if (call == PLAN_CALL_FILE_OPEN) {
        return compile_open(c, &cell, error);
    }
    if (call == PLAN_CALL_FILE_DELETE) {
        return compile_delete(c, &cell, error);
    }
    const gint64 key = op->file;
    struct compiled_open *open = g_hash_table_lookup(c->opens, &key);
    if (open == NULL && call == PLAN_CALL_FILE_GET_POSITION && key < 0) {
        return TRUE; /* the original does not tell of which file; it moves nothing */
    }
    if (open == NULL) {
        return refuse(c, error, "it uses a file that this thread has not opened");
    }
    cell.file = open->slot;
    return op->call.moves_data ? compile_transfer(c, name, &cell, open, error)
                               : compile_other(c, &cell, open, error);
}
