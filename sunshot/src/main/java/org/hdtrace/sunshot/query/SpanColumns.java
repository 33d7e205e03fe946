// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.sunshot.query;

import java.util.Arrays;
import java.util.BitSet;

/** What one row shows at one depth, per pixel column. Made by {@link SpanQuery}; not changed afterwards. */
public final class SpanColumns {
    /** So much of a column is as good as all of it. */
    private static final float FULL = 0.99f;

    /** So few columns are filled faster one by one. */
    private static final int SHORT = 16;

    private final int[] dominant;
    private final int[] state;
    private final float[] coverage;
    private final long[][] present;
    private int fullCount;
    private boolean named;

    SpanColumns(int width, int categoryCount) {
        dominant = new int[width];
        state = new int[width];
        coverage = new float[width];
        present = new long[(categoryCount + 63) / 64][width];
        Arrays.fill(dominant, -1);
        Arrays.fill(state, -1);
    }

    /** Forgets all that was stored. */
    void clear() {
        Arrays.fill(dominant, -1);
        Arrays.fill(coverage, 0f);
        for (long[] word : present) {
            Arrays.fill(word, 0);
        }
        if (named) {
            Arrays.fill(state, -1);
        }
        named = false;
        fullCount = 0;
    }

    /** Gives columns to one state that fills them. */
    void fill(int from, int to, int category, int stateIndex) {
        named = true;
        long[] word = present[category >> 6];
        long bit = 1L << (category & 63);
        if (to - from < SHORT) {
            for (int column = from; column < to; column++) {
                dominant[column] = category;
                state[column] = stateIndex;
                coverage[column] = 1f;
                word[column] = bit;
            }
            return;
        }
        Arrays.fill(dominant, from, to, category);
        Arrays.fill(state, from, to, stateIndex);
        Arrays.fill(coverage, from, to, 1f);
        Arrays.fill(word, from, to, bit);
    }

    void set(int column, int category, int stateIndex, float share) {
        dominant[column] = category;
        state[column] = stateIndex;
        coverage[column] = share;
        fullCount += stateIndex < 0 && share > FULL ? 1 : 0;
        named |= stateIndex >= 0;
    }

    /** As {@link #set} of a column where nothing was stored yet and that is not one state. */
    void setBucket(int column, int category, float share) {
        dominant[column] = category;
        coverage[column] = share;
        fullCount += share > FULL ? 1 : 0;
    }

    void setState(int column, int stateIndex) {
        state[column] = stateIndex;
        named = true;
    }

    void setPresent(int column, long[] words) {
        for (int i = 0; i < words.length; i++) {
            present[i][column] = words[i];
        }
    }

    /** As {@link #setPresent(int, long[])} where there are no more than 64 categories. */
    void setPresent(int column, long word) {
        present[0][column] = word;
    }

    /**
     * Lets a column be drawn as if nothing were there, since something else is drawn in it. Its coverage is 1 then, so that nothing is
     * drawn for what little there is.
     */
    void leave(int column) {
        dominant[column] = -1;
        state[column] = -1;
        coverage[column] = 1f;
    }

    /** Whether a category fills the column, and it is not known which state. */
    boolean isFullWithoutState(int column) {
        return dominant[column] >= 0 && state[column] < 0 && coverage[column] > FULL;
    }

    /** At least as many columns as a category fills without that it is known which state. */
    int fullCount() {
        return fullCount;
    }

    public int width() {
        return dominant.length;
    }

    /** The category with the most time in the column (the smaller number on a tie), or -1 if nothing happens there. */
    public int dominant(int column) {
        return dominant[column];
    }

    /**
     * Index of the state that fills most of the column among those of the dominant category, or -1 when many share the
     * column. The index counts inside the {@link org.hdtrace.sunshot.model.StateLevel}; with several levels it is meaningless.
     */
    public int state(int column) {
        return state[column];
    }

    /** Share of the column's time that is inside any state, 0 to 1. */
    public float coverage(int column) {
        return coverage[column];
    }

    /** Whether anything is drawn in the column, of this or in place of it. */
    public boolean isTaken(int column) {
        return dominant[column] >= 0 || coverage[column] > 0;
    }

    /** Whether it is known of any column which state fills it. */
    public boolean isAnyNamed() {
        return named;
    }

    /** Whether a category occurs in the column at all, however shortly: nothing is lost when zoomed out. */
    public boolean isPresent(int column, int category) {
        int word = category >> 6;
        return word < present.length && (present[word][column] >>> (category & 63) & 1) != 0;
    }

    /** Whether any of some categories occurs in the column at all. */
    public boolean isAnyPresent(int column, long[] categories) {
        for (int word = 0; word < Math.min(categories.length, present.length); word++) {
            if ((present[word][column] & categories[word]) != 0) {
                return true;
            }
        }
        return false;
    }

    /** All categories of a column. */
    public BitSet present(int column) {
        long[] words = new long[present.length];
        for (int i = 0; i < words.length; i++) {
            words[i] = present[i][column];
        }
        return BitSet.valueOf(words);
    }

    /** The column after the last one that continues the same state, or the same emptiness, as {@code column}. */
    public int runEnd(int column) {
        int end = column + 1;
        if (state[column] < 0 && dominant[column] >= 0) {
            return end;
        }
        while (end < dominant.length && dominant[end] == dominant[column] && state[end] == state[column]) {
            end++;
        }
        return end;
    }
}
