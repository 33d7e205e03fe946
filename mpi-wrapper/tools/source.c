/* SPDX-License-Identifier: GPL-3.0-or-later */
/* hdtrace-source: turn the numbers of places in the traces of a folder (callSite, HDTRACE_SOURCE=1)
 * into cFile and cLine.
 *
 * A trace is written anew beside itself and then takes its name, so that it is whole at any time.
 * One that its process may still write is left alone: what it wrote afterwards would be lost. */

#include "frame_file.h"
#include "sites.h"

#include <errno.h>
#include <glib/gstdio.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { EXIT_FAULT = 1, EXIT_BAD_INPUT = 2 };

static void complain(const char *file, const char *cause)
{
    (void)fprintf(stderr, "hdtrace source: %s: %s\n", file, cause);
}

/* --- is it finished ----------------------------------------------------------------------------
 */

static char *get_property(const char *program, const char *name)
{
    g_autofree char *start = g_strdup_printf(" %s='", name);
    const char *const found = strstr(program, start);
    const char *const value = found == NULL ? NULL : found + strlen(start);
    const char *const end = value == NULL ? NULL : strchr(value, '\'');
    return end == NULL ? g_strdup("") : g_strndup(value, (gsize)(end - value));
}

/* Also of one that nobody has waited for. */
static gboolean is_gone(pid_t process)
{
    g_autofree char *path = g_strdup_printf("/proc/%ld/stat", (long)process);
    g_autofree char *text = NULL;
    if (kill(process, 0) != 0) {
        return errno == ESRCH;
    }
    if (!g_file_get_contents(path, &text, NULL, NULL)) {
        return FALSE;
    }
    const char *const state = strrchr(text, ')'); /* the name may hold anything */
    return state != NULL && (g_str_has_prefix(state, ") Z") || g_str_has_prefix(state, ") X"));
}

/* The process ended without closing the trace; only on its own host that can be told. */
static gboolean is_abandoned(const char *program)
{
    char host[256] = "";
    g_autofree char *pid = get_property(program, "pid");
    g_autofree char *where = get_property(program, "host");
    const pid_t process = (pid_t)strtol(pid, NULL, 10);
    return gethostname(host, sizeof(host) - 1) == 0 && strcmp(host, where) == 0 && process > 0 &&
           is_gone(process);
}

/* --- one trace ---------------------------------------------------------------------------------
 */

/* Copy a line with its numbers replaced. Quotes inside values are escaped, so that the start of an
 * attribute is found nowhere else. @return how many were replaced */
static guint copy_line(const sites *all, const char *line, FILE *out)
{
    static const char attribute[] = " callSite='";
    guint replaced = 0;
    for (;;) {
        const char *const found = strstr(line, attribute);
        if (found == NULL) {
            (void)fputs(line, out);
            return replaced;
        }
        char *end = NULL;
        const guint64 id = g_ascii_strtoull(found + strlen(attribute), &end, 10);
        const char *const text = *end == '\'' ? sites_get_text(all, id) : NULL;
        (void)fwrite(line, 1, (size_t)(found - line), out);
        if (text != NULL) {
            (void)fputs(text, out);
            replaced++;
        } else {
            (void)fwrite(found, 1, (size_t)(end - found), out);
            (void)fputs(*end == '\'' ? "'" : "", out);
        }
        line = *end == '\'' ? end + 1 : end;
    }
}

typedef enum copy_result { COPY_WHOLE, COPY_LIVES, COPY_UNREADABLE } copy_result;

/* `open`: it is not closed, whatever its end says. */
static copy_result copy_trace(const sites *all, FILE *in, FILE *out, gboolean open, guint *replaced)
{
    char *line = NULL;
    size_t capacity = 0;
    gboolean abandoned = FALSE, closed = FALSE;
    for (gboolean first = TRUE; getline(&line, &capacity, in) > 0 && line[0] != '\0';
         first = FALSE) {
        abandoned = first ? is_abandoned(line) : abandoned;
        closed = strstr(line, "</Program>") != NULL;
        *replaced += copy_line(all, line, out);
    }
    free(line); /* NOLINT: getline's */
    return ferror(in) ? COPY_UNREADABLE : (closed && !open) || abandoned ? COPY_WHOLE : COPY_LIVES;
}

/* A trace, and where it is written anew. */
typedef struct trace_files {
    char *path; /* X.trc, or X.trc.zst */
    char *tail; /* X.trc.tail of a compressed one, else NULL */
    char *fresh;
    char *index;
    char *ring;
} trace_files;

/* `front`: the path without `.trc` */
static trace_files name_files(const char *front, gboolean compressed)
{
    char *const path = g_strconcat(front, compressed ? ".trc.zst" : ".trc", NULL);
    return (trace_files){.path = path,
                         .tail = compressed ? g_strconcat(front, ".trc.tail", NULL) : NULL,
                         .fresh = g_strconcat(path, ".new", NULL),
                         .index = g_strconcat(front, ".trc.idx", NULL),
                         .ring = g_strconcat(front, ".ring", NULL)};
}

static void free_files(trace_files *files)
{
    g_free(files->path);
    g_free(files->tail);
    g_free(files->fresh);
    g_free(files->index);
    g_free(files->ring);
}

static FILE *open_text(const trace_files *files)
{
    return files->tail == NULL ? g_fopen(files->path, "re") : frame_file_read(files->path);
}

static FILE *open_fresh(const trace_files *files)
{
    struct stat status = {.st_mode = 0666};
    (void)stat(files->path, &status);
    const mode_t mode = status.st_mode & 0777;
    if (files->tail != NULL) {
        return frame_file_write(files->fresh, mode);
    }
    FILE *const out = g_fopen(files->fresh, "we");
    if (out != NULL) {
        (void)fchmod(fileno(out), mode);
    }
    return out;
}

/* The index fits the old text only. It goes first: without it readers look at the text itself. The
 * tail goes last: its text is shorter than that of the frames, so that nobody reads on in it. */
static gboolean take_name(const trace_files *files)
{
    (void)g_unlink(files->index);
    if (g_rename(files->fresh, files->path) != 0) {
        complain(files->path, g_strerror(errno));
        return FALSE;
    }
    if (files->tail != NULL) {
        (void)g_unlink(files->tail);
    }
    return TRUE;
}

static gboolean finish(FILE *out, const trace_files *files)
{
    gboolean written = fflush(out) == 0 && !ferror(out);
    if (written && files->tail == NULL) { /* closing frames does it */
        written = fsync(fileno(out)) == 0;
    }
    const int error = errno;
    const gboolean closed = fclose(out) == 0;
    if (!written || !closed) {
        complain(files->fresh, g_strerror(written ? errno : error));
    }
    return written && closed;
}

static int copy_and_replace(const sites *all, const trace_files *files, FILE *in, FILE *out,
                            guint *replaced)
{
    const gboolean open = files->tail != NULL && g_access(files->tail, F_OK) == 0;
    guint count = 0;
    const copy_result result = copy_trace(all, in, out, open, &count);
    const int error = errno;
    if (result == COPY_LIVES) {
        complain(files->path, "may still be written, is left as it is");
    } else if (result == COPY_UNREADABLE) {
        complain(files->path, g_strerror(error));
    }
    const gboolean written = finish(out, files);
    if (!written || result != COPY_WHOLE) {
        return EXIT_FAULT;
    }
    if (count > 0 && !take_name(files)) {
        return EXIT_FAULT;
    }
    *replaced += count;
    return 0;
}

/* @return exit status */
static int rewrite_files(const sites *all, const trace_files *files, guint *replaced)
{
    if (g_access(files->ring, F_OK) == 0) { /* it counts the bytes of the text */
        complain(files->ring, "holds calls that are not in the trace yet; run: hdtrace merge");
        return EXIT_FAULT;
    }
    FILE *const in = open_text(files);
    FILE *const out = in == NULL ? NULL : open_fresh(files);
    int status = EXIT_FAULT;
    if (out != NULL) {
        status = copy_and_replace(all, files, in, out, replaced);
        (void)g_unlink(files->fresh); /* gone where it took the name */
    } else {
        complain(in == NULL ? files->path : files->fresh, g_strerror(errno));
    }
    if (in != NULL) {
        (void)fclose(in);
    }
    return status;
}

static int rewrite(const sites *all, const char *front, gboolean compressed, guint *replaced)
{
    trace_files files = name_files(front, compressed);
    const int status = rewrite_files(all, &files, replaced);
    free_files(&files);
    return status;
}

/* --- the folder --------------------------------------------------------------------------------
 */

/* Whether `suffix` is that of a trace, or of what is first looked at for it: its frames, else its
 * tail. `front`: its path without. */
static gboolean is_trace(const char *front, const char *suffix)
{
    g_autofree char *frames = g_strconcat(front, ".trc.zst", NULL);
    return strcmp(suffix, ".trc") == 0 || strcmp(suffix, ".trc.zst") == 0 ||
           (strcmp(suffix, ".trc.tail") == 0 && g_access(frames, F_OK) != 0);
}

/* Traces of a process: PROJECT_HOST_RANK_THREAD.trc beside PROJECT_HOST_RANK_0.info. Their names
 * are read before any is replaced, since that changes the folder. */
static int rewrite_process(const char *directory, const sites *all, const char *stem,
                           guint *replaced)
{
    g_autoptr(GDir) entries = g_dir_open(directory, 0, NULL);
    g_autoptr(GPtrArray) names = g_ptr_array_new_with_free_func(g_free);
    for (const char *name = NULL; entries != NULL && (name = g_dir_read_name(entries)) != NULL;) {
        if (g_str_has_prefix(name, stem)) {
            g_ptr_array_add(names, g_strdup(name));
        }
    }
    int worst = 0;
    for (guint i = 0; i < names->len; i++) {
        char *const name = names->pdata[i];
        const size_t digits = strspn(name + strlen(stem), "0123456789");
        g_autofree char *front_name = g_strndup(name, strlen(stem) + digits);
        g_autofree char *front = g_build_filename(directory, front_name, NULL);
        const char *const suffix = name + strlen(front_name);
        if (digits > 0 && is_trace(front, suffix)) {
            const int result = rewrite(all, front, strcmp(suffix, ".trc") != 0, replaced);
            worst = MAX(worst, result);
        }
    }
    return worst;
}

static int take_fragment(const char *directory, const char *name, guint *replaced)
{
    static const char end[] = "_0.info";
    g_autoptr(GError) error = NULL;
    g_autofree char *path = g_build_filename(directory, name, NULL);
    sites *const all = sites_read(path, &error);
    if (all == NULL) {
        complain(path, error->message);
        return EXIT_BAD_INPUT;
    }
    int worst = sites_report(all, complain) > 0 ? EXIT_FAULT : 0;
    if (sites_get_count(all) > 0) {
        g_autofree char *stem = g_strndup(name, strlen(name) - strlen(end) + 1);
        const int result = rewrite_process(directory, all, stem, replaced);
        worst = MAX(worst, result);
    }
    sites_free(all);
    return worst;
}

static int take_directory(const char *directory)
{
    g_autoptr(GError) error = NULL;
    g_autoptr(GDir) entries = g_dir_open(directory, 0, &error);
    if (entries == NULL) {
        complain(directory, error->message);
        return EXIT_BAD_INPUT;
    }
    if (access(directory, W_OK) != 0) {
        complain(directory, g_strerror(errno));
        return EXIT_BAD_INPUT;
    }
    guint replaced = 0, fragments = 0;
    int worst = 0;
    for (const char *name = NULL; (name = g_dir_read_name(entries)) != NULL;) {
        if (g_str_has_suffix(name, "_0.info")) {
            const int result = take_fragment(directory, name, &replaced);
            worst = MAX(worst, result);
            fragments++;
        }
    }
    if (fragments == 0) {
        complain(directory, "holds no fragment of a process (.info)");
        return EXIT_BAD_INPUT;
    }
    (void)printf("%s: source of %u call%s\n", directory, replaced, replaced == 1 ? "" : "s");
    return worst;
}

int main(int argc, char **argv)
{
    if (argc != 2 || argv[1][0] == '-') {
        const gboolean help =
            argc == 2 && (strcmp(argv[1], "--help") == 0 || strcmp(argv[1], "-h") == 0);
        (void)fprintf(
            help ? stdout : stderr,
            "usage: hdtrace source DIR\n\n"
            "Puts file and line of each call (cFile, cLine) into the traces of a run with\n"
            "HDTRACE_SOURCE=1. Needs the program as it ran, compiled with -g.\n");
        return help ? 0 : EXIT_BAD_INPUT;
    }
    return take_directory(argv[1]);
}
