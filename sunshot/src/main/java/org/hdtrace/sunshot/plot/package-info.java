// SPDX-License-Identifier: GPL-3.0-or-later
/**
 * Diagrams of many simulations: the table that {@code hdtrace sweep} writes as curves.
 *
 * <p>Start with {@link org.hdtrace.sunshot.plot.SweepTable} (what is shown), {@link org.hdtrace.sunshot.plot.AxisValues}
 * (where values lie) and {@link org.hdtrace.sunshot.plot.SweepChart} (the picture).
 */
package org.hdtrace.sunshot.plot;
