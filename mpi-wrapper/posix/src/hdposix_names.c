/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Numbers of files by their names. */
#include "hdposix.h"
#include "hdposix_session.h"

#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <string.h>
#include <unistd.h>

enum { BUCKETS = 4096, CHUNK_BYTES = 1 << 18 };

typedef struct entry {
    struct entry *next;
    int id;
    char name[];
} entry;

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static entry *buckets[BUCKETS];
static char *chunk; /* own memory: a name is entered without malloc */
static size_t chunk_left;

/* FNV-1a (Fowler, Noll, Vo). */
static uint64_t hash_of(const char *name)
{
    uint64_t hash = UINT64_C(0xcbf29ce484222325);
    for (const char *c = name; *c != '\0'; c++) {
        hash = (hash ^ (unsigned char)*c) * UINT64_C(0x100000001b3);
    }
    return hash;
}

static void *take(size_t bytes)
{
    const size_t size = (bytes + 15) / 16 * 16;
    if (size > chunk_left) {
        void *const fresh = HDP_REAL(mmap)(NULL, CHUNK_BYTES, PROT_READ | PROT_WRITE,
                                           MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
        if (fresh == MAP_FAILED) {
            return NULL;
        }
        chunk = fresh;
        chunk_left = CHUNK_BYTES;
    }
    void *const memory = chunk;
    chunk += size;
    chunk_left -= size;
    return memory;
}

/* `File name="..." Size= id=`; the lock is held. */
static void describe(const char *name, int64_t size_bytes, int id)
{
    static const char start[] = "File name=\"";
    static char line[6 * HDP_PATH_BYTES + 100]; /* threads may have small stacks */
    size_t length = sizeof start - 1;
    memcpy(line, start, length);
    for (const char *c = name; *c != '\0'; c++) {
        const unsigned char byte = (unsigned char)*c;
        if (byte < 0x20 || *c == '&' || *c == '<' || *c == '>' || *c == '"' || *c == '\'') {
            length += (size_t)snprintf(line + length, sizeof line - length, "&#%d;", byte);
        } else {
            line[length++] = *c;
        }
    }
    (void)snprintf(line + length, sizeof line - length, "\" Size=%lld id=%d", (long long)size_bytes,
                   id);
    hdp__run.lender->describe(line);
}

int hdp__name_id(const char *path, int64_t size_bytes)
{
    const uint64_t hash = hash_of(path);
    entry **const bucket = &buckets[hash % BUCKETS];
    (void)pthread_mutex_lock(&lock);
    entry *found = *bucket;
    while (found != NULL && strcmp(found->name, path) != 0) {
        found = found->next;
    }
    if (found == NULL) {
        const size_t size = strlen(path) + 1;
        found = take(sizeof *found + size);
        if (found != NULL) {
            found->id = hdp__run.lender->next_file();
            memcpy(found->name, path, size);
            found->next = *bucket;
            *bucket = found;
            describe(path, size_bytes < 0 ? 0 : size_bytes, found->id);
        }
    }
    (void)pthread_mutex_unlock(&lock);
    return found == NULL ? -1 : found->id;
}

void hdp__files_renew(void)
{
    const pthread_mutex_t fresh = PTHREAD_MUTEX_INITIALIZER;
    lock = fresh;
    memset(buckets, 0, sizeof buckets);
    hdp__maps_renew();
}

/* What a relative path begins from. @return its length, 0: unknown */
static size_t get_folder(char *whole, int folder)
{
    if (folder == AT_FDCWD) {
        return getcwd(whole, HDP_PATH_BYTES) == NULL ? 0 : strlen(whole);
    }
    char link[40];
    (void)snprintf(link, sizeof link, "/proc/self/fd/%d", folder);
    const ssize_t length = readlink(link, whole, HDP_PATH_BYTES - 1);
    return length < 0 ? 0 : (size_t)length;
}

const char *hdp__name_readable(const char *path, int error)
{
    if (path == NULL || (error != EFAULT && error != EINVAL)) {
        return path; /* the system has read it */
    }
    const bool is_there = faccessat(AT_FDCWD, path, F_OK, 0) == 0 || errno != EFAULT;
    return is_there ? path : NULL;
}

bool hdp__name_absolute(char whole[HDP_PATH_BYTES], int folder, const char *path)
{
    size_t length = path[0] == '/' ? 0 : get_folder(whole, folder);
    if (path[0] != '/') {
        while (path[0] == '.' && path[1] == '/') {
            path += 2 + strspn(path + 2, "/");
        }
        if (length == 0 || whole[length - 1] != '/') {
            whole[length < HDP_PATH_BYTES - 1 ? length++ : length] = '/';
        }
    }
    const size_t size = strlen(path) + 1;
    if (length + size > HDP_PATH_BYTES) {
        return false;
    }
    memcpy(whole + length, path, size);
    return true;
}
