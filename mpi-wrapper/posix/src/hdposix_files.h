/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef HDPOSIX_FILES_H
#define HDPOSIX_FILES_H
/** What is known of each descriptor, and numbers of files by their names.
 *
 *  Thread: any. A program that closes a descriptor while another thread uses it gets wrong numbers
 *  here, no more. Names have a lock, which is held by threads that are
 *  inside the tracer only. No allocation but for a name's first time. */

#include <hdtrace/trace.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

typedef enum hdp__kind {
    HDP_UNKNOWN,
    HDP_IGNORED, /**< sockets, folders, epoll and the like */
    HDP_REGULAR,
    HDP_STREAM /**< pipes, terminals, devices: no offsets */
} hdp__kind;

typedef struct hdp__file {
    _Atomic int64_t position; /**< where the next transfer begins, when one of the last two */
    atomic_int kind;     /**< an hdp__kind; set last, and taken away before the number is free */
    unsigned generation; /**< of the process: what is of another one counts for nothing */
    unsigned children;   /**< of the process when it was opened: later ones share it */
    int fid, oid;
    bool is_appending;
    atomic_bool is_own_offset; /**< nobody else moves the position: it needs not be asked for */
    atomic_bool is_told;       /**< `position` is that of the descriptor's stream */
} hdp__file;

/** Get what is known of a descriptor; one that was opened before, or unseen, is looked at and told
 *  as an event. @return NULL: nothing of it is recorded */
hdp__file *hdp__file_get(hd_trace *trace, int fd);

/** The same without looking. */
hdp__file *hdp__file_known(int fd);

/** Enter a descriptor that was just opened. @return NULL: nothing of it is recorded */
hdp__file *hdp__file_opened(int fd, int fid, int flags, int64_t *size_bytes);

/** Forget it: it is about to be closed, or was closed by a call that is not recorded. */
void hdp__file_closed(int fd);

/** `fd` was duplicated: both move one position. */
void hdp__file_duplicated(int fd, int copy);
/** F_SETFL gave it these flags. */
void hdp__file_flags(int fd, int flags);

/** All descriptors and names are another process's: after fork. */
void hdp__files_renew(void);

/** The same of mappings: what a child inherits is nothing of its trace. */
void hdp__maps_renew(void);

/** Offset of an appending transfer to a given place, which goes to the end; HDP_ABSENT for none. */
int64_t hdp__file_appended(const hdp__file *file, int fd, int64_t bytes);

/** Offset of a transfer of so many bytes that just ended; HDP_ABSENT for none. */
int64_t hdp__file_moved(hdp__file *file, int fd, int64_t bytes);
/** A stream of it moves the position from now on: to `offset`, -1 for unknown. */
void hdp__file_stream(hdp__file *file, int64_t offset);

enum { HDP_FILES_MAX = 65536 };

/** Set a position that nobody else has. */
void hdp__file_positioned(hdp__file *file, int64_t offset);

/** A character was pushed back into its stream. */
void hdp__file_moved_back(int fd);

/** Whether it is open to write. */
bool hdp__file_writes(int fd);

/** Bytes of the file, HDP_ABSENT for none. */
int64_t hdp__file_size(const hdp__file *file, int fd);

/** A name's number; `size_bytes` of the file at its first time, -1 when it did not exist. */
int hdp__name_id(const char *path, int64_t size_bytes);

/** Make `path` absolute, as seen from the folder. @return false: it does not fit */
enum { HDP_PATH_BYTES = 4096 };
bool hdp__name_absolute(char whole[HDP_PATH_BYTES], int folder, const char *path);

/** A path that a call was given which failed with `error`, 0: it went well. @return NULL: there is
 *  no text at that address */
const char *hdp__name_readable(const char *path, int error);

/** The access mode by its names: 'RDWR|CREAT|0x...'. */
enum { HDP_MODE_BYTES = 256 };
void hdp__mode_text(char text[HDP_MODE_BYTES], int flags);

#endif
