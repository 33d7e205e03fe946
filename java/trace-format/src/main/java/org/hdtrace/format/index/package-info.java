// SPDX-License-Identifier: GPL-3.0-or-later
/**
 * The index of a trace, {@code X.trc.idx}: sums per name of state and where which times are, so that neither a profile nor a
 * look at some moment has to read the whole trace. Read first: {@link org.hdtrace.format.index.IndexStore} (finding and making
 * indexes), {@link org.hdtrace.format.index.TraceIndex} (what one says), {@link org.hdtrace.format.index.IndexService}
 * (making them in the background).
 *
 * <p>All times are by the clock of the traced process, {@code clockOffset} not added: {@link
 * org.hdtrace.format.trace.TraceCursor#ownStartNanos}. Source: FORMATS A5, format.md section 8.
 */
package org.hdtrace.format.index;
