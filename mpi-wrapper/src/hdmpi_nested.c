/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A traced program that starts another MPI program, by system() or a launcher. That one inherits
 * the environment, and with it folder and name of the project; were the names of all files the
 * same, it would write over the traces that its ancestor is writing. */
#define _XOPEN_SOURCE 700 /* realpath, readlink */
#include "hdmpi_session.h"

#include <dirent.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { ANCESTORS_MAX = 64, ENDING_BYTES = sizeof(".info") - 1 };

/* @return 0: unknown, or there is none */
static long parent_of(long process)
{
    char path[64];
    char text[1024] = "";
    long parent = 0;
    (void)snprintf(path, sizeof(path), "/proc/%ld/stat", process);
    FILE *const file = fopen(path, "re");
    if (file != NULL) {
        text[fread(text, 1, sizeof(text) - 1, file)] = '\0';
        (void)fclose(file);
    }
    /* PID (NAME) STATE PARENT; a name may hold anything. */
    const char *const name_end = strrchr(text, ')');
    if (name_end != NULL && strlen(name_end) > 4) {
        parent = strtol(name_end + 4, NULL, 10);
    }
    return parent;
}

/* Every process that records keeps a fragment of the project open. */
static bool has_fragment_open(long process, const char *prefix)
{
    char path[64];
    (void)snprintf(path, sizeof(path), "/proc/%ld/fd", process);
    DIR *const folder = opendir(path);
    if (folder == NULL) {
        return false; /* it is somebody else's */
    }
    const size_t prefix_length = strlen(prefix);
    bool found = false;
    char target[PATH_MAX];
    const struct dirent *entry = NULL;
    while (!found && (entry = readdir(folder)) != NULL) { /* NOLINT(concurrency-mt-unsafe) */
        const ssize_t length = readlinkat(dirfd(folder), entry->d_name, target, sizeof(target));
        found = length > (ssize_t)(prefix_length + ENDING_BYTES) &&
                (size_t)length < sizeof(target) && memcmp(target, prefix, prefix_length) == 0 &&
                memcmp(target + length - ENDING_BYTES, ".info", ENDING_BYTES) == 0;
    }
    (void)closedir(folder);
    return found;
}

/* DIR/PROJECT_ as the kernel names it. @return false: the folder cannot be named */
static bool get_prefix(char *prefix, size_t size)
{
    static const char *const level = "Hostname";
    char path[PATH_MAX];
    char folder[PATH_MAX];
    hd_topology *topology = NULL;
    if (hd_topology_create(NULL, hd__run.project, 1, &level, &topology) != HD_OK) {
        return false;
    }
    const bool named = hd_topology_get_project_path(topology, path, sizeof(path)) == HD_OK;
    hd_topology_destroy(topology);
    const char *const directory = hd__run.directory[0] == '\0' ? "." : hd__run.directory;
    if (!named || realpath(directory, folder) == NULL) {
        return false;
    }
    path[strlen(path) - strlen(".proj")] = '\0';
    const int length =
        snprintf(prefix, size, "%s%s%s_", folder, strcmp(folder, "/") == 0 ? "" : "/", path);
    return length > 0 && (size_t)length < size;
}

bool hd__project_is_an_ancestors(void)
{
    char prefix[PATH_MAX];
    if (!get_prefix(prefix, sizeof(prefix))) {
        return false;
    }
    long process = (long)getppid();
    for (int i = 0; i < ANCESTORS_MAX && process > 1; i++) {
        if (has_fragment_open(process, prefix)) {
            return true;
        }
        process = parent_of(process);
    }
    return false;
}
