// SPDX-License-Identifier: GPL-3.0-or-later
/**
 * Statistics that are computed from others, and values of states for a heat map. Read first: {@link
 * org.hdtrace.analysis.formula.Formula}, {@link org.hdtrace.analysis.formula.HeatExpression}.
 */
package org.hdtrace.analysis.formula;
