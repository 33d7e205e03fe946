// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.sunshot.paint;

import java.awt.Graphics2D;

/** Fills rectangles: straight into pixels, or on any graphics such as SVG. Coordinates are device pixels. */
interface Brush {
    void fill(int x, int y, int width, int height, int rgb);

    /**
     * Fills columns of one pixel each with colours of their own.
     *
     * @param x of {@code rgb[0]}
     * @param from first index to fill
     * @param to index behind the last one
     */
    default void fillColumns(int x, int y, int height, int[] rgb, int from, int to) {
        for (int begin = from; begin < to; ) {
            int end = begin + 1;
            while (end < to && rgb[end] == rgb[begin]) {
                end++;
            }
            fill(x + begin, y, end - begin, height, rgb[begin]);
            begin = end;
        }
    }

    /** Fills an array of pixels of the given size; what lies outside is cut off. */
    static Brush onPixels(int[] pixels, int imageWidth, int imageHeight) {
        return new PixelBrush(pixels, imageWidth, imageHeight);
    }

    /** Fills on graphics whose user space is device pixels. */
    static Brush onGraphics(Graphics2D graphics) {
        return (x, y, width, height, rgb) -> {
            graphics.setColor(Theme.color(rgb));
            graphics.fillRect(x, y, width, height);
        };
    }
}
