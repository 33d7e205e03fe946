/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef HD_SRC_ERROR_H
#define HD_SRC_ERROR_H
/* The text behind the calling thread's last failed call. */

#include <hdtrace/status.h>

/* Set the text and give back the status: `return hd__fail(HD_IO, "%s: ...", path)`. */
hd_status hd__fail(hd_status status, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* The same for a negative error number of hd__system: "WHAT: TEXT OF THE ERROR". */
hd_status hd__fail_system(const char *what, int error);

#endif
