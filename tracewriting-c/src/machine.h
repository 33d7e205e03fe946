/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef HD_SRC_MACHINE_H
#define HD_SRC_MACHINE_H
/* Host name and processor, for the heads of files. */

#include <stddef.h>

typedef struct hd__machine {
    char host[256];
    char processor[128]; /* model name; "" when unknown */
    unsigned mhz;        /* highest frequency; 0 when unknown */
} hd__machine;

void hd__machine_init(hd__machine *machine);

/* Take model name and highest "cpu MHz" from text of the form of /proc/cpuinfo. */
void hd__machine_parse_cpuinfo(hd__machine *machine, const char *text);

#endif
