// SPDX-License-Identifier: GPL-3.0-or-later
/**
 * Statistics (.stat): groups of values sampled together, read with {@link org.hdtrace.format.statistics.StatisticsReader},
 * written with {@link org.hdtrace.format.statistics.StatisticsWriter}, described by {@link
 * org.hdtrace.format.statistics.StatisticsGroup}. Source: FORMATS A6, B 1.4.
 */
package org.hdtrace.format.statistics;
