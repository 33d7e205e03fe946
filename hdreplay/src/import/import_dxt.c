/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What darshan-dxt-parser prints of a run: which bytes were moved when. Opens and closes are not in
 * there: each rank opens a file right before its first access and closes it behind its last one,
 * by MPI each of its threads alone. Accesses of one rank at the same time are those of threads.
 * What MPI-IO did stands there once more as what it made of it by POSIX: of a file either counts.
 */
#include "import_dxt.h"

#include "plan/plan_error.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { WORDS_MIN = 8 };

static const double ns_per_second = 1e9;
static const double seconds_max = 4e9;

static gboolean bad(const struct dxt_text *text, const char *cause, GError **error)
{
    return plan_fail(error, "%s:%u: %s", text->path, text->line, cause);
}

/* --- lines -------------------------------------------------------------------------------------
 */

static bool take_number(const char *word, gint64 *value)
{
    return g_ascii_string_to_signed(word, 10, 0, G_MAXINT64, value, NULL);
}

static bool take_seconds(const char *word, gint64 *ns)
{
    char *end = NULL;
    const double seconds = g_ascii_strtod(word, &end);
    if (end == word || *end != '\0' || !(seconds >= 0 && seconds < seconds_max)) {
        return false;
    }
    *ns = llround(seconds * ns_per_second);
    return true;
}

/* What stands behind KEY in a line, up to `end`; NULL: it is not there. */
static char *value_of(const char *line, const char *key, const char *end)
{
    const char *const begin = strstr(line, key);
    if (begin == NULL) {
        return NULL;
    }
    const char *const from = begin + strlen(key);
    const char *const stop = end == NULL ? NULL : strstr(from, end);
    char *value = stop == NULL ? g_strdup(from) : g_strndup(from, (gsize)(stop - from));
    return g_strstrip(value);
}

static gboolean read_comment(struct dxt_text *text, const char *line, GError **error)
{
    g_autofree char *name = value_of(line, "file_name:", NULL);
    g_autofree char *host = value_of(line, "hostname:", NULL);
    if (g_str_has_prefix(line, "# DXT, file_id:")) {
        if (name == NULL || *name == '\0') {
            return bad(text, "a file without a name", error);
        }
        text->file = import_files_get(text->files, name);
    } else if (g_str_has_prefix(line, "# DXT, rank:") && host != NULL) {
        g_free(text->host);
        text->host = g_steal_pointer(&host);
    } else if (g_str_has_prefix(line, "# start_time:")) {
        g_autofree char *value = value_of(line, "start_time:", NULL);
        if (!take_seconds(value, &text->start_ns)) {
            return bad(text, "start_time is no time", error);
        }
    } else if (g_str_has_prefix(line, "# nprocs:")) {
        g_autofree char *value = value_of(line, "nprocs:", NULL);
        if (!take_number(value, &text->processes)) {
            return bad(text, "nprocs is no number", error);
        }
    } else if (g_str_has_prefix(line, "# exe:") && text->program == NULL) {
        g_autofree char *value = value_of(line, "exe:", " -");
        g_auto(GStrv) words = g_strsplit(value, " ", 2);
        text->program =
            words[0] == NULL || *words[0] == '\0' ? NULL : g_path_get_basename(words[0]);
    }
    return TRUE;
}

static gboolean read_row(struct dxt_text *text, char **words, bool is_mpi, GError **error)
{
    struct dxt_row row = {.file = text->file, .is_mpi = is_mpi};
    gint64 rank = 0;
    if (g_strv_length(words) < WORDS_MIN) {
        return bad(text, "fewer columns than a row has", error);
    }
    row.writes = strcmp(words[2], "write") == 0;
    if (!row.writes && strcmp(words[2], "read") != 0) {
        return bad(text, "neither write nor read", error);
    }
    if (is_mpi && strcmp(words[4], "N/A") == 0) { /* early versions don't know */
        import_count(text->summary->skipped, "X_MPIIO without offset");
        return TRUE;
    }
    if (!take_number(words[1], &rank) || rank > DXT_RANK_MAX ||
        !take_number(words[4], &row.offset) || !take_number(words[5], &row.size) ||
        row.offset > G_MAXINT64 - row.size) {
        return bad(text, "a rank, offset or length is no number", error);
    }
    if (!take_seconds(words[6], &row.begin_ns) || !take_seconds(words[7], &row.end_ns) ||
        row.end_ns < row.begin_ns) {
        return bad(text, "the times are none, or end before they begin", error);
    }
    if (text->file == NULL) {
        return bad(text, "a row before the name of its file", error);
    }
    row.rank = (int)rank;
    const gpointer key = GINT_TO_POINTER(row.rank + 1);
    if (!g_hash_table_contains(text->hosts, key)) {
        const char *const host =
            text->host == NULL || *text->host == '\0' ? "localhost" : text->host;
        g_hash_table_insert(text->hosts, key, g_strdup(host));
    }
    g_array_append_val(text->rows, row);
    return TRUE;
}

static gboolean read_line(struct dxt_text *text, const char *line, GError **error)
{
    if (*line == '#' || *line == '\0') {
        return read_comment(text, line, error);
    }
    g_autoptr(GPtrArray) words = g_ptr_array_new_with_free_func(g_free);
    g_auto(GStrv) parts = g_strsplit_set(line, " \t", -1);
    for (guint i = 0; parts[i] != NULL; i++) {
        if (*parts[i] != '\0') {
            g_ptr_array_add(words, g_strdup(parts[i]));
        }
    }
    g_ptr_array_add(words, NULL);
    const char *const module = g_ptr_array_index(words, 0);
    if (module == NULL) {
        return TRUE;
    }
    const bool is_mpi = strcmp(module, "X_MPIIO") == 0;
    if (is_mpi || strcmp(module, "X_POSIX") == 0) {
        return read_row(text, (char **)words->pdata, is_mpi, error);
    }
    if (!g_str_has_prefix(module, "X_")) {
        return bad(text, "no line of darshan-dxt-parser", error);
    }
    import_count(text->summary->skipped, module);
    return TRUE;
}

static gboolean read_text(struct dxt_text *text, GError **error)
{
    g_autofree char *content = NULL;
    gsize length = 0;
    if (!g_file_get_contents(text->path, &content, &length, NULL)) {
        return plan_fail(error, "%s: can't be read", text->path);
    }
    for (char *line = content; line < content + length;) {
        char *const end = line + strcspn(line, "\n");
        text->line++;
        if (*end == '\0' && end < content + length) {
            return bad(text, "holds a byte 0", error);
        }
        *end = '\0';
        if (!read_line(text, line, error)) {
            return FALSE;
        }
        line = end + 1;
    }
    return text->rows->len > 0 ||
           plan_fail(error, "%s: holds no rows of X_POSIX, nor of X_MPIIO with offsets",
                     text->path);
}

/* Leave those rows of each file out that tell the same on another level. */
static void choose_rows(struct dxt_text *text)
{
    g_autoptr(GHashTable) preferred = g_hash_table_new(NULL, NULL);
    guint kept = 0;
    for (guint i = 0; i < text->rows->len; i++) {
        const struct dxt_row *row = &g_array_index(text->rows, struct dxt_row, i);
        if (row->is_mpi == text->prefers_mpi) {
            g_hash_table_add(preferred, row->file);
        }
    }
    for (guint i = 0; i < text->rows->len; i++) {
        const struct dxt_row row = g_array_index(text->rows, struct dxt_row, i);
        if (row.is_mpi == text->prefers_mpi || !g_hash_table_contains(preferred, row.file)) {
            g_array_index(text->rows, struct dxt_row, kept++) = row;
        } else {
            import_count(text->summary->skipped, row.is_mpi ? "X_MPIIO" : "X_POSIX");
        }
    }
    g_array_set_size(text->rows, kept);
}

gboolean import_dxt(const struct import_options *options, struct import_summary *summary,
                    GError **error)
{
    struct dxt_text text = {
        .path = options->inputs[0], .prefers_mpi = options->prefers_mpi, .summary = summary};
    text.files = import_files_new();
    text.rows = g_array_new(FALSE, FALSE, sizeof(struct dxt_row));
    text.hosts = g_hash_table_new_full(NULL, NULL, NULL, g_free);
    gboolean ok = read_text(&text, error);
    if (ok) {
        choose_rows(&text);
        ok = import_dxt_write(&text, options, error);
    }
    g_hash_table_unref(text.files);
    g_array_unref(text.rows);
    g_hash_table_unref(text.hosts);
    g_free(text.host);
    g_free(text.program);
    return ok;
}
