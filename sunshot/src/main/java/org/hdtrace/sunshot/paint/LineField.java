// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.sunshot.paint;

/**
 * Thousands of translucent lines of one colour, summed up before they are painted. A line adds to each column of pixels it
 * passes one span with soft ends, by its two borders only; one pass over the pixels sums the spans up. So a line from top to
 * bottom costs as much as a short one, and a pixel is blended once however many lines cross there: as opaque as if they had been
 * painted one after another.
 *
 * <p>Flat lines are off by less than a fifth of a pixel where they begin and end. Not thread-safe. Source: SUNSHOT G-09.
 */
final class LineField {
    private static final int STEPS_PER_UNIT = 128;
    private static final int[] OPACITIES = opacities();

    private final int width;
    private final int height;
    /** What each pixel has more than that above it; two rows more than pixels, for the ends of spans. */
    private final float[] steps;

    private int firstRow = Integer.MAX_VALUE;
    private int lastRow = -1;

    /** A field of pixels without lines. */
    LineField(int width, int height) {
        this.width = width;
        this.height = height;
        this.steps = new float[width * (height + 2)];
    }

    /** By the sum of the weights of lines, in 128ths: how opaque, in 256ths. */
    private static int[] opacities() {
        int[] all = new int[8 * STEPS_PER_UNIT];
        for (int i = 0; i < all.length; i++) {
            all[i] = (int) Math.round(256 * (1 - Math.exp(-(double) i / STEPS_PER_UNIT)));
        }
        return all;
    }

    /**
     * Adds a line; what lies outside of the field is cut off.
     *
     * @param thickness pixels, more than 0
     * @param alpha opacity of one line, from 0 to less than 1
     */
    void add(double fromX, double fromY, double toX, double toY, double thickness, double alpha) {
        double weight = -Math.log(1 - alpha);
        if (Math.abs(toX - fromX) < 1) {
            addUpright((fromX + toX) / 2, Math.min(fromY, toY), Math.max(fromY, toY), thickness, weight);
        } else if (fromX < toX) {
            addSloping(fromX, fromY, toX, toY, thickness, weight);
        } else {
            addSloping(toX, toY, fromX, fromY, thickness, weight);
        }
    }

    private void addUpright(double x, double top, double bottom, double thickness, double weight) {
        double left = Math.max(0, x - thickness / 2);
        double right = Math.min(width, x + thickness / 2);
        for (int column = (int) left; column < right; column++) {
            double share = Math.min(right, column + 1.0) - Math.max(left, column);
            addSpan(column, top, bottom, share * weight);
        }
    }

    private void addSloping(double left, double leftY, double right, double rightY, double thickness, double weight) {
        double slope = (rightY - leftY) / (right - left);
        double length = Math.sqrt(1 + slope * slope);
        double upright = thickness * length;
        double opacity = weight * upright / (Math.abs(slope) + upright);
        // Half of the thickness, as far as it points up or to the side.
        double over = thickness / 2 / length;
        double beside = over * Math.abs(slope);
        double top = Math.min(leftY, rightY) - over;
        double bottom = Math.max(leftY, rightY) + over;
        double begin = Math.max(0, left - beside);
        double end = Math.min(width, right + beside);
        for (int column = (int) begin; column < end; column++) {
            double share = Math.min(column + 1.0, end) - Math.max(column, begin);
            double fromY = leftY + slope * (column - left);
            double toY = fromY + slope;
            double low = Math.max(top, Math.min(fromY, toY) - upright / 2);
            double high = Math.min(bottom, Math.max(fromY, toY) + upright / 2);
            addSpan(column, low, high, opacity * share);
        }
    }

    private void addSpan(int column, double top, double bottom, double weight) {
        double from = Math.max(0, top);
        double to = Math.min(height, bottom);
        if (from < to) {
            firstRow = Math.min(firstRow, (int) from);
            lastRow = Math.max(lastRow, (int) to);
            addBorder(column, from, (float) weight);
            addBorder(column, to, (float) -weight);
        }
    }

    private void addBorder(int column, double y, float weight) {
        int row = (int) y;
        float below = weight * (float) (y - row);
        int at = row * width + column;
        steps[at] += weight - below;
        steps[at + width] += below;
    }

    /**
     * Paints the lines.
     *
     * @param pixels of an image, row by row
     * @param origin index of the pixel that is the field's first one
     * @param imageWidth pixels of a row, at least as many as the field has
     */
    void blend(int[] pixels, int origin, int imageWidth, int rgb) {
        float[] sums = new float[width];
        int redBlue = rgb & 0xFF00FF;
        int green = rgb & 0xFF00;
        for (int row = firstRow; row <= Math.min(height - 1, lastRow); row++) {
            int at = row * width;
            int pixel = origin + row * imageWidth;
            for (int column = 0; column < width; column++) {
                float sum = sums[column] + steps[at + column];
                sums[column] = sum;
                int index = (int) (sum * STEPS_PER_UNIT + 0.5f);
                if (index > 0) {
                    int opacity = OPACITIES[Math.min(OPACITIES.length - 1, index)];
                    int below = pixels[pixel + column];
                    // Two colours at a time: what one borrows from the next is masked away.
                    int mixed = ((below & 0xFF00FF) * (256 - opacity) + redBlue * opacity + 0x800080) >>> 8 & 0xFF00FF;
                    mixed |= ((below & 0xFF00) * (256 - opacity) + green * opacity + 0x8000) >>> 8 & 0xFF00;
                    pixels[pixel + column] = (below & 0xFF000000) | mixed;
                }
            }
        }
    }
}
