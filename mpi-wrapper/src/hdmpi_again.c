/* SPDX-License-Identifier: GPL-3.0-or-later */
#define _GNU_SOURCE /* dladdr */
#include "hdmpi_again.h"

#include "hdmpi_session.h"

#include <dlfcn.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

extern char **environ;

static const char program_link[] = "/proc/self/exe";
static const char list_name[] = "LD_PRELOAD=";
static const char guard_name[] = "HDTRACE_RESTARTED=";
static const char separators[] = ": ";

/* What the program is started with. */
typedef struct beginning {
    char *list; /* LD_PRELOAD=... */
    char *words;
    char **arguments; /* in `words` */
    char **environment;
} beginning;

static void release(beginning *next)
{
    free(next->list);
    free(next->words);
    free(next->arguments);
    free(next->environment);
}

static bool begins_with(const char *text, const char *start)
{
    return strncmp(text, start, strlen(start)) == 0;
}

static const char *base_name(const char *path)
{
    const char *const slash = strrchr(path, '/');
    return slash == NULL ? path : slash + 1;
}

/* The value of an entry of the environment, NULL: there is none. */
static const char *get_value(const char *name)
{
    for (char **entry = environ; entry != NULL && *entry != NULL; entry++) {
        if (begins_with(*entry, name)) {
            return *entry + strlen(name);
        }
    }
    return NULL;
}

/* The process keeps its number, those that it starts have others. */
static bool was_restarted(void)
{
    const char *const value = getenv("HDTRACE_RESTARTED"); /* NOLINT(concurrency-mt-unsafe) */
    return value != NULL && strtol(value, NULL, 10) == (long)getpid();
}

static bool is_same_file(const char *one, const char *other)
{
    struct stat first, second;
    return stat(one, &first) == 0 && stat(other, &second) == 0 && first.st_dev == second.st_dev &&
           first.st_ino == second.st_ino;
}

/* A name without a folder was looked for where libraries are. */
static bool is_own(const char *entry, const char *own_path)
{
    return strchr(entry, '/') == NULL ? strcmp(entry, base_name(own_path)) == 0
                                      : is_same_file(entry, own_path);
}

/* Copy the list without this library, or with `instead` in its place.
 * @return "LD_PRELOAD=...", NULL: this library is not in the list, or there is no memory */
static char *change_list(const char *list, const char *own_path, const char *instead)
{
    char *const rest = strdup(list);
    char *const changed = calloc(1, sizeof(list_name) + 2 * strlen(list) + strlen(instead) + 2);
    bool is_found = false;
    char *state = NULL;
    size_t at = sizeof(list_name) - 1;
    if (rest == NULL || changed == NULL) {
        free(rest);
        free(changed);
        return NULL;
    }
    memcpy(changed, list_name, at);
    for (char *entry = strtok_r(rest, separators, &state); entry != NULL;
         entry = strtok_r(NULL, separators, &state)) {
        const bool own = is_own(entry, own_path);
        const char *const kept = !own ? entry : is_found ? "" : instead;
        is_found = is_found || own;
        if (kept[0] != '\0') {
            changed[at] = ':';
            at += changed[at - 1] != '=';
            memcpy(changed + at, kept, strlen(kept) + 1);
            at += strlen(kept);
        }
    }
    free(rest);
    if (is_found) {
        return changed;
    }
    free(changed);
    return NULL;
}

/* The environment with another list. */
static char **change_environment(char *list)
{
    static char guard[sizeof(guard_name) + 24];
    size_t count = 0;
    while (environ[count] != NULL) {
        count++;
    }
    char **const changed = calloc(count + 2, sizeof(char *));
    if (changed == NULL) {
        return NULL;
    }
    (void)snprintf(guard, sizeof(guard), "%s%ld", guard_name, (long)getpid());
    size_t kept = 0;
    for (size_t i = 0; i < count; i++) {
        if (begins_with(environ[i], list_name)) {
            if (list[sizeof(list_name) - 1] != '\0') {
                changed[kept++] = list;
            }
        } else if (!begins_with(environ[i], guard_name)) {
            changed[kept++] = environ[i];
        }
    }
    changed[kept] = guard;
    return changed;
}

/* All of a file whose size is not known before. NULL: not readable, or no memory */
static char *read_all(const char *path, size_t *length)
{
    enum { STEP = 4096 };
    char *text = NULL;
    ssize_t got = 1;
    const int file = open(path, O_RDONLY | O_CLOEXEC);
    *length = 0;
    while (file >= 0 && got > 0) {
        char *const larger = realloc(text, *length + STEP);
        if (larger == NULL) {
            got = -1;
            break;
        }
        text = larger;
        got = read(file, text + *length, STEP);
        *length += got > 0 ? (size_t)got : 0;
    }
    if (file >= 0) {
        (void)close(file);
    }
    if (file < 0 || got < 0) {
        free(text);
        return NULL;
    }
    return text;
}

/* Each argument ends with a NUL there. */
static bool read_arguments(beginning *next)
{
    size_t length = 0, count = 0;
    next->words = read_all("/proc/self/cmdline", &length);
    if (next->words == NULL || length == 0 || next->words[length - 1] != '\0') {
        return false;
    }
    next->arguments = calloc(length + 1, sizeof(char *));
    for (size_t at = 0; next->arguments != NULL && at < length;
         at += strlen(next->words + at) + 1) {
        next->arguments[count++] = next->words + at;
    }
    return next->arguments != NULL;
}

static bool prepare(beginning *next, const char *list, const char *own_path, const char *instead)
{
    *next = (beginning){.list = change_list(list, own_path, instead)};
    if (next->list == NULL || !read_arguments(next)) {
        return false;
    }
    next->environment = change_environment(next->list);
    return next->environment != NULL;
}

/* By its name, so that the process is called as before; by the link when that is another file now.
 */
static void start(const beginning *next)
{
    char path[PATH_MAX] = "";
    const ssize_t length = readlink(program_link, path, sizeof(path) - 1);
    if (length > 0 && is_same_file(path, program_link)) {
        execve(path, next->arguments, next->environment);
    }
    execve(program_link, next->arguments, next->environment);
}

/* One process speaks for all that were started together, where the launcher numbers them. */
static bool speaks(void)
{
    static const char *const names[] = {"PMI_RANK=", "OMPI_COMM_WORLD_RANK=", "PMIX_RANK="};
    for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); i++) {
        const char *const value = get_value(names[i]);
        if (value != NULL) {
            return strcmp(value, "0") == 0;
        }
    }
    return true;
}

static void tell(const hd__mismatch *mismatch, const char *instead)
{
    char message[400];
    if (instead[0] != '\0') {
        (void)snprintf(message, sizeof(message), "this program uses %s: started again with %s",
                       mismatch->mpi, mismatch->right_library);
    } else {
        (void)snprintf(message, sizeof(message),
                       "this program uses %s and runs untraced, since the tracer of %s cannot hand "
                       "on its handles: take %s",
                       mismatch->mpi, mismatch->own_mpi, mismatch->right_library);
    }
    hd__warn(message);
}

static void tell_unable(const hd__mismatch *mismatch)
{
    char message[400];
    (void)snprintf(message, sizeof(message),
                   "this program uses %s and may fail, since the tracer of %s cannot hand on its "
                   "handles: take %s",
                   mismatch->mpi, mismatch->own_mpi, mismatch->right_library);
    hd__warn(message);
}

void hd__start_again(const hd__mismatch *mismatch)
{
    static const char inside; /* this library's, so that the linker can tell whose it is */
    Dl_info info;
    char instead[PATH_MAX] = "";
    const char *const list = get_value(list_name);
    if (list == NULL || was_restarted() || dladdr(&inside, &info) == 0 || info.dli_fname == NULL) {
        tell_unable(mismatch);
        return;
    }
    const int length = snprintf(instead, sizeof(instead), "%.*s%s",
                                (int)(base_name(info.dli_fname) - info.dli_fname), info.dli_fname,
                                mismatch->right_library);
    if (length >= (int)sizeof(instead) || strpbrk(instead, separators) != NULL ||
        strchr(instead, '/') == NULL || access(instead, R_OK) != 0) {
        instead[0] = '\0';
    }
    beginning next;
    if (prepare(&next, list, info.dli_fname, instead)) {
        if (speaks()) {
            tell(mismatch, instead);
        }
        start(&next);
    }
    release(&next);
    tell_unable(mismatch);
}
