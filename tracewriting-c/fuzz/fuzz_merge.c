/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Any bytes as the files of a folder: what `hdtrace merge` makes of them is XML, also for readers
 * of the original, and merging again changes nothing. The input is cut at bytes 0xFF: a fragment, a
 * project file that was there before, a statistics file, another fragment. */
#include "../tools/previous.h"
#include "../tools/scan.h"

#include <glib/gstdio.h>
#include <libxml/parser.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

enum { FILES = 4 };

static const char *const names[FILES] = {"p_n1_0_0.info", "p.proj", "p_n1_Energy.stat",
                                         "p_n1_1_0.info"};

static void require(int condition, const char *what)
{
    if (!condition) {
        (void)fprintf(stderr, "violated: %s\n", what);
        abort();
    }
}

static char *folder;

static char *path_of(const char *name)
{
    return g_build_filename(folder, name, NULL);
}

static void remove_folder(void)
{
    for (size_t i = 0; i < FILES; i++) {
        g_autofree char *path = path_of(names[i]);
        (void)g_unlink(path);
    }
    (void)g_rmdir(folder);
    g_free(folder);
}

static void make_folder(void)
{
    const gboolean shared =
        g_getenv("TMPDIR") == NULL && g_file_test("/dev/shm", G_FILE_TEST_IS_DIR);
    folder = g_build_filename(shared ? "/dev/shm" : g_get_tmp_dir(), "hdtrace-fuzz-XXXXXX", NULL);
    require(g_mkdtemp(folder) != NULL && atexit(remove_folder) == 0, "a folder");
}

static void write_files(const char *data, size_t size)
{
    for (size_t i = 0; i < FILES; i++) {
        g_autofree char *path = path_of(names[i]);
        const char *stop = size == 0 ? NULL : memchr(data, 0xFF, size);
        const size_t length = stop == NULL ? size : (size_t)(stop - data);
        (void)g_unlink(path); /* GLib 2.74 leaves the end of a longer file there */
        if (length > 0) {
            require(g_file_set_contents_full(path, data, (gssize)length, G_FILE_SET_CONTENTS_NONE,
                                             0600, NULL),
                    "a file");
        }
        data += length + (stop != NULL);
        size -= length + (stop != NULL);
    }
}

static void ignore(const char *file, const char *cause)
{
    require(*file != '\0' && *cause != '\0', "complaints say something");
}

/* Gives back the project's text. */
static char *merge_once(const struct scan_project *found, bool *usable)
{
    g_autofree char *path = g_strdup_printf("%s.proj", found->name);
    g_autofree char *file = path_of(path);
    g_autoptr(GError) error = NULL;
    char *text = NULL;
    (void)previous_is_incomplete(file);
    *usable = previous_add(found, file, &error);
    require(*usable || error != NULL, "a reason is told");
    if (hd_project_write(found->project, file) != HD_OK) {
        return NULL;
    }
    xmlDocPtr document = xmlReadFile(
        file, NULL, XML_PARSE_NONET | XML_PARSE_NOERROR | XML_PARSE_NOWARNING | XML_PARSE_HUGE);
    require(document != NULL, "well-formed");
    xmlFreeDoc(document);
    require(g_file_get_contents(file, &text, NULL, NULL), "is there");
    return text;
}

static GPtrArray *merge_all(char **first, bool *usable)
{
    g_autoptr(GError) error = NULL;
    GPtrArray *projects = scan_directory(folder, ignore, &error);
    require(projects != NULL, "the folder is read");
    for (guint i = 0; i < projects->len; i++) {
        const struct scan_project *found = g_ptr_array_index(projects, i);
        bool good = false;
        char *text = merge_once(found, &good);
        if (strcmp(found->name, "p") == 0) {
            *first = text;
            *usable = good;
        } else {
            g_autofree char *name = g_strdup_printf("%s.proj", found->name);
            g_autofree char *path = path_of(name);
            (void)g_unlink(path);
            g_free(text);
        }
    }
    return projects;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    g_autofree char *once = NULL;
    g_autofree char *twice = NULL;
    bool usable = false;
    if (folder == NULL) {
        make_folder();
    }
    write_files((const char *)data, size);
    g_ptr_array_unref(merge_all(&once, &usable));
    g_autoptr(GPtrArray) again = merge_all(&twice, &usable);
    if (once != NULL) {
        require(twice != NULL && usable, "what was written is read again");
        if (strcmp(once, twice) != 0) {
            (void)fprintf(stderr, "%s\n---\n%s\n", once, twice);
            require(0, "merging again changes nothing");
        }
    }
    for (guint i = 0; i < again->len; i++) {
        bool good = false;
        const struct scan_project *found = g_ptr_array_index(again, i);
        hd_project_set_compat_original(found->project);
        g_free(merge_once(found, &good));
        g_autofree char *name = g_strdup_printf("%s.proj", found->name);
        g_autofree char *path = path_of(name);
        (void)g_unlink(path);
    }
    return 0;
}
