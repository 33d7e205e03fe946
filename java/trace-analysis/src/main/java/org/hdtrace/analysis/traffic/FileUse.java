// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.analysis.traffic;

import java.util.List;
import java.util.stream.LongStream;
import org.hdtrace.format.Saturated;

/** What one rank did with one file: a sum that grows access by access. Not safe for use by several threads. */
final class FileUse {
    private static final long UNKNOWN = -1;
    private static final double NANOS = 1e9;

    String name = "";
    /** Used by calls of MPI; else by those of POSIX and stdio. */
    boolean isMpi;

    long opens;
    final Direction reads = new Direction();
    final Direction writes = new Direction();
    /** Accesses that follow another one of the same kind, and those of them that begin where it ended. */
    long followers;

    long adjacent;
    private long firstOffset = UNKNOWN;
    private long end = UNKNOWN;

    /** One direction of a file's traffic. */
    static final class Direction {
        final Tally calls = new Tally();
        final long[] sizes = new long[AccessSizes.COUNT];
        /** Of calls that return when their data have moved. */
        long timedBytes;

        long timedNanos;

        void add(long bytes) {
            calls.add(1, bytes);
            sizes[AccessSizes.classOf(bytes)]++;
        }

        void addTime(long bytes, long nanos) {
            timedBytes = Saturated.add(timedBytes, bytes);
            timedNanos = Saturated.add(timedNanos, nanos);
        }

        void add(Direction other) {
            calls.add(other.calls);
            for (int i = 0; i < sizes.length; i++) {
                sizes[i] += other.sizes[i];
            }
            addTime(other.timedBytes, other.timedNanos);
        }
    }

    /** An access whose place in the file is known. */
    void place(long offset, long bytes) {
        if (end == UNKNOWN) {
            firstOffset = offset;
        } else {
            followers++;
            adjacent += offset == end ? 1 : 0;
        }
        end = Saturated.add(offset, bytes);
    }

    /** Whether only its name is known: it was open before, or could not be opened. */
    boolean isIdle() {
        return !isMpi && opens == 0 && reads.calls.count() == 0 && writes.calls.count() == 0;
    }

    /** Whether a sum is larger than can be told. */
    boolean isAtEnd() {
        return Saturated.isAtEnd(reads.calls.bytes()) || Saturated.isAtEnd(writes.calls.bytes());
    }

    /** Take in what happened later. */
    void append(FileUse later) {
        if (end != UNKNOWN && later.end != UNKNOWN) {
            followers++;
            adjacent += later.firstOffset == end ? 1 : 0;
        }
        firstOffset = firstOffset == UNKNOWN ? later.firstOffset : firstOffset;
        end = later.end == UNKNOWN ? end : later.end;
        addSums(later);
    }

    /** Take in what another thread or rank did: no access of one follows one of the other. */
    void addSums(FileUse other) {
        name = name.isEmpty() ? other.name : name;
        isMpi |= other.isMpi;
        opens += other.opens;
        reads.add(other.reads);
        writes.add(other.writes);
        followers += other.followers;
        adjacent += other.adjacent;
    }

    /** What was summed up, under a name. */
    FileTraffic traffic(String file) {
        double sequential = followers == 0 ? 1 : (double) adjacent / followers;
        return new FileTraffic(file, opens, traffic(reads), traffic(writes), sequential, isMpi ? "mpi" : "posix");
    }

    private static FileTraffic.Direction traffic(Direction sums) {
        double rate = sums.timedNanos == 0 ? 0 : sums.timedBytes * NANOS / sums.timedNanos;
        List<Long> sizes = LongStream.of(sums.sizes).boxed().toList();
        return new FileTraffic.Direction(sums.calls.count(), sums.calls.bytes(), rate, sizes);
    }
}
