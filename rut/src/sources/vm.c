/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Paging from /proc/vmstat. The kernel needs some 10 us to compose that file, so it is not read
 * unless asked for. */
#include "rut_keyed.h"
#include "rut_source.h"

static const struct hd_rut_layout layout = {
    .grouping = "VM",
    .is_list = true,
    .count = 13,
    .fields = {{"pgfault ", "", 0, "VM_FAULTS", "#", 1, true},
               {"pgmajfault ", "", 0, "VM_MAJOR_FAULTS", "#", 1, true},
               {"pswpin ", "", 0, "VM_SWAPPED_IN", "#", 1, true},
               {"pswpout ", "", 0, "VM_SWAPPED_OUT", "#", 1, true},
               {"pgscan_kswapd ", "", 0, "VM_SCANNED_IN_BACKGROUND", "#", 1, true},
               {"pgscan_direct ", "", 0, "VM_SCANNED_BY_ALLOCATION", "#", 1, true},
               {"compact_stall ", "", 0, "VM_COMPACTION_STALLS", "#", 1, true},
               {"numa_hit ", "", 0, "NUMA_HIT", "#", 1, true},
               {"numa_miss ", "", 0, "NUMA_MISS", "#", 1, true},
               {"numa_foreign ", "", 0, "NUMA_FOREIGN", "#", 1, true},
               {"numa_interleave ", "", 0, "NUMA_INTERLEAVE", "#", 1, true},
               {"numa_local ", "", 0, "NUMA_LOCAL", "#", 1, true},
               {"numa_other ", "", 0, "NUMA_OTHER", "#", 1, true}}};

static int open_file(void *state, const struct hd_rut_target *target)
{
    const int cause = hd__rut_keyed_begin(state, target->root);
    return cause != 0 ? cause : hd__rut_keyed_add(state, "/proc/vmstat", "", &layout);
}

const struct hd_rut_source hd__rut_vm = {
    .name = "vm",
    .open = open_file,
    HD_RUT_KEYED_FUNCTIONS,
};
