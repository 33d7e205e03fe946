/* SPDX-License-Identifier: GPL-3.0-or-later */
/* hdtrace-source: turn the numbers of places in the traces of a folder (callSite, HDTRACE_SOURCE=1)
 * into cFile and cLine.
 *
 * A trace is written anew beside itself and then takes its name, so that it is whole at any time.
 * One that its process may still write is left alone: what it wrote afterwards would be lost. */

#include "sites.h"

#include <errno.h>
#include <glib/gstdio.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { EXIT_FAULT = 1, EXIT_BAD_INPUT = 2, TAIL_BYTES = 4096 };

static void complain(const char *file, const char *cause)
{
    (void)fprintf(stderr, "hdtrace source: %s: %s\n", file, cause);
}

/* --- is it finished ----------------------------------------------------------------------------
 */

static gboolean is_closed(FILE *trace)
{
    char tail[TAIL_BYTES + 1];
    struct stat status;
    if (fstat(fileno(trace), &status) != 0) {
        return FALSE;
    }
    const off_t start = status.st_size > TAIL_BYTES ? status.st_size - TAIL_BYTES : 0;
    const ssize_t size = pread(fileno(trace), tail, TAIL_BYTES, start);
    tail[size < 0 ? 0 : size] = '\0';
    return g_strrstr_len(tail, size, "</Program>") != NULL;
}

static char *get_property(const char *program, const char *name)
{
    g_autofree char *start = g_strdup_printf(" %s='", name);
    const char *const found = strstr(program, start);
    const char *const value = found == NULL ? NULL : found + strlen(start);
    const char *const end = value == NULL ? NULL : strchr(value, '\'');
    return end == NULL ? g_strdup("") : g_strndup(value, (gsize)(end - value));
}

/* The process ended without closing the trace; only on its own host that can be told. */
static gboolean is_abandoned(const char *program)
{
    char host[256] = "";
    g_autofree char *pid = get_property(program, "pid");
    g_autofree char *where = get_property(program, "host");
    const pid_t process = (pid_t)strtol(pid, NULL, 10);
    return gethostname(host, sizeof(host) - 1) == 0 && strcmp(host, where) == 0 && process > 0 &&
           kill(process, 0) != 0 && errno == ESRCH;
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

static guint copy_trace(const sites *all, FILE *in, FILE *out, gboolean *may_copy)
{
    char *line = NULL;
    size_t capacity = 0;
    guint replaced = 0;
    *may_copy = TRUE;
    for (gboolean first = TRUE; getline(&line, &capacity, in) > 0 && line[0] != '\0';
         first = FALSE) {
        if (first && !is_closed(in) && !is_abandoned(line)) {
            *may_copy = FALSE;
            break;
        }
        replaced += copy_line(all, line, out);
    }
    free(line); /* NOLINT: getline's */
    return replaced;
}

/* The index fits the old text only. It goes first: without it readers look at the text itself. */
static gboolean take_name(const char *fresh, const char *path)
{
    g_autofree char *index = g_strconcat(path, ".idx", NULL);
    (void)g_unlink(index);
    if (g_rename(fresh, path) != 0) {
        complain(path, g_strerror(errno));
        return FALSE;
    }
    return TRUE;
}

static gboolean finish(FILE *out, const char *path)
{
    const gboolean written = fflush(out) == 0 && !ferror(out) && fsync(fileno(out)) == 0;
    if (!written) {
        complain(path, g_strerror(errno));
    }
    return (fclose(out) == 0) && written;
}

/* @return exit status */
static int rewrite(const sites *all, const char *path, guint *replaced)
{
    g_autofree char *fresh = g_strconcat(path, ".new", NULL);
    FILE *const in = g_fopen(path, "re");
    FILE *const out = in == NULL ? NULL : g_fopen(fresh, "we");
    if (out == NULL) {
        complain(in == NULL ? path : fresh, g_strerror(errno));
        if (in != NULL) {
            (void)fclose(in);
        }
        return EXIT_FAULT;
    }
    gboolean may_copy = FALSE;
    const guint count = copy_trace(all, in, out, &may_copy);
    struct stat status;
    if (fstat(fileno(in), &status) == 0) {
        (void)fchmod(fileno(out), status.st_mode & 0777);
    }
    (void)fclose(in);
    if (!may_copy) {
        complain(path, "may still be written, is left as it is");
    }
    if (!finish(out, fresh) || !may_copy || count == 0 || !take_name(fresh, path)) {
        (void)g_unlink(fresh);
        return may_copy ? 0 : EXIT_FAULT;
    }
    *replaced += count;
    return 0;
}

/* --- the folder --------------------------------------------------------------------------------
 */

/* Traces of a process: PROJECT_HOST_RANK_THREAD.trc beside PROJECT_HOST_RANK_0.info. */
static int rewrite_process(const char *directory, const sites *all, const char *stem,
                           guint *replaced)
{
    g_autoptr(GDir) entries = g_dir_open(directory, 0, NULL);
    int worst = 0;
    for (const char *name = NULL; entries != NULL && (name = g_dir_read_name(entries)) != NULL;) {
        if (!g_str_has_prefix(name, stem)) {
            continue;
        }
        const char *const rest = name + strlen(stem);
        const char *const suffix = rest + strspn(rest, "0123456789");
        g_autofree char *path = g_build_filename(directory, name, NULL);
        if (suffix == rest || (strcmp(suffix, ".trc") != 0 && strcmp(suffix, ".trc.zst") != 0)) {
            continue;
        }
        if (strcmp(suffix, ".trc.zst") == 0) {
            complain(path, "is compressed, its calls keep their numbers");
            worst = EXIT_FAULT;
        } else {
            const int result = rewrite(all, path, replaced);
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
