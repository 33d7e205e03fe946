// SPDX-License-Identifier: GPL-3.0-or-later
/**
 * Arrows between rows: messages and relations of a run, in columns with coarser levels above them. Knows no window toolkit. Read
 * first: {@link org.hdtrace.sunshot.arrow.ArrowTable}, {@link org.hdtrace.sunshot.arrow.ArrowLoader}.
 */
package org.hdtrace.sunshot.arrow;
