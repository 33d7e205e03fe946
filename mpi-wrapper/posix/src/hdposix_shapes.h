/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef HDPOSIX_SHAPES_H
#define HDPOSIX_SHAPES_H
/** What is written of each function: the name of its state and its numbers, in this order. Forms of
 *  one function (64, _chk, _unlocked) share a row. Texts are added in the general way. */

#define HDP_OPENING    "fid", "oid", "fd", "existed", "fileSize"
#define HDP_MOVED      "fid", "oid", "offset", "size", "bytes"
#define HDP_PIECES     HDP_MOVED, "count"
#define HDP_COPIED     HDP_MOVED, "toFid", "toOid", "toOffset"
#define HDP_PLACED     "fid", "oid", "relative-offset", "offset"
#define HDP_DUPLICATED "fid", "oid", "fd", "newFd"
#define HDP_RANGE      "fid", "oid", "offset", "size"

/* X(id, element, attributes...) */
/* clang-format off */
#define HDP_SHAPES(X) \
    X(OPEN, "open", HDP_OPENING) \
    X(OPENAT, "openat", HDP_OPENING) \
    X(CREAT, "creat", HDP_OPENING) \
    X(MKSTEMP, "mkstemp", HDP_OPENING) \
    X(READ, "read", HDP_MOVED) \
    X(WRITE, "write", HDP_MOVED) \
    X(PREAD, "pread", HDP_MOVED) \
    X(PWRITE, "pwrite", HDP_MOVED) \
    X(READV, "readv", HDP_PIECES) \
    X(WRITEV, "writev", HDP_PIECES) \
    X(PREADV, "preadv", HDP_PIECES) \
    X(PWRITEV, "pwritev", HDP_PIECES) \
    X(PREADV2, "preadv2", HDP_PIECES) \
    X(PWRITEV2, "pwritev2", HDP_PIECES) \
    X(COPY_FILE_RANGE, "copy_file_range", HDP_COPIED) \
    X(SENDFILE, "sendfile", HDP_COPIED) \
    X(SPLICE, "splice", HDP_COPIED) \
    X(LSEEK_SET, "lseek", HDP_PLACED) \
    X(LSEEK_CUR, "lseek", HDP_PLACED) \
    X(LSEEK_END, "lseek", HDP_PLACED) \
    X(CLOSE, "close", "fid", "oid", "fd", "fileSize") \
    X(DUP, "dup", HDP_DUPLICATED) \
    X(DUP2, "dup2", HDP_DUPLICATED) \
    X(DUP3, "dup3", HDP_DUPLICATED) \
    X(FCNTL, "fcntl", HDP_DUPLICATED) \
    X(FSYNC, "fsync", HDP_RANGE) \
    X(FDATASYNC, "fdatasync", HDP_RANGE) \
    X(SYNCFS, "syncfs", HDP_RANGE) \
    X(SYNC_FILE_RANGE, "sync_file_range", HDP_RANGE) \
    X(FTRUNCATE, "ftruncate", HDP_RANGE) \
    X(FALLOCATE, "fallocate", HDP_RANGE) \
    X(POSIX_FALLOCATE, "posix_fallocate", HDP_RANGE) \
    X(MMAP, "mmap", HDP_RANGE) \
    X(MUNMAP, "munmap", HDP_RANGE) \
    X(MSYNC, "msync", HDP_RANGE) \
    X(TRUNCATE, "truncate", "fid", "size") \
    X(UNLINK, "unlink", "fid") \
    X(UNLINKAT, "unlinkat", "fid") \
    X(REMOVE, "remove", "fid") \
    X(RENAME, "rename", "fid", "toFid") \
    X(RENAMEAT, "renameat", "fid", "toFid") \
    X(RENAMEAT2, "renameat2", "fid", "toFid") \
    X(FOPEN, "fopen", HDP_OPENING) \
    X(FREOPEN, "freopen", HDP_OPENING) \
    X(FDOPEN, "fdopen", "fid", "oid", "fd") \
    X(FCLOSE, "fclose", "fid", "oid", "fd", "fileSize") \
    X(FREAD, "fread", HDP_MOVED) \
    X(FGETS, "fgets", HDP_MOVED) \
    X(FGETC, "fgetc", HDP_MOVED) \
    X(GETC, "getc", HDP_MOVED) \
    X(GETCHAR, "getchar", HDP_MOVED) \
    X(GETLINE, "getline", HDP_MOVED) \
    X(GETDELIM, "getdelim", HDP_MOVED) \
    X(FSCANF, "fscanf", HDP_MOVED) \
    X(SCANF, "scanf", HDP_MOVED) \
    X(FWRITE, "fwrite", HDP_MOVED) \
    X(FPUTS, "fputs", HDP_MOVED) \
    X(PUTS, "puts", HDP_MOVED) \
    X(FPUTC, "fputc", HDP_MOVED) \
    X(PUTC, "putc", HDP_MOVED) \
    X(PUTCHAR, "putchar", HDP_MOVED) \
    X(FPRINTF, "fprintf", HDP_MOVED) \
    X(VFPRINTF, "vfprintf", HDP_MOVED) \
    X(PRINTF, "printf", HDP_MOVED) \
    X(VPRINTF, "vprintf", HDP_MOVED) \
    X(DPRINTF, "dprintf", HDP_MOVED) \
    X(VDPRINTF, "vdprintf", HDP_MOVED) \
    X(FFLUSH, "fflush", "fid", "oid") \
    X(REWIND, "rewind", HDP_PLACED) \
    X(FSETPOS, "fsetpos", HDP_PLACED) \
    X(FSEEK_SET, "fseek", HDP_PLACED) \
    X(FSEEK_CUR, "fseek", HDP_PLACED) \
    X(FSEEK_END, "fseek", HDP_PLACED)
/* clang-format on */

typedef enum hdp__function {
#define X(id, ...) HDP_F_##id,
    HDP_SHAPES(X)
#undef X
        HDP_FUNCTION_COUNT
} hdp__function;

#endif
