/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What an MPI library of a later contract would export. */
#include <mpich2hd/hooks.h>

extern __attribute__((visibility("default"))) mpich2hd_gate_type mpich2hd_gate;

mpich2hd_gate_type mpich2hd_gate = {
    .version = MPICH2HD_VERSION + 1, .size = sizeof(mpich2hd_gate_type), .library = "a later one"};
