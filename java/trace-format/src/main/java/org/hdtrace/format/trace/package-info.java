// SPDX-License-Identifier: GPL-3.0-or-later
/**
 * Traces (.trc): read entry by entry in file order with {@link org.hdtrace.format.trace.TraceCursor}, as trees with {@link
 * org.hdtrace.format.trace.TraceReader}, and write with {@link org.hdtrace.format.trace.TraceWriter}. Times are nanoseconds
 * since the epoch. Source: FORMATS A2, A10, B 1.3.
 */
package org.hdtrace.format.trace;
