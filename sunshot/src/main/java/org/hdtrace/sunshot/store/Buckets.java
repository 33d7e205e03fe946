// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.sunshot.store;

import java.util.Arrays;

/** The time of each category in each of the 256 buckets of a page, and which occur at all. */
final class Buckets {
    static final int COUNT = 256;

    private final int categoryCount;
    private final int words;
    private final long[] sums;
    private final long[] present;

    Buckets(int categoryCount) {
        this.categoryCount = categoryCount;
        this.words = (categoryCount + 63) / 64;
        this.sums = new long[COUNT * categoryCount];
        this.present = new long[COUNT * words];
    }

    /** The first category of those that occur, which are few in most buckets. */
    private static int categoryOf(int word, long bits) {
        return word * Long.SIZE + Long.numberOfTrailingZeros(bits);
    }

    void clear() {
        Arrays.fill(sums, 0);
        Arrays.fill(present, 0);
    }

    void add(int bucket, int category, long nanos) {
        sums[bucket * categoryCount + category] += nanos;
        present[bucket * words + (category >> 6)] |= 1L << (category & 63);
    }

    /** Takes over a page of half as wide buckets as the half of this one that begins at a bucket. */
    void fold(Buckets finer, int begin) {
        for (int i = 0; i < COUNT; i++) {
            int bucket = begin + i / 2;
            for (int word = 0; word < words; word++) {
                long bits = finer.present[i * words + word];
                present[bucket * words + word] |= bits;
                for (; bits != 0; bits &= bits - 1) {
                    int category = categoryOf(word, bits);
                    sums[bucket * categoryCount + category] += finer.sums[i * categoryCount + category];
                }
            }
        }
    }

    boolean isEmpty(int bucket) {
        for (int word = 0; word < words; word++) {
            if (present[bucket * words + word] != 0) {
                return false;
            }
        }
        return true;
    }

    boolean isPresent(int bucket, int category) {
        return (present[bucket * words + (category >> 6)] >>> (category & 63) & 1) != 0;
    }

    long covered(int bucket) {
        long covered = 0;
        for (int word = 0; word < words; word++) {
            for (long bits = present[bucket * words + word]; bits != 0; bits &= bits - 1) {
                covered += sums[bucket * categoryCount + categoryOf(word, bits)];
            }
        }
        return covered;
    }

    /** The eight categories from {@code 8 * index} on as bits. */
    byte maskByte(int bucket, int index) {
        return (byte) (present[bucket * words + index / 8] >>> (index % 8 * 8));
    }

    /** The category with the most time in a bucket, the first of equals; -1 if the bucket is empty. */
    int dominant(int bucket) {
        return dominantOf(bucket, bucket);
    }

    /** As {@link #dominant} for two buckets together. */
    int dominantOf(int bucket, int other) {
        int best = -1;
        long most = -1;
        for (int word = 0; word < words; word++) {
            long bits = present[bucket * words + word] | present[other * words + word];
            for (; bits != 0; bits &= bits - 1) {
                int category = categoryOf(word, bits);
                long sum = sums[bucket * categoryCount + category];
                sum += other == bucket ? 0 : sums[other * categoryCount + category];
                if (sum > most) {
                    most = sum;
                    best = category;
                }
            }
        }
        return best;
    }

    /** What a bucket holds, apart from this page. */
    Edge edge(int bucket) {
        int count = 0;
        for (int category = 0; category < categoryCount; category++) {
            count += isPresent(bucket, category) ? 1 : 0;
        }
        Edge edge = new Edge(new int[count], new long[count]);
        for (int category = 0, at = 0; category < categoryCount; category++) {
            if (isPresent(bucket, category)) {
                edge.categories[at] = category;
                edge.sums[at++] = sums[bucket * categoryCount + category];
            }
        }
        return edge;
    }

    /**
     * A bucket at the border of a page.
     *
     * @param categories that occur, ascending
     * @param sums their time, nanoseconds
     */
    @SuppressWarnings("ArrayRecordComponent")
    record Edge(int[] categories, long[] sums) {

        /** The category with the most time in both, the first of equals; -1 if both are empty. */
        static int dominantOf(Edge left, Edge right) {
            int best = -1;
            long most = -1;
            int l = 0;
            int r = 0;
            while (l < left.categories.length || r < right.categories.length) {
                int a = l < left.categories.length ? left.categories[l] : Integer.MAX_VALUE;
                int b = r < right.categories.length ? right.categories[r] : Integer.MAX_VALUE;
                int category = Math.min(a, b);
                long sum = 0;
                if (a == category) {
                    sum += left.sums[l++];
                }
                if (b == category) {
                    sum += right.sums[r++];
                }
                if (sum > most) {
                    most = sum;
                    best = category;
                }
            }
            return best;
        }
    }
}
