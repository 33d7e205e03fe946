/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef HDPOSIX_H
#define HDPOSIX_H
/** The frame of a call that libhdposix stands before:
 *
 *      hdp__op op;
 *      if (!hdp__enter_data(&op, fd, HDP_CALLER)) return HDP_REAL(read)(fd, data, size);
 *      const ssize_t result = HDP_REAL(read)(fd, data, size);
 *      if (hdp__back(&op)) {
 *          op.values[...] = ...;
 *          hdp__close(&op, HDP_F_READ, result < 0);
 *      }
 *      return result;
 *
 *  errno is the call's own when the frame is left. A thread that is inside the frame's own work, or
 *  in that of libhdmpi or libhdtrace, passes through: what they read and write is not recorded. */

#include "hdposix_files.h"
#include "hdposix_real.h"
#include "hdposix_shapes.h"

#include <errno.h>
#include <hdtrace/trace.h>
#include <stdbool.h>
#include <stdint.h>

#define HDP_EXPORT __attribute__((visibility("default")))
#define HDP_CALLER __builtin_extract_return_addr(__builtin_return_address(0))
#define HDP_ABSENT INT64_MIN /**< a value that is left out */

typedef struct hdp__op {
    hd_trace *trace;
    int64_t *values; /**< slots of the shape's attributes, after hdp__back */
    int64_t cpu_ns;
    int error;       /**< errno when the call came back */
    hdp__file *file; /**< of the descriptor */
    int fd;          /**< of a stream */
    int64_t before;  /**< position of a stream */
} hdp__op;

/** Take the thread for a call that moves data, another on a descriptor, or one on a name. The state
 * is open when it is true. `caller`: HDP_CALLER. errno stays as it was. @return false: the call is
 * not recorded */
bool hdp__enter_data(hdp__op *op, int fd, const void *caller);
bool hdp__enter_file(hdp__op *op, int fd, const void *caller);
bool hdp__enter_name(hdp__op *op, const void *caller);

/** For a call that moves data from one descriptor to another: that is the operation's, of the other
 *  one numbers are told, HDP_ABSENT where it is not recorded. */
bool hdp__enter_pair(hdp__op *op, int from, int to, int64_t *to_fid, int64_t *to_oid,
                     const void *caller);

/** For a call on a stream; op->fd is its descriptor, op->before its position, HDP_ABSENT for none.
 */
bool hdp__enter_stream(hdp__op *op, FILE *stream, bool moves_data, const void *caller);

/** The call came back. @return false: the session is over */
bool hdp__back(hdp__op *op);

/** Write the state, with err='E...' when the call failed, or leave it out. */
void hdp__close(hdp__op *op, hdp__function function, bool failed);
void hdp__skip(hdp__op *op);

/** The same with texts: name it and add its numbers, add texts, end it. */
void hdp__describe(hdp__op *op, hdp__function function);
void hdp__put_text(const hdp__op *op, const char *name, const char *text);
void hdp__finish(hdp__op *op, bool failed);

/** Move a descriptor that the tracer got for itself out of those that programs use. @return -1 and
 *  EMFILE: it has as many as it may have; this one is closed */
int hdp__move_own(int fd, const void *caller);

#endif
