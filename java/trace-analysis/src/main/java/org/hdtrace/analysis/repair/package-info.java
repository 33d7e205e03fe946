// SPDX-License-Identifier: GPL-3.0-or-later
/**
 * Makes a valid project of a damaged one: {@link org.hdtrace.analysis.repair.Repairer} does it, {@link
 * org.hdtrace.analysis.repair.Repair} is one line of what was done. What is whole is kept as it is, nothing is invented. Source:
 * FORMATS A1 to A3, A10.
 */
package org.hdtrace.analysis.repair;
