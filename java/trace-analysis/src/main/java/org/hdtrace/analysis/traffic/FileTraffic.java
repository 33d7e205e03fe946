// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.analysis.traffic;

import java.util.List;
import java.util.Objects;

/**
 * How a file was used by all ranks together.
 *
 * @param file its name as the program gave it, or {@code "fid N"} where no trace tells it
 * @param opens calls of File_open, one per rank and opening
 * @param sequentialShare of the accesses that follow another one of the same rank to the file, the share that begins where that one
 *     ended; 1 when there is none
 * @param layer {@code "mpi"} for calls of MPI, {@code "posix"} for those of POSIX and stdio, also where MPI makes them: a file
 *     that both use has two
 */
public record FileTraffic(
        String file, long opens, Direction reads, Direction writes, double sequentialShare, String layer) {
    public FileTraffic {
        Objects.requireNonNull(file, "file");
        Objects.requireNonNull(reads, "reads");
        Objects.requireNonNull(writes, "writes");
    }

    /**
     * Reading or writing.
     *
     * @param bytes really transferred where the trace tells, else asked for
     * @param bytesPerSecond bytes by time in the call, for one rank, over blocking calls; 0 when there was none that took time
     * @param sizes number of calls by class, see {@link AccessSizes}
     */
    public record Direction(long calls, long bytes, double bytesPerSecond, List<Long> sizes) {
        public Direction {
            sizes = List.copyOf(sizes);
        }
    }
}
