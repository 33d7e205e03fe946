// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.examples.checkpoint;

import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;
import org.hdtrace.examples.PdeSolver;
import org.hdtrace.piosim.SimulationResult;

/** A simulated run of the solver. */
public final class Run {
    private final WatchedDisk watch;
    private final SimulationResult result;
    private final long largest;

    Run(WatchedDisk watch, SimulationResult result) {
        this.watch = watch;
        this.result = result;
        this.largest = watch.writes().stream()
                .mapToLong(WatchedDisk.Write::bytes)
                .max()
                .orElse(0);
        if (seconds(PdeSolver.NUMBER_BYTES).isEmpty()
                || seconds(diagonalBytes()).isEmpty()) {
            throw new IllegalArgumentException("this isn't a run of partdiff with --output and --checkpoint-every");
        }
    }

    /** Time in ns at which it ended. */
    long end() {
        return result.virtualTimeNanos();
    }

    long diskOperations() {
        return result.servers().get(0).diskOperations();
    }

    long checkpointBytes() {
        return largest;
    }

    /** Of a square matrix as large as a checkpoint. */
    long diagonalBytes() {
        return Math.round(Math.sqrt(8.0 * largest));
    }

    long checkpoints() {
        return count(largest);
    }

    /** Each writes its number. */
    long iterations() {
        return count(PdeSolver.NUMBER_BYTES);
    }

    private long count(long bytes) {
        return watch.writes().stream().filter(write -> write.bytes() == bytes).count();
    }

    /** Mean of the writes of a size in seconds. */
    OptionalDouble seconds(long bytes) {
        return watch.writes().stream()
                .filter(write -> write.bytes() == bytes)
                .mapToDouble(write -> write.nanos() / 1e9)
                .average();
    }

    /**
     * Operations of the disk for the first checkpoint, in order. One rank's writes come to the disk one after the other, so
     * they follow those for what was written before.
     */
    List<WatchedDisk.Operation> checkpointOperations() {
        long before = watch.writes().stream()
                .takeWhile(write -> write.bytes() < largest)
                .mapToLong(WatchedDisk.Write::bytes)
                .sum();
        List<WatchedDisk.Operation> all = new ArrayList<>();
        long written = 0;
        for (WatchedDisk.Operation operation : watch.operations()) {
            if (written >= before && written < before + largest) {
                all.add(operation);
            }
            written += operation.bytes();
        }
        return all;
    }

    /** The write of the first checkpoint. */
    WatchedDisk.Write firstCheckpoint() {
        return watch.writes().stream()
                .filter(write -> write.bytes() == largest)
                .findFirst()
                .orElseThrow();
    }

    /** Part of the first checkpoint's time during which the disk was busy, with the end of what was written before. */
    double diskShare() {
        WatchedDisk.Write first = firstCheckpoint();
        int position = watch.writes().indexOf(first);
        long before =
                position == 0 ? 0 : watch.writes().get(position - 1).disk().busyNanos();
        return (first.disk().busyNanos() - before) / (double) first.nanos();
    }
}
