// SPDX-License-Identifier: GPL-3.0-or-later
/* Tests of files: each of the first ranks has a file of its own in the folder. An operation is one
 * block (write, read), one fsync, or one small file from its making to its end. Reads are preceded
 * by fsync and by asking the system to forget the file's pages, which it may not do. */
#define _GNU_SOURCE // NOLINT: posix_fadvise
#include "bench.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { MEMORY_BYTES = 16 << 20 }; /* files may be larger than what the machine has */

struct file {
    char path[PATH_MAX];
    int descriptor;
    char *memory;      /* of many blocks: what programs write isn't always at hand */
    int64_t in_memory; /* bytes of it, whole blocks */
    int64_t bytes;     /* of a block */
    int64_t blocks;    /* in the file */
};

static void give_up(const char *what, const char *path)
{
    (void)fprintf(stderr, "hdtrace-microbench: %s: %s: %s\n", path, what,
                  strerror(errno)); // NOLINT
    MPI_Abort(MPI_COMM_WORLD, 2);
}

bool files_can_be_made(int rank, int ranks, const struct options *options)
{
    const bool fails = options->folder != NULL && access(options->folder, W_OK | X_OK) != 0;
    const int reason = errno;
    const int mine = fails ? rank : ranks;
    int first = ranks;
    MPI_Allreduce(&mine, &first, 1, MPI_INT, MPI_MIN, MPI_COMM_WORLD);
    if (first == rank) {
        (void)fprintf(stderr, "hdtrace-microbench: %s: files cannot be made on rank %d: %s\n",
                      options->folder, rank, strerror(reason)); // NOLINT
    }
    return first == ranks;
}

/* Blocks in an order that jumps: a step that has no divisor in common with their number. */
static int64_t place_of(const struct file *file, int test, int64_t number)
{
    int64_t at = number % file->blocks;
    if (test == TEST_REWRITE || test == TEST_REREAD) {
        int64_t step = file->blocks * 5 / 8 | 1;
        for (int64_t a = step, b = file->blocks; b != 0;) { /* greatest common divisor */
            const int64_t rest = a % b;
            a = b;
            b = rest;
            if (b == 0 && a != 1) {
                step += 2;
                a = step;
                b = file->blocks;
            }
        }
        at = at * step % file->blocks;
    }
    return at * file->bytes;
}

static void move_block(const struct file *file, int test, int64_t number)
{
    const int64_t at = place_of(file, test, number);
    int64_t done = 0;
    while (done < file->bytes) {
        const size_t left = (size_t)(file->bytes - done);
        const bool reads = test == TEST_READ || test == TEST_REREAD;
        char *const memory = file->memory + at % file->in_memory + done;
        const ssize_t moved = reads ? pread(file->descriptor, memory, left, at + done)
                                    : pwrite(file->descriptor, memory, left, at + done);
        if (moved <= 0 && errno != EINTR) {
            give_up(reads ? "cannot be read" : "cannot be written", file->path);
            return;
        }
        done += moved > 0 ? moved : 0;
    }
}

static void make_small_file(const struct file *file, int64_t number)
{
    char path[PATH_MAX + 32];
    (void)snprintf(path, sizeof path, "%s.%d", file->path, (int)number);
    const int descriptor = open(path, O_CREAT | O_EXCL | O_WRONLY | O_CLOEXEC, 0600);
    if (descriptor < 0 || write(descriptor, file->memory, (size_t)file->bytes) != file->bytes ||
        close(descriptor) != 0 || unlink(path) != 0) {
        give_up("small files cannot be made here", path);
    }
}

static int64_t operate(const struct task *task, const struct file *file, int operations,
                       int64_t from)
{
    if (task->test == TEST_SYNC) {
        move_block(file, TEST_WRITE, from);
    }
    const int64_t begin = now_ns();
    for (int i = 0; i < operations; i++) {
        if (task->test == TEST_CREATE) {
            make_small_file(file, i);
        } else if (task->test == TEST_SYNC) {
            if (fsync(file->descriptor) != 0) {
                give_up("cannot be synced", file->path);
            }
        } else {
            move_block(file, task->test, from + i);
        }
    }
    return now_ns() - begin;
}

static int64_t timed(const struct task *task, const struct file *file, MPI_Comm comm,
                     int operations, int64_t from)
{
    MPI_Barrier(comm);
    int64_t longest = operate(task, file, operations, from);
    MPI_Allreduce(MPI_IN_PLACE, &longest, 1, MPI_INT64_T, MPI_MAX, comm);
    return longest;
}

static void open_file(struct file *file, const struct task *task, int rank,
                      const struct options *options)
{
    (void)snprintf(file->path, sizeof file->path, "%s/hdtrace-microbench.%d", options->folder,
                   rank);
    file->bytes = task->bytes;
    file->blocks = options->file_bytes / task->bytes > 0 ? options->file_bytes / task->bytes : 1;
    const int64_t many = MEMORY_BYTES / task->bytes > 0 ? MEMORY_BYTES / task->bytes : 1;
    file->in_memory = task->bytes * (file->blocks < many ? file->blocks : many);
    file->memory = buffer(file->in_memory);
    file->descriptor = open(file->path, O_CREAT | O_TRUNC | O_RDWR | O_CLOEXEC, 0600);
    if (file->descriptor < 0) {
        give_up("cannot be made", file->path);
    }
}

/* What is read or written again must be there, and not in memory if that can be helped. */
static void fill(const struct file *file, int test)
{
    if (test != TEST_READ && test != TEST_REREAD && test != TEST_REWRITE) {
        return;
    }
    for (int64_t i = 0; i < file->blocks; i++) {
        move_block(file, TEST_WRITE, i);
    }
    if (fsync(file->descriptor) != 0) {
        give_up("cannot be synced", file->path);
    }
    (void)posix_fadvise(file->descriptor, 0, 0, POSIX_FADV_DONTNEED);
}

/* Blocks that are written in order are new ones, as most programs write: the system has to find
 * memory for them, which takes longer than writing over what is there. Where the file would begin
 * again it is emptied, while no clock runs. */
static int64_t next_block(const struct task *task, const struct file *file, int operations,
                          int64_t from)
{
    if (task->test != TEST_WRITE || from % file->blocks + operations <= file->blocks) {
        return from;
    }
    if (ftruncate(file->descriptor, 0) != 0) {
        give_up("cannot be emptied", file->path);
    }
    return 0;
}

void run_files(const struct task *task, int rank, const struct options *options, struct rows *rows)
{
    MPI_Group world, members;
    MPI_Comm comm;
    int range[1][3] = {{0, task->ranks - 1, 1}};
    MPI_Comm_group(MPI_COMM_WORLD, &world);
    MPI_Group_range_incl(world, 1, range, &members);
    MPI_Comm_create_group(MPI_COMM_WORLD, members, TAG_GROUP, &comm);
    struct file file = {0};
    open_file(&file, task, rank, options);
    fill(&file, task->test);
    const int64_t begin = now_ns();
    int operations = 1;
    int64_t from = 0;
    int done = 0;
    if (task->test != TEST_SYNC) {
        operations = operations_for(task, timed(task, &file, comm, 1, from));
        from++;
    }
    if (task->test == TEST_WRITE && operations > file.blocks) {
        operations = (int)file.blocks;
    }
    for (;;) {
        int more = again(task, done, now_ns() - begin); /* as rank 0 says */
        MPI_Bcast(&more, 1, MPI_INT, 0, comm);
        MPI_Bcast(&operations, 1, MPI_INT, 0, comm);
        if (!more) {
            break;
        }
        from = next_block(task, &file, operations, from);
        const int64_t ns = timed(task, &file, comm, operations, from);
        from += operations;
        if (rank == 0) {
            rows_add(rows, task, operations, done, ns);
        }
        done++;
    }
    (void)close(file.descriptor);
    (void)unlink(file.path);
    free(file.memory);
    MPI_Comm_free(&comm);
    MPI_Group_free(&members);
    MPI_Group_free(&world);
}
