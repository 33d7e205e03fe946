// SPDX-License-Identifier: GPL-3.0-or-later
/**
 * Whose energy it was: {@link org.hdtrace.power.report.Attribution} divides the power of a node among the ranks that run on it, and
 * that of a rank among what it was doing.
 */
package org.hdtrace.power.report;
