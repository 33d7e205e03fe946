/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Case of a statistics file: all types, extreme values, escaping in the header. */
#include "golden.h"

#include <hdtrace/stats.h>
#include <math.h>

void golden_statistics(const char *folder)
{
    static const hd_stats_value values[] = {
        {"COUNT", HD_STATS_INT32, "#", "small"},
        {"BYTES", HD_STATS_INT64, "B", "large"},
        {"LOAD", HD_STATS_FLOAT, "%", "CPU"},
        {"RATE & <more>", HD_STATS_DOUBLE, NULL, NULL},
    };
    static const hd_stats_attribute attributes[] = {{"unavailable", "a 'b' & <c>"}};
    static const char *const labels[] = {"n1"};
    hd_topology *topology = golden_topology(folder, "statistics");
    const hd_topology_node *node = NULL;
    hd_stats *stats = NULL;
    GOLDEN(hd_topology_get_node(topology, 1, labels, &node));
    GOLDEN(hd_stats_create(node, "All", 4, values, 1, attributes, &stats));
    GOLDEN(hd_stats_begin(stats, golden_time(0)));

    hd_stats_set_int(stats, 0, -2);
    hd_stats_set_int(stats, 1, 5);
    hd_stats_set_double(stats, 2, 1.5);
    hd_stats_set_double(stats, 3, -0.25);
    GOLDEN(hd_stats_end_record(stats, golden_time(1000)));

    hd_stats_set_int(stats, 0, INT64_MAX); /* saturates */
    hd_stats_set_int(stats, 1, INT64_MIN);
    hd_stats_set_double(stats, 2, 0.1);
    hd_stats_set_double(stats, 3, 1.0 / 3.0);
    GOLDEN(hd_stats_end_record(stats, golden_time(1000)));

    hd_stats_set_double(stats, 2, (double)NAN); /* becomes 0 */
    hd_stats_set_double(stats, 3, 1e300);
    GOLDEN(hd_stats_end_record(stats, golden_time(INT64_C(1999999999))));
    GOLDEN(hd_stats_destroy(stats));
    hd_topology_destroy(topology);
}
