/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef HD_SAMPLING_KEEP_ERRNO_H
#define HD_SAMPLING_KEEP_ERRNO_H
/** Functions that are called from within foreign programs leave errno alone. */

#include <errno.h>
#include <hdtrace/status.h>

/** Set errno as it was: `const int saved = errno; return hd__with_errno(saved, start(power));` */
static inline hd_status hd__with_errno(int saved, hd_status status)
{
    errno = saved;
    return status;
}

#endif
