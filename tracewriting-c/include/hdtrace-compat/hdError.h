/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef HDTRACE_COMPAT_HDERROR_H
#define HDTRACE_COMPAT_HDERROR_H
/** Error numbers that the functions of the original library's interface leave in errno. */

#define HD_MIN_ERRNO_VALUE 800000

enum hdCommonError {
    HD_ERR_INVALID_ARGUMENT = HD_MIN_ERRNO_VALUE,
    HD_ERR_MALLOC,
    HD_ERR_BUFFER_OVERFLOW,
    HD_ERR_GET_TIME,
    HD_ERR_CREATE_FILE,
    HD_ERR_WRITE_FILE,
    HD_ERR_CLOSE_FILE,
    HD_ERR_TIMEOUT,
    HD_ERR_TRACE_DISABLED,
    HD_ERR_INVALID_CONTEXT,
    HD_ERR_UNKNOWN
};

enum hdStatsError {
    HDS_ERR_GROUP_COMMIT_STATE = HD_MIN_ERRNO_VALUE + 200,
    HDS_ERR_UNEXPECTED_ARGVALUE,
    HDS_ERR_ENTRY_STATE
};

#endif
