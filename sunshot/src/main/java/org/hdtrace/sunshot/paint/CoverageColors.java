// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.sunshot.paint;

import java.util.List;
import org.hdtrace.sunshot.model.Category;

/**
 * The colours of categories mixed into one colour, the fainter the less of a column they cover, but never so faint that they vanish.
 * Mixed once each, since a picture has some hundred thousand columns. Not thread-safe.
 */
final class CoverageColors {
    private static final float FAINTEST = 0.3f;

    private final List<Category> categories;
    private final int under;
    /** By category and weight; null until one of a category is asked for. */
    private final int[][] mixed;

    CoverageColors(List<Category> categories, int under) {
        this.categories = categories;
        this.under = under;
        mixed = new int[categories.size()][];
    }

    /** The colour of a column of a category, covered by a share of 0 to 1. */
    int at(int category, float coverage) {
        int[] own = mixed[category];
        if (own == null) {
            own = mix(categories.get(category).rgb());
            mixed[category] = own;
        }
        return own[(int) (shareOf(coverage) * Rgb.MOST_WEIGHT + 0.5f)];
    }

    private int[] mix(int color) {
        int[] all = new int[Rgb.MOST_WEIGHT + 1];
        for (int weight = 0; weight < all.length; weight++) {
            all[weight] = Rgb.mixWeighted(under, color, weight);
        }
        return all;
    }

    /** How much of the colour of a column is in the mixture, 0 to 1. */
    static float shareOf(float coverage) {
        return FAINTEST + (1 - FAINTEST) * coverage;
    }
}
