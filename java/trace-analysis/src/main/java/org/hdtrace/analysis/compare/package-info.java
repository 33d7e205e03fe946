// SPDX-License-Identifier: GPL-3.0-or-later
/**
 * Two runs of one program, operation by operation, as an observed and a simulated one. Read first: {@link
 * org.hdtrace.analysis.compare.Comparison} (the result), {@link org.hdtrace.analysis.compare.OperationMatcher} (which
 * operation belongs to which), {@link org.hdtrace.analysis.compare.Comparer} (over two projects). Source: SUNSHOT 6.
 */
package org.hdtrace.analysis.compare;
