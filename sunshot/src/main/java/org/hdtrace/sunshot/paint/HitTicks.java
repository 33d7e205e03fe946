// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.sunshot.paint;

import java.util.BitSet;

/** Draws a tick in each column with a hit of a search, above the lower edge of a row or strip (SUNSHOT V-06). */
final class HitTicks {
    /** Height in logical pixels. */
    static final int HEIGHT = 4;

    private HitTicks() {}

    /** The columns count from {@code x}; the ticks end at {@code bottom}. All are device pixels. */
    static void paint(Brush brush, BitSet columns, int x, int bottom, double pixelScale, Theme theme) {
        int height = Math.max(2, (int) Math.round(HEIGHT * pixelScale));
        for (int from = columns.nextSetBit(0); from >= 0; ) {
            int to = columns.nextClearBit(from);
            brush.fill(x + from, bottom - height, to - from, height, theme.accent());
            from = columns.nextSetBit(to);
        }
    }
}
