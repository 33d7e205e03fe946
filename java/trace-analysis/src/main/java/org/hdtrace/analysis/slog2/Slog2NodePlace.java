// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.analysis.slog2;

import java.util.Comparator;
import java.util.List;
import org.hdtrace.format.TraceFormatException;

/**
 * What the directory of the tree tells of a node, and the node's own head tells again.
 *
 * @param height of the node above the leaves
 * @param number of the node among those of its height
 * @param earliest no entry of it begins before, seconds
 * @param latest no entry of it ends after, seconds
 * @param at place in the file
 * @param size bytes
 */
record Slog2NodePlace(int height, int number, double earliest, double latest, long at, int size) {
    /** Bytes of one in the directory. */
    static final int BYTES = 2 + 4 + 2 * 8 + 8 + 4;

    static Slog2NodePlace read(Slog2Block directory) throws TraceFormatException {
        int height = directory.getShort();
        int number = directory.getInt();
        long timeAt = directory.place();
        double earliest = directory.getDouble();
        if (Double.isNaN(earliest)) {
            throw directory.error(timeAt, "a node begins at no time");
        }
        double latest = directory.getDouble();
        return new Slog2NodePlace(height, number, earliest, latest, directory.getLong(), directory.getInt());
    }

    /** Reads the head of the node, which must tell the same. */
    void checkHead(Slog2Block node) throws TraceFormatException {
        double begin = node.getDouble();
        double end = node.getDouble();
        int ownHeight = node.getShort();
        Slog2NodePlace own = new Slog2NodePlace(ownHeight, node.getInt(), begin, end, node.getLong(), node.getInt());
        if (!own.equals(this)) {
            throw node.error(at, "it tells of itself " + own.text() + ", but the directory of the tree " + text());
        }
    }

    private String text() {
        return "number " + number + " at the height " + height + ", " + earliest + " to " + latest + " s, " + size
                + " bytes at byte " + at;
    }

    /** Bytes of one node are no other's: a directory that names them again and again could make any number of entries of a file. */
    static void checkApart(Slog2Block directory, List<Slog2NodePlace> nodes) throws TraceFormatException {
        Slog2NodePlace before = null;
        for (Slog2NodePlace node : nodes.stream()
                .sorted(Comparator.comparingLong(Slog2NodePlace::at))
                .toList()) {
            // What begins before the file is refused when it is read.
            if (before != null && before.at >= 0 && node.at - before.at < before.size) {
                throw directory.error("two nodes share bytes: " + before.text() + ", and " + node.text());
            }
            before = node;
        }
    }
}
