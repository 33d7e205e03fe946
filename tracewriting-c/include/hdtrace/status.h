/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef HDTRACE_STATUS_H
#define HDTRACE_STATUS_H
/** Results of library calls and the text behind the last one that failed. */

#ifdef __cplusplus
extern "C" {
#endif

#define HD_API   __attribute__((visibility("default")))
#define HD_CHECK __attribute__((warn_unused_result))

/** Every status: name, number (never renumbered), text. */
#define HD_STATUS_LIST(X)                                                                          \
    X(OK, 0, "success")                                                                            \
    X(INVALID, 1, "invalid argument")                                                              \
    X(STATE, 2, "call not allowed in this state")                                                  \
    X(NOMEM, 3, "out of memory")                                                                   \
    X(IO, 4, "input or output failed")                                                             \
    X(LIMIT, 5, "limit exceeded")                                                                  \
    X(FORMAT, 6, "malformed input")                                                                \
    X(MISSING, 7, "not found")                                                                     \
    X(END, 8, "end of input")

typedef enum hd_status {
#define HD_STATUS_ENUM(name, number, text) HD_##name = (number),
    HD_STATUS_LIST(HD_STATUS_ENUM)
#undef HD_STATUS_ENUM
} hd_status;

/** Get the constant's name, as "HD_IO". Never NULL. */
HD_API const char *hd_status_get_name(hd_status status);

/** Get a short English text, as "input or output failed". Never NULL. */
HD_API const char *hd_status_get_text(hd_status status);

/** Get the message of this thread's last failed call: what failed, on which file, why.
 *  Thread: the calling thread's own. Borrowed until its next failing call; "" when none failed. */
HD_API const char *hd_error_get_text(void);

#ifdef __cplusplus
}
#endif
#endif
