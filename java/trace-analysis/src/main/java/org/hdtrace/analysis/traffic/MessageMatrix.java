// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.analysis.traffic;

import java.util.List;

/**
 * How many messages and bytes each rank sent to each other one; pairs without a message have no cell.
 *
 * @param ranks number of ranks of the project
 * @param cells by sender, then by receiver
 * @param files by name of the file, then by rank
 */
public record MessageMatrix(int ranks, List<Cell> cells, List<RankOnFile> files) {
    public MessageMatrix {
        cells = List.copyOf(cells);
        files = List.copyOf(files);
    }

    /** Messages from one world rank to another one; bytes as sent. */
    public record Cell(int from, int to, long count, long bytes) {}

    /** What a rank moved between memory and a file. */
    public record RankOnFile(String file, int rank, long bytesRead, long bytesWritten) {}
}
