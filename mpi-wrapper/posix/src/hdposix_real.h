/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef HDPOSIX_REAL_H
#define HDPOSIX_REAL_H
/** The functions of the C library that stand behind ours, or those of another preloaded library. */

#include <fcntl.h>
#include <spawn.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/sendfile.h>
#include <sys/stat.h>
#include <sys/uio.h>
#include <unistd.h>

/* Entry points that no header declares: the checked forms that -D_FORTIFY_SOURCE calls. */
int __open_2(const char *path, int flags);
int __open64_2(const char *path, int flags);
int __openat_2(int folder, const char *path, int flags);
int __openat64_2(int folder, const char *path, int flags);
ssize_t __read_chk(int fd, void *data, size_t size, size_t room);
ssize_t __pread_chk(int fd, void *data, size_t size, off_t offset, size_t room);
ssize_t __pread64_chk(int fd, void *data, size_t size, off64_t offset, size_t room);
size_t __fread_chk(void *data, size_t room, size_t size, size_t count, FILE *stream);
size_t __fread_unlocked_chk(void *data, size_t room, size_t size, size_t count, FILE *stream);
char *__fgets_chk(char *data, size_t room, int size, FILE *stream);
char *__fgets_unlocked_chk(char *data, size_t room, int size, FILE *stream);
int __isoc99_vfscanf(FILE *stream, const char *format, va_list arguments)
    __attribute__((format(scanf, 2, 0)));
int __vfprintf_chk(FILE *stream, int flag, const char *format, va_list arguments)
    __attribute__((format(printf, 3, 0)));
int __vdprintf_chk(int fd, int flag, const char *format, va_list arguments)
    __attribute__((format(printf, 3, 0)));

/* X(name): everything that is called behind ours. */
/* clang-format off */
#define HDP_REAL_LIST(X) \
    X(open) X(openat) X(mkostemp) X(mkostemps) X(read) X(write) \
    X(pread) X(pwrite) X(__read_chk) X(__pread_chk) X(readv) X(writev) \
    X(preadv) X(pwritev) X(preadv2) X(pwritev2) X(copy_file_range) X(sendfile) X(splice) \
    X(lseek) X(close) X(close_range) X(closefrom) X(dup) X(dup2) \
    X(dup3) X(fcntl) X(fsync) X(fdatasync) X(syncfs) X(sync_file_range) \
    X(ftruncate) X(fallocate) X(posix_fallocate) X(mmap) X(munmap) X(msync) \
    X(truncate) X(unlink) X(unlinkat) X(remove) X(rename) X(renameat) \
    X(renameat2) X(fopen) X(freopen) X(fdopen) X(tmpfile) X(popen) \
    X(pclose) X(fclose) X(fread) X(fread_unlocked) X(__fread_chk) X(__fread_unlocked_chk) \
    X(fgets) X(fgets_unlocked) X(__fgets_chk) X(__fgets_unlocked_chk) X(fgetc) X(fgetc_unlocked) \
    X(getdelim) X(vfscanf) X(__isoc99_vfscanf) X(ungetc) X(fwrite) X(fwrite_unlocked) \
    X(fputs) X(fputs_unlocked) X(puts) X(fputc) X(fputc_unlocked) X(vfprintf) \
    X(__vfprintf_chk) X(vdprintf) X(__vdprintf_chk) X(fflush) X(fflush_unlocked) X(rewind) \
    X(fsetpos) X(fseeko) X(system) X(posix_spawn) X(posix_spawnp) X(__open_2) X(__openat_2)

typedef struct hdp__reals {
#define X(name) __typeof__(&(name)) name; /* NOLINT(bugprone-macro-parentheses): it declares */
    HDP_REAL_LIST(X)
#undef X
} hdp__reals;
/* clang-format on */

extern hdp__reals hdp__real;

/** Find them all. Thread: any, more than once. */
void hdp__real_find(void);

/** Calls by other libraries' constructors may come before ours. */
#define HDP_REAL(name)                                                                             \
    (__builtin_expect(hdp__real.name == NULL, 0) ? (hdp__real_find(), hdp__real.name)              \
                                                 : hdp__real.name)

#endif
