/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What programs do that a tracer easily breaks. Arguments: a folder, and which; status 0: it went
 * as without a tracer. */
#include "expect.h"

#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/uio.h>
#include <sys/wait.h>
#include <unistd.h>

int __open_2(const char *path, int flags); /* what -D_FORTIFY_SOURCE makes of open */

/* --- addresses -------------------------------------------------------------------------------- */

static void expect_fault(long result, const char *what)
{
    expect(result == -1 && errno == EFAULT, what);
    errno = 0;
}

/* The system says EFAULT, and nobody reads there. */
static void addresses(void)
{
    const uintptr_t number = 1;
    const char *bad = NULL;
    off64_t *place = NULL;
    memcpy(&bad, &number, sizeof bad);
    memcpy(&place, &number, sizeof place);
    const int fd = open("a.dat", O_RDWR | O_CREAT, 0600);
    const int other = open("b.dat", O_RDWR | O_CREAT, 0600);
    expect(write(fd, "abcdef", 6) == 6, "write");
    expect_fault(open(bad, O_RDONLY), "open");
    expect_fault(openat(AT_FDCWD, bad, O_RDONLY | O_CREAT, 0600), "openat");
    expect_fault(creat(bad, 0600), "creat");
    expect_fault(unlink(bad), "unlink");
    expect_fault(unlinkat(AT_FDCWD, bad, 0), "unlinkat");
    expect(unlinkat(AT_FDCWD, bad, 0x40000000) == -1 && errno == EINVAL, "unlinkat, flags");
    expect_fault(remove(bad), "remove");
    expect_fault(truncate(bad, 1), "truncate");
    expect(truncate(bad, -1) == -1 && errno == EINVAL, "truncate, size");
    expect_fault(rename("a.dat", bad), "rename, second");
    expect_fault(renameat(AT_FDCWD, bad, AT_FDCWD, "a.dat"), "renameat, first");
    expect_fault(fopen(bad, "r") == NULL ? -1 : 0, "fopen");
    expect_fault(copy_file_range(fd, place, other, NULL, 1, 0), "copy_file_range, from");
    expect_fault(copy_file_range(fd, NULL, other, place, 1, 0), "copy_file_range, to");
    off64_t from = 2;
    off64_t to = 10;
    expect(copy_file_range(fd, &from, other, &to, 3, 0) == 3 && from == 5 && to == 13, "copied");
}

/* --- errno ------------------------------------------------------------------------------------ */

static void numbers(void)
{
    char text[] = "memory";
    errno = 0;
    FILE *const stream = fmemopen(text, 6, "r");
    expect(stream != NULL && getc(stream) == 'm' && ungetc('m', stream) == 'm', "pushed back");
    expect(errno == 0, "errno of ungetc");
    expect(stream != NULL && fclose(stream) == 0 && errno == 0, "errno of fclose");
    FILE *const pipe = popen("true", "r"); /* NOLINT(cert-env33-c): a fixed word */
    errno = 0;
    expect(pipe != NULL && pclose(pipe) == 0 && errno == 0, "errno of pclose");
}

/* --- open without a mode ---------------------------------------------------------------------- */

static void modes(void)
{
    int status = 0;
    const pid_t child = fork();
    if (child == 0) {
        (void)close(2); /* the C library says why */
        _exit(__open_2("a.dat", O_RDWR | O_CREAT) >= 0 ? 1 : 2);
    }
    expect(waitpid(child, &status, 0) == child && WIFSIGNALED(status) &&
               WTERMSIG(status) == SIGABRT,
           "open without a mode ends the program");
    const int fd = __open_2("/dev/null", O_RDONLY);
    expect(fd >= 0 && close(fd) == 0, "open that needs none");
}

/* --- descriptors ------------------------------------------------------------------------------ */

enum { FILES = 60, FIRST = 3, LAST = 1100 };

static pthread_barrier_t barrier;

static void wait_here(void)
{
    (void)pthread_barrier_wait(&barrier);
}

static void *use_null(void *unused)
{
    const int fd = open("/dev/null", O_WRONLY);
    expect(write(fd, "x", 1) == 1 && close(fd) == 0, "a thread's file");
    wait_here();
    wait_here();
    return unused;
}

/* All are closed, and the numbers are the program's own then, also when a thread's trace ends. */
static void closing(void)
{
    int fds[FILES];
    pthread_t thread;
    (void)pthread_barrier_init(&barrier, NULL, 2);
    expect(pthread_create(&thread, NULL, use_null, NULL) == 0, "thread");
    wait_here();
    for (int i = FIRST; i < LAST; i++) {
        (void)close(i);
    }
    for (int i = 0; i < FILES; i++) {
        char name[32];
        (void)snprintf(name, sizeof name, "%d.dat", i);
        const int fd = open(name, O_RDWR | O_CREAT | O_TRUNC, 0600);
        fds[i] = fcntl(fd, F_DUPFD, 740 + i); /* where the tracer's were */
        expect(write(fds[i], "abc", 3) == 3, "first write");
    }
    wait_here();
    (void)pthread_join(thread, NULL);
    for (int i = 0; i < FILES; i++) {
        char data[8];
        expect(write(fds[i], "def", 3) == 3 && pread(fds[i], data, 8, 0) == 6 &&
                   memcmp(data, "abcdef", 6) == 0,
               "what the program wrote, and nothing else");
    }
}

/* A number that a program chooses is free. */
static void chosen(void)
{
    const int fd = open("a.dat", O_RDWR | O_CREAT, 0600);
    for (int i = fd + 1; i < 700; i++) {
        expect(fcntl(i, F_GETFD) == -1, "a descriptor that nobody opened");
    }
    expect(dup2(fd, 64) == 64 && write(64, "mine", 4) == 4, "the program's 64");
}

/* --- threads that are cancelled --------------------------------------------------------------- */

static atomic_int pending, seen;
static int ends[2];

static void *be_cancelled(void *unused)
{
    int old;
    (void)pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, &old);
    atomic_store(&pending, 1);
    while (atomic_load(&pending) != 2) {
    }
    (void)pthread_setcancelstate(PTHREAD_CANCEL_ENABLE, &old);
    (void)lseek(ends[0], 0, SEEK_CUR); /* no point where a thread is cancelled */
    atomic_store(&seen, 1);
    (void)!write(ends[1], "x", 1); /* this is one */
    atomic_store(&seen, 2);
    return unused;
}

static void *come_later(void *unused)
{
    expect(write(ends[1], "y", 1) == 1, "a thread after it");
    return unused;
}

static void cancelled(void)
{
    void *result = NULL;
    pthread_t thread;
    expect(pipe(ends) == 0, "pipe");
    (void)pthread_create(&thread, NULL, be_cancelled, NULL);
    while (atomic_load(&pending) != 1) {
    }
    (void)pthread_cancel(thread);
    atomic_store(&pending, 2);
    (void)pthread_join(thread, &result);
    expect(result == PTHREAD_CANCELED && atomic_load(&seen) == 1, "cancelled in the call that may");
    (void)pthread_create(&thread, NULL, come_later, NULL);
    (void)pthread_join(thread, NULL);
    char name[32];
    for (int i = 0; i < 200; i++) { /* each name has to be entered */
        (void)snprintf(name, sizeof name, "missing/%d", i);
        expect(unlink(name) == -1 && errno == ENOENT, "missing");
    }
}

/* --- stderr ----------------------------------------------------------------------------------- */

/* What the tracer has to say is not written into a file of the program. */
static void silent(void)
{
    const int first = open("first.dat", O_RDWR | O_CREAT, 0600);
    (void)close(STDERR_FILENO);
    const int fd = open("a.dat", O_RDWR | O_CREAT | O_TRUNC, 0600);
    const bool is_written = write(fd, "data", 4) == 4;
    for (int i = FIRST; i < LAST; i++) {
        (void)close(i); /* so that there is something to say */
    }
    const int other = open("b.dat", O_RDWR | O_CREAT | O_TRUNC, 0600);
    if (first < 0 || fd != STDERR_FILENO || other < 0 || !is_written ||
        lseek(fd, 0, SEEK_END) != 4) {
        failures++;
    }
}

/* --- stacks ----------------------------------------------------------------------------------- */

enum { STACK_BYTES = 1 << 20, FILL = 0x5a };

static char stack[STACK_BYTES] __attribute__((aligned(4096)));

static void *open_and_remove(void *unused)
{
    const int fd = open("a.dat", O_RDWR | O_CREAT, 0600);
    expect(write(fd, "x", 1) == 1 && unlink("a.dat") == 0 && close(fd) == 0, "on a small stack");
    return unused;
}

static void stacks(void)
{
    pthread_attr_t attributes;
    pthread_t thread;
    size_t untouched = 0;
    memset(stack, FILL, sizeof stack);
    (void)pthread_attr_init(&attributes);
    (void)pthread_attr_setstack(&attributes, stack, sizeof stack);
    expect(pthread_create(&thread, &attributes, open_and_remove, NULL) == 0, "thread");
    (void)pthread_join(thread, NULL);
    (void)pthread_attr_destroy(&attributes);
    while (untouched < sizeof stack && stack[untouched] == FILL) {
        untouched++;
    }
    FILE *const told = fopen("stack.txt", "w");
    (void)fprintf(told, "%zu\n", sizeof stack - untouched);
    (void)fclose(told);
}

/* --- places ----------------------------------------------------------------------------------- */

enum { RECORD = 10, RECORDS = 400, READERS = 4 };

static void *read_shared(void *stream)
{
    char data[RECORD];
    while (fread(data, 1, sizeof data, stream) == sizeof data) {
    }
    return NULL;
}

/* Threads share a stream; what is written at a place of a file that appends goes to its end. */
static void places(void)
{
    char data[] = "0123456789";
    pthread_t readers[READERS];
    const int fd = open("a.dat", O_RDWR | O_CREAT | O_TRUNC | O_APPEND, 0600);
    for (int i = 0; i < RECORDS; i++) {
        expect(pwrite(fd, data, RECORD, 0) == RECORD, "pwrite");
    }
    const struct iovec piece = {data, RECORD};
    const int again = open("a.dat", O_RDWR);
    expect(pwritev2(again, &piece, 1, 0, RWF_APPEND) == RECORD && close(again) == 0, "pwritev2");
    expect(ftruncate(fd, (off_t)RECORD * RECORDS) == 0, "ftruncate");
    FILE *const stream = fdopen(fd, "r+");
    expect(stream != NULL && fseek(stream, 0, SEEK_SET) == 0, "stream");
    for (int i = 0; i < READERS; i++) {
        expect(pthread_create(&readers[i], NULL, read_shared, stream) == 0, "reader");
    }
    for (int i = 0; i < READERS; i++) {
        (void)pthread_join(readers[i], NULL);
    }
    (void)fclose(stream);
}

/* A child unmaps and syncs what its parent mapped: these are no files of its own trace. */
static void mapped(void)
{
    int status = -1;
    const int fd = open("a.dat", O_RDWR | O_CREAT | O_TRUNC, 0600);
    expect(ftruncate(fd, 4096) == 0, "size");
    void *const base = mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
    expect(base != MAP_FAILED, "mmap");
    const pid_t child = fork();
    if (child == 0) {
        const int own = open("b.dat", O_RDWR | O_CREAT | O_TRUNC, 0600);
        const bool is_well = write(own, "abc", 3) == 3 && msync(base, 4096, MS_SYNC) == 0 &&
                             munmap(base, 4096) == 0 && close(own) == 0;
        exit(is_well ? 0 : 1); /* NOLINT(concurrency-mt-unsafe): there is one thread */
    }
    expect(waitpid(child, &status, 0) == child && status == 0, "the child");
    expect(munmap(base, 4096) == 0, "munmap");
}

int main(int count, char **arguments)
{
    static const struct {
        const char *name;
        void (*run)(void);
    } cases[] = {{"addresses", addresses}, {"numbers", numbers}, {"modes", modes},
                 {"closing", closing},     {"chosen", chosen},   {"cancelled", cancelled},
                 {"silent", silent},       {"stacks", stacks},   {"places", places},
                 {"mapped", mapped}};
    if (count != 3 || chdir(arguments[1]) != 0) {
        return 2;
    }
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        if (strcmp(arguments[2], cases[i].name) == 0) {
            cases[i].run();
            return failures == 0 ? 0 : 1;
        }
    }
    return 2;
}
