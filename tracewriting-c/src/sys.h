/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef HD_SRC_SYS_H
#define HD_SRC_SYS_H
/* The calls of the operating system that can fail, in one table.
 *
 * Tests replace single entries to inject failures and a fixed clock, so nothing else in the library
 * calls these functions directly. Every entry leaves errno as it was: a failure is the negative
 * error number in the result. Entries that write never raise SIGXFSZ. Entries may be replaced only
 * while no other thread uses the library.
 */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

/* For the compiler: keep what follows off the straight way. */
#define HD__RARELY(condition) __builtin_expect((condition), 0)

typedef enum hd__clock_id { HD__CLOCK_WALL, HD__CLOCK_MONOTONIC } hd__clock_id;

/* Where a file system puts what is written a second time. */
typedef enum hd__overwriting {
    HD__OVERWRITES_NOT,   /* it may need room again, or is not known */
    HD__OVERWRITES_DISK,  /* in its place */
    HD__OVERWRITES_MEMORY /* in its place, which is never a disk's: pages come in by loads */
} hd__overwriting;

typedef struct hd__sys {
    void *(*alloc)(size_t bytes); /* zeroed; NULL when out of memory */
    void (*release)(void *memory);
    int (*open)(const char *path, int flags);
    int (*close)(int fd);
    ssize_t (*read)(int fd, void *data, size_t bytes);
    ssize_t (*write)(int fd, const void *data, size_t bytes);
    ssize_t (*write_at)(int fd, const void *data, size_t bytes, off_t offset);
    ssize_t (*read_at)(int fd, void *data, size_t bytes, off_t offset);
    int (*truncate)(int fd, off_t bytes);
    int (*reserve)(int fd, off_t offset, off_t bytes); /* give the range blocks on the disk */
    hd__overwriting (*overwrites)(int fd);
    bool (*copies)(int fd); /* a page of a mapping may need room again whenever it is stored to */
    int (*populate)(void *base, size_t bytes); /* make pages of a mapping present and writable */
    void *(*map)(int fd, off_t offset, size_t bytes); /* shared; NULL when it can't */
    void (*unmap)(void *base, size_t bytes);
    void *(*map_own)(size_t bytes); /* zeros, and zeros again in a forked child; NULL: can't */
    int (*punch)(int fd, off_t offset, off_t bytes); /* give the blocks of a range back */
    int (*lock)(int fd); /* for this process alone, until it closes the file or dies */
    int (*rename)(const char *from, const char *to);
    int (*remove)(const char *path);
    int (*host)(char *name, size_t size);
    int64_t (*process)(void);          /* its number */
    uint64_t (*addresses)(void);       /* bytes that may be mapped; all bits: no limit */
    int64_t (*clock)(hd__clock_id id); /* ns */
    uint64_t (*ticks)(void);           /* of a counter; NULL: the processor's, if it has one */
} hd__sys;

extern hd__sys hd__system;

/* Which file a descriptor stands for. A program may close descriptors that it did not open, and get
 * the same number for a file of its own, which must not be touched. */
typedef struct hd__file_id {
    uint64_t device, inode;
} hd__file_id;

/* 0 or a negative error number. */
int hd__file_identify(int fd, hd__file_id *id);

/* 0 while the descriptor stands for that file, else -EBADF. */
int hd__file_check(int fd, const hd__file_id *id);

/* False when the file behind the descriptor has no name any more. */
bool hd__file_has_name(int fd);

/* Its bytes: 0 or a negative error number. */
int hd__file_get_size(int fd, off_t *bytes);

/* Copy of a text, or NULL when out of memory. */
char *hd__text_copy(const char *text);

/* Put a text and its ending together; false when they don't fit. */
bool hd__text_join(char *to, size_t size, const char *text, const char *ending);

/* Write all of it, however often that takes: 0 or a negative error number. */
int hd__write_all(int fd, const char *data, size_t bytes, size_t *written);

/* The same at an offset. */
int hd__write_all_at(int fd, const char *data, size_t bytes, off_t offset);

/* Read all of it; 0 or a negative error number, -EIO where the file ends before. */
int hd__read_all_at(int fd, void *data, size_t bytes, off_t offset);

/* Memory of `bytes` that begins with the first `used` of the old one, which is released. NULL when
 * out of memory: then the old one stays. */
void *hd__memory_grow(void *old, size_t used, size_t bytes);

#endif
