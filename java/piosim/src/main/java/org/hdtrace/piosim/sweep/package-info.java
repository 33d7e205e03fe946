// SPDX-License-Identifier: GPL-3.0-or-later
/**
 * Sweeps: one model and its programs simulated with every combination of some values, on all cores and by any number of
 * processes, with results that survive the end of a process at any moment. Source: MODEL A6.
 *
 * <p>Read {@link org.hdtrace.piosim.sweep.Grid}, {@link org.hdtrace.piosim.sweep.Sweep} and {@link
 * org.hdtrace.piosim.sweep.ResultStore} first.
 */
package org.hdtrace.piosim.sweep;
