// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.calibration.table;

/**
 * What was measured.
 *
 * @param first rank of a pair or the only one; 0 for a group
 * @param second other rank of a pair, -1 where there is none
 * @param ranks that took part: those of a group are 0 to {@code ranks - 1}
 * @param bytes of a message, block or copy
 */
public record Case(String test, int first, int second, int ranks, long bytes) {}
