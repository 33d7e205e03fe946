// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.sunshot.paint;

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

    private final int[] opacities;
    private final int width;
    private final int height;
    /** What each pixel has more than that above it; two rows more than pixels, for the ends of spans. */
    private final float[] steps;

    /** Which steps were changed: of each row bits, 64 in a word. */
    private final long[] changed;

    private final int words;

    /**
     * A field of pixels without lines.
     *
     * @param most opacity of however many lines, up to 1: what lies below stays visible as far as that allows
     */
    LineField(int width, int height, double most) {
        this.opacities = opacities(most);
        this.width = width;
        this.height = height;
        this.steps = new float[width * (height + 2)];
        this.words = (width + Long.SIZE - 1) / Long.SIZE;
        this.changed = new long[words * (height + 2)];
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
        double left = Math.max(0, x - thickness / 2);
        double right = Math.min(width, x + thickness / 2);
        for (int column = (int) left; column < right; column++) {
            double share = Math.min(right, column + 1.0) - Math.max(left, column);
            addSpan(column, Math.max(0, top), Math.min(height, bottom), share * weight);
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
        double half = (Math.abs(slope) + upright) / 2;
        double lowest = Math.max(0, top);
        double highest = Math.min(height, bottom);
        int first = (int) begin;
        for (int column = first; column < end; column++) {
            boolean whole = column > first && column + 1 <= end;
            double share = whole ? 1 : Math.min(column + 1.0, end) - Math.max(column, begin);
            double middle = leftY + slope * (column + 0.5 - left);
            addSpan(column, Math.max(lowest, middle - half), Math.min(highest, middle + half), opacity * share);
        }
    }

    /** A span inside of the field, or none where it ends before it begins. */
    private void addSpan(int column, double from, double to, double weight) {
        if (from < to) {
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
        int word = row * words + (column >> 6);
        changed[word] |= 1L << (column & 63);
        changed[word + words] |= 1L << (column & 63);
    }

    /**
     * Paints the lines; once, the field is spent then.
     *
     * @param pixels of an image, row by row
     * @param origin index of the pixel that is the field's first one
     * @param imageWidth pixels of a row, at least as many as the field has
     */
    void blend(int[] pixels, int origin, int imageWidth, int rgb) {
        int[] opacity = new int[width];
        int[] line = new int[width];
        float[] sums = new float[width];
        for (int row = 0; row < height + 2; row++) {
            takeSteps(row, sums, opacity);
            if (row < height) {
                System.arraycopy(pixels, origin + row * imageWidth, line, 0, width);
                mix(line, opacity, rgb & 0xFF00FF, rgb & 0xFF00);
                System.arraycopy(line, 0, pixels, origin + row * imageWidth, width);
            }
        }
    }

    /** Goes on to a row. */
    private void takeSteps(int row, float[] sums, int[] opacity) {
        for (int word = 0; word < words; word++) {
            for (long bits = changed[row * words + word]; bits != 0; bits &= bits - 1) {
                int column = word * Long.SIZE + Long.numberOfTrailingZeros(bits);
                int at = row * width + column;
                sums[column] += steps[at];
                int index = (int) (sums[column] * STEPS_PER_UNIT + 0.5f);
                opacity[column] = opacities[Math.max(0, Math.min(STEPS - 1, index))];
            }
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
