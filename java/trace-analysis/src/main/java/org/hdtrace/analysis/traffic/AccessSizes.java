// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.analysis.traffic;

/** The classes into which accesses are sorted by their size. */
public final class AccessSizes {
    /** Number of classes. */
    public static final int COUNT = 10;

    private static final long KIB = 1024;
    private static final long MIB = KIB * KIB;
    private static final long[] BELOW = {
        128, KIB, 8 * KIB, 64 * KIB, 512 * KIB, MIB, 4 * MIB, 16 * MIB, 128 * MIB, Long.MAX_VALUE
    };
    private static final String[] LABELS = {
        "<128 B", "<1 KiB", "<8 KiB", "<64 KiB", "<512 KiB", "<1 MiB", "<4 MiB", "<16 MiB", "<128 MiB", "larger"
    };

    private AccessSizes() {}

    /** Number of the class, from 0. */
    public static int classOf(long bytes) {
        int index = 0;
        while (index < COUNT - 1 && bytes >= BELOW[index]) {
            index++;
        }
        return index;
    }

    /** Bytes from which on an access belongs to the next class; the last class has {@link Long#MAX_VALUE}. */
    public static long below(int index) {
        return BELOW[index];
    }

    /** For people. */
    public static String label(int index) {
        return LABELS[index];
    }
}
