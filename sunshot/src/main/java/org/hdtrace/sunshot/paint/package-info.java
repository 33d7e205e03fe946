// SPDX-License-Identifier: GPL-3.0-or-later
/**
 * Columns and rows to pixels. Works without a display; the window and the pictures on disk use the same painters.
 *
 * <p>Start with {@link org.hdtrace.sunshot.paint.Scene} (what to paint), {@link
 * org.hdtrace.sunshot.paint.TimelinePainter} (the rows) and {@link org.hdtrace.sunshot.paint.Picture} (a whole picture
 * with title, ruler, labels and legend). Colours and sizes come from {@link org.hdtrace.sunshot.paint.Theme} only.
 */
package org.hdtrace.sunshot.paint;
