// SPDX-License-Identifier: GPL-3.0-or-later
/**
 * Any file of a project as one line per entry, to compare files and to hold the C and the Java half against each other.
 * Read first: {@link org.hdtrace.analysis.dump.Dump}. The lines are defined in {@code examples/traces/README.md}.
 */
package org.hdtrace.analysis.dump;
