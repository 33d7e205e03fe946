// SPDX-License-Identifier: GPL-3.0-or-later
/** Numbers and tables for people to read: {@link org.hdtrace.analysis.text.Table}, {@link org.hdtrace.analysis.text.Units}. */
package org.hdtrace.analysis.text;
