// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.sunshot.paint;

import java.awt.Graphics2D;
import java.util.Arrays;

/** Fills rectangles: straight into pixels, or on any graphics such as SVG. Coordinates are device pixels. */
interface Brush {
    void fill(int x, int y, int width, int height, int rgb);

    /** Fills an array of pixels of the given size; what lies outside is cut off. */
    static Brush onPixels(int[] pixels, int imageWidth, int imageHeight) {
        return (x, y, width, height, rgb) -> {
            int left = Math.max(0, x);
            int right = Math.min(imageWidth, x + width);
            int bottom = Math.min(imageHeight, y + height);
            if (left >= right) {
                return;
            }
            for (int line = Math.max(0, y); line < bottom; line++) {
                Arrays.fill(pixels, line * imageWidth + left, line * imageWidth + right, 0xFF000000 | rgb);
            }
        };
    }

    /** Fills on graphics whose user space is device pixels. */
    static Brush onGraphics(Graphics2D graphics) {
        return (x, y, width, height, rgb) -> {
            graphics.setColor(Theme.color(rgb));
            graphics.fillRect(x, y, width, height);
        };
    }
}
