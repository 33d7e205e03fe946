// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.sunshot.store;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.BitSet;

/** What is known of the blocks of a level without reading them, one row for each. Grows while a level is written. */
final class BlockList {
    private static final int ROW_BYTES = 4 * Long.BYTES + Integer.BYTES;
    private static final int START = 0;
    private static final int DURATION = 4;
    private static final int TEXT = 8;
    private static final int CATEGORY = 12;

    int count;
    long[] places = new long[1];
    long[] baseStarts = new long[1];
    long[] baseTexts = new long[1];
    /** Largest end in this block and all before it. */
    long[] reaches = new long[1];
    /** Bytes per value of the four columns, four bits each. */
    private int[] widths = new int[1];

    private BitSet[] present = new BitSet[1];

    void add(long place, long baseStart, long baseText, long reach, int packedWidths, BitSet categories) {
        if (count == places.length) {
            int grown = 2 * count;
            places = Arrays.copyOf(places, grown);
            baseStarts = Arrays.copyOf(baseStarts, grown);
            baseTexts = Arrays.copyOf(baseTexts, grown);
            reaches = Arrays.copyOf(reaches, grown);
            widths = Arrays.copyOf(widths, grown);
            present = Arrays.copyOf(present, grown);
        }
        places[count] = place;
        baseStarts[count] = baseStart;
        baseTexts[count] = baseText;
        reaches[count] = reach;
        widths[count] = packedWidths;
        present[count++] = categories;
    }

    /** Moves all times; places and columns stay, since these count from the start of their block. */
    void shift(long nanos) {
        for (int block = 0; block < count; block++) {
            baseStarts[block] += nanos;
            reaches[block] += nanos;
        }
    }

    static int pack(int start, int duration, int text, int category) {
        return start << START | duration << DURATION | text << TEXT | category << CATEGORY;
    }

    int startWidth(int block) {
        return widths[block] >>> START & 15;
    }

    int durationWidth(int block) {
        return widths[block] >>> DURATION & 15;
    }

    int textWidth(int block) {
        return widths[block] >>> TEXT & 15;
    }

    int categoryWidth(int block) {
        return widths[block] >>> CATEGORY & 15;
    }

    /** Bytes per state of all columns. */
    int widthOfAll(int block) {
        return startWidth(block) + durationWidth(block) + textWidth(block) + categoryWidth(block);
    }

    /** The first block that reaches a time, or the number of blocks. */
    int firstReaching(long nanos) {
        int low = 0;
        int high = count;
        while (low < high) {
            int middle = (low + high) >>> 1;
            if (reaches[middle] >= nanos) {
                high = middle;
            } else {
                low = middle + 1;
            }
        }
        return low;
    }

    /** The last block whose first state starts before a time, or -1. */
    int lastStartingBefore(long nanos) {
        int low = 0;
        int high = count;
        while (low < high) {
            int middle = (low + high) >>> 1;
            if (baseStarts[middle] >= nanos) {
                high = middle;
            } else {
                low = middle + 1;
            }
        }
        return low - 1;
    }

    /** Whether any of some categories is in a block. */
    boolean holdsAny(int block, BitSet categories) {
        return present[block].intersects(categories);
    }

    int nextWith(int category, int from) {
        for (int block = from; block < count; block++) {
            if (present[block].get(category)) {
                return block;
            }
        }
        return -1;
    }

    int previousWith(int category, int from) {
        for (int block = from; block >= 0; block--) {
            if (present[block].get(category)) {
                return block;
            }
        }
        return -1;
    }

    int tableBytes(int categoryCount) {
        return count * (ROW_BYTES + maskBytes(categoryCount));
    }

    static int maskBytes(int categoryCount) {
        return (categoryCount + 7) / 8;
    }

    void write(ByteBuffer table, int categoryCount) {
        byte[] mask = new byte[maskBytes(categoryCount)];
        for (int block = 0; block < count; block++) {
            table.putLong(places[block]).putLong(baseStarts[block]).putLong(baseTexts[block]);
            table.putLong(reaches[block]).putInt(widths[block]);
            Arrays.fill(mask, (byte) 0);
            byte[] set = present[block].toByteArray();
            System.arraycopy(set, 0, mask, 0, set.length);
            table.put(mask);
        }
    }

    static BlockList read(ByteBuffer table, int count, int categoryCount) throws IOException {
        byte[] mask = new byte[maskBytes(categoryCount)];
        if (count < 0 || table.remaining() != (long) count * (ROW_BYTES + mask.length)) {
            throw new IOException("a table of blocks has a wrong length");
        }
        BlockList list = new BlockList();
        list.reserve(count);
        for (int block = 0; block < count; block++) {
            long place = table.getLong();
            long start = table.getLong();
            long text = table.getLong();
            long reach = table.getLong();
            int widths = table.getInt();
            table.get(mask);
            list.add(place, start, text, reach, widths, BitSet.valueOf(mask));
        }
        return list;
    }

    private void reserve(int length) {
        int least = Math.max(1, length);
        places = new long[least];
        baseStarts = new long[least];
        baseTexts = new long[least];
        reaches = new long[least];
        widths = new int[least];
        present = new BitSet[least];
    }
}
