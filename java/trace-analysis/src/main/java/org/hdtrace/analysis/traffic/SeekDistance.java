// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.analysis.traffic;

/** The classes into which seeks are sorted by how far they go, from far back to far ahead. */
public enum SeekDistance {
    BACK_FAR("← more", -SeekDistance.FAR),
    BACK_MEDIUM("← 16 MiB", -SeekDistance.MEDIUM),
    BACK_NEAR("← 1 MiB", -SeekDistance.NEAR),
    BACK_LITTLE("← 64 KiB", 0),
    NONE("adjacent", 1),
    LITTLE("64 KiB →", SeekDistance.NEAR),
    AHEAD_NEAR("1 MiB →", SeekDistance.MEDIUM),
    AHEAD_MEDIUM("16 MiB →", SeekDistance.FAR),
    AHEAD_FAR("more →", Long.MAX_VALUE);

    private static final long NEAR = 64 * 1024;
    private static final long MEDIUM = 1024 * 1024;
    private static final long FAR = 16 * MEDIUM;

    private final String label;
    private final long below;

    SeekDistance(String label, long below) {
        this.label = label;
        this.below = below;
    }

    /** For people. */
    public String label() {
        return label;
    }

    /** The class of a distance in bytes, negative to the begin of the file. */
    public static SeekDistance of(long bytes) {
        for (SeekDistance each : values()) {
            if (bytes < each.below) {
                return each;
            }
        }
        return AHEAD_FAR;
    }
}
