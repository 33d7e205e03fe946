// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.sunshot.paint;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.hdtrace.format.query.ParallelLoop;

/**
 * Thousands of translucent lines of one colour, summed up before they are painted. A line adds to each column of pixels it
 * passes one span with soft ends, by its two borders only; one pass over the pixels sums the spans up. So a line from top to
 * bottom costs as much as a short one, and a pixel is blended once however many lines cross there: as opaque as if they had been
 * painted one after another, or less where more must stay visible below. Few pixels are the border of a line, so what all
 * others cost is the blending, many at a time.
 *
 * <p>Flat lines are off by less than a fifth of a pixel where they begin and end. Not thread-safe. Source: SUNSHOT G-09.
 */
final class LineField {
    private static final int STEPS_PER_UNIT = 128;
    private static final int STEPS = 8 * STEPS_PER_UNIT;
    /** Columns that are worked out at a time: the bits of a word, and few enough for all of their pixels to stay in a cache. */
    private static final int STRIP = Long.SIZE;

    private final int[] opacities;
    private final int width;
    private final int height;
    private final List<Line> lines = new ArrayList<>();

    /**
     * What a line covers: a span in each column between two borders, around a point that moves from column to column.
     *
     * @param left may lie beside the field, as {@code right} may
     * @param top is inside of it, as {@code bottom} is
     * @param x where that point is at {@code y}
     * @param half of the span, or more than the field for a span from border to border
     * @param weight of a column that lies inside as a whole
     */
    private record Line(
            double left,
            double right,
            double top,
            double bottom,
            double x,
            double y,
            double slope,
            double half,
            double weight) {}

    /**
     * A field of pixels without lines.
     *
     * @param most opacity of however many lines, up to 1: what lies below stays visible as far as that allows
     */
    LineField(int width, int height, double most) {
        this.opacities = opacities(most);
        this.width = width;
        this.height = height;
    }

    /** By the sum of the weights of lines, in 128ths: how opaque, in 256ths. */
    private static int[] opacities(double most) {
        int[] all = new int[STEPS];
        for (int i = 0; i < all.length; i++) {
            all[i] = (int) Math.round(256 * most * (1 - Math.exp(-i / most / STEPS_PER_UNIT)));
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
        lines.add(new Line(
                x - thickness / 2,
                x + thickness / 2,
                Math.max(0, top),
                Math.min(height, bottom),
                0,
                0,
                0,
                Double.POSITIVE_INFINITY,
                weight));
    }

    private void addSloping(double left, double leftY, double right, double rightY, double thickness, double weight) {
        double slope = (rightY - leftY) / (right - left);
        double length = Math.sqrt(1 + slope * slope);
        double upright = thickness * length;
        // Half of the thickness, as far as it points up or to the side.
        double over = thickness / 2 / length;
        double beside = over * Math.abs(slope);
        lines.add(new Line(
                left - beside,
                right + beside,
                Math.max(0, Math.min(leftY, rightY) - over),
                Math.min(height, Math.max(leftY, rightY) + over),
                left,
                leftY,
                slope,
                (Math.abs(slope) + upright) / 2,
                weight * upright / (Math.abs(slope) + upright)));
    }

    /**
     * Paints the lines.
     *
     * @param pixels of an image, row by row
     * @param origin index of the pixel that is the field's first one
     * @param imageWidth pixels of a row, at least as many as the field has
     */
    void blend(int[] pixels, int origin, int imageWidth, int rgb) {
        ParallelLoop.run((width + STRIP - 1) / STRIP, Strip::new, (strip, i) -> {
            strip.take(i * STRIP);
            strip.blend(pixels, origin + i * STRIP, imageWidth, rgb);
        });
    }

    /** What a thread works with: some columns, and then some others. */
    private final class Strip {
        /** What each pixel has more than that above it; two rows more than pixels, for the ends of spans. */
        private final float[] steps = new float[STRIP * (height + 2)];

        /** Which steps were changed: of each row bits. */
        private final long[] changed = new long[height + 2];

        private final float[] sums = new float[STRIP];
        private final int[] opacity = new int[STRIP];
        private final int[] colors = new int[STRIP];
        private int first;
        private int end;

        /** Adds all lines to the columns from one on. */
        void take(int column) {
            first = column;
            end = Math.min(width, column + STRIP);
            Arrays.fill(sums, 0);
            Arrays.fill(opacity, 0);
            for (Line line : lines) {
                add(line);
            }
        }

        private void add(Line line) {
            double last = Math.min(end, line.right);
            for (int column = Math.max(first, (int) line.left); column < last; column++) {
                double share = Math.min(column + 1.0, line.right) - Math.max(column, line.left);
                double middle = line.y + line.slope * (column + 0.5 - line.x);
                addSpan(
                        column,
                        Math.max(line.top, middle - line.half),
                        Math.min(line.bottom, middle + line.half),
                        line.weight * share);
            }
        }

        /** A span inside of the field, or none where it ends before it begins. */
        private void addSpan(int column, double from, double to, double weight) {
            if (from < to) {
                addBorder(column - first, from, (float) weight);
                addBorder(column - first, to, (float) -weight);
            }
        }

        private void addBorder(int column, double y, float weight) {
            int row = (int) y;
            float below = weight * (float) (y - row);
            int at = row * STRIP + column;
            steps[at] += weight - below;
            steps[at + STRIP] += below;
            changed[row] |= 1L << column;
            changed[row + 1] |= 1L << column;
        }

        /** Paints the columns; the strip is empty then. */
        void blend(int[] pixels, int origin, int imageWidth, int rgb) {
            for (int row = 0; row < height + 2; row++) {
                takeSteps(row);
                if (row < height) {
                    System.arraycopy(pixels, origin + row * imageWidth, colors, 0, end - first);
                    mix(colors, opacity, rgb & 0xFF00FF, rgb & 0xFF00);
                    System.arraycopy(colors, 0, pixels, origin + row * imageWidth, end - first);
                }
            }
        }

        /** Goes on to a row, whose steps are used up. */
        private void takeSteps(int row) {
            for (long bits = changed[row]; bits != 0; bits &= bits - 1) {
                int column = Long.numberOfTrailingZeros(bits);
                int at = row * STRIP + column;
                sums[column] += steps[at];
                steps[at] = 0;
                int index = (int) (sums[column] * STEPS_PER_UNIT + 0.5f);
                opacity[column] = opacities[Math.max(0, Math.min(STEPS - 1, index))];
            }
            changed[row] = 0;
        }
    }

    /** Two arrays from their beginning, neither branches nor tables: so the compiler does several columns at once. */
    private static void mix(int[] line, int[] opacity, int redBlue, int green) {
        for (int column = 0; column < line.length; column++) {
            int over = opacity[column];
            int below = line[column];
            int rest = 256 - over;
            // Two colours at a time: what one borrows from the next is masked away.
            int first = ((below & 0xFF00FF) * rest + redBlue * over + 0x800080) >>> 8 & 0xFF00FF;
            int second = ((below & 0xFF00) * rest + green * over + 0x8000) >>> 8 & 0xFF00;
            line[column] = (below & 0xFF000000) | first | second;
        }
    }
}
