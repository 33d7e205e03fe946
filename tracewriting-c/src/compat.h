/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef HD_SRC_COMPAT_H
#define HD_SRC_COMPAT_H
/* Shared by the entry points of the original library. They alone set errno, as it did. */

#include "buffer.h"

#include <hdtrace-compat/hdError.h>
#include <hdtrace-compat/hdTopo.h>
#include <hdtrace/topology.h>
#include <stdarg.h>

struct hdTopoNode {
    const hd_topology_node *node;
    const hdTopology *topology;
    char *path;
};

/* Set errno and give back -1. */
int hd__compat_fail(int error);

/* 0 for HD_OK, else -1 with the errno that stands for the status. */
int hd__compat_result(hd_status status);

/* Append what vprintf would print. */
void hd__compat_format(hd__buffer *buffer, const char *format, va_list list)
    __attribute__((format(printf, 2, 0)));

#endif
