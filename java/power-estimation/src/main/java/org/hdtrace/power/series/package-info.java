// SPDX-License-Identifier: GPL-3.0-or-later
/**
 * Values over time: {@link org.hdtrace.power.series.Series} are constant between two times, with gaps where nothing is known; {@link
 * org.hdtrace.power.series.Sum} adds up without losing small summands.
 */
package org.hdtrace.power.series;
