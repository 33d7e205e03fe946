// SPDX-License-Identifier: GPL-3.0-or-later
/**
 * Two runs in one view: rows of differences, and ways to lay one run over the other. Read first: {@link
 * org.hdtrace.sunshot.compare.RunPair}, {@link org.hdtrace.sunshot.compare.DifferenceRows}, {@link
 * org.hdtrace.sunshot.compare.Alignment}. No AWT. Source: SUNSHOT V-12 and section 6.
 */
package org.hdtrace.sunshot.compare;
