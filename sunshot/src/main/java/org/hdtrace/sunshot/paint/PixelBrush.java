// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.sunshot.paint;

import java.util.Arrays;

/** Fills straight into the pixels of an image, line by line, as they lie in memory. */
final class PixelBrush implements Brush {
    private static final int OPAQUE = 0xFF000000;

    private final int[] pixels;
    private final int imageWidth;
    private final int imageHeight;

    PixelBrush(int[] pixels, int imageWidth, int imageHeight) {
        this.pixels = pixels;
        this.imageWidth = imageWidth;
        this.imageHeight = imageHeight;
    }

    @Override
    public void fill(int x, int y, int width, int height, int rgb) {
        int left = Math.max(0, x);
        int right = Math.min(imageWidth, x + width);
        int bottom = Math.min(imageHeight, y + height);
        if (left >= right) {
            return;
        }
        if (right - left == 1) {
            // Edges of states and ticks.
            for (int line = Math.max(0, y); line < bottom; line++) {
                pixels[line * imageWidth + left] = OPAQUE | rgb;
            }
            return;
        }
        for (int line = Math.max(0, y); line < bottom; line++) {
            Arrays.fill(pixels, line * imageWidth + left, line * imageWidth + right, OPAQUE | rgb);
        }
    }

    @Override
    public void fillColumns(int x, int y, int height, int[] rgb, int from, int to) {
        int left = Math.max(0, x + from);
        int right = Math.min(imageWidth, x + to);
        int top = Math.max(0, y);
        int bottom = Math.min(imageHeight, y + height);
        if (left >= right || top >= bottom) {
            return;
        }
        int first = top * imageWidth + left;
        for (int column = left; column < right; column++) {
            pixels[first + column - left] = OPAQUE | rgb[column - x];
        }
        for (int line = top + 1; line < bottom; line++) {
            System.arraycopy(pixels, first, pixels, line * imageWidth + left, right - left);
        }
    }

    /** A field for lines of at most an opacity between two rows of the image; what it holds is painted by {@link #blend}. */
    LineField lines(int top, int bottom, double most) {
        return new LineField(imageWidth, Math.max(0, Math.min(imageHeight, bottom) - Math.max(0, top)), most);
    }

    /** Paints lines onto the rows from the top of their field on. */
    void blend(LineField lines, int top, int rgb) {
        lines.blend(pixels, Math.max(0, top) * imageWidth, imageWidth, rgb);
    }
}
