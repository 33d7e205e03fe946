// SPDX-License-Identifier: GPL-3.0-or-later
/**
 * Questions to the model: rows, a range of time and a number of pixels in, columns of spans and values out.
 *
 * <p>Pure functions on immutable data, no AWT. Start with {@link org.hdtrace.sunshot.query.TimeScale}, {@link
 * org.hdtrace.sunshot.query.SpanQuery} and {@link org.hdtrace.sunshot.query.SeriesQuery}.
 */
package org.hdtrace.sunshot.query;
