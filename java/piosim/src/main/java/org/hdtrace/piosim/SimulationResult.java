// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.piosim;

import java.util.List;
import org.hdtrace.piosim.process.WaitingRank;

/**
 * What came out of a simulation.
 *
 * @param virtualTimeNanos time of the last event
 * @param events number of events
 * @param wallNanos real time spent
 * @param outcome how it ended
 * @param deadlock null unless ranks wait for each other forever; then one line for each and the cycle, if there is one
 * @param cycle the ranks of that cycle, each waiting for the next
 * @param unreceivedMessages messages between ranks that had arrived, at least in part, and that no rank received,
 *     whatever the outcome; for people and programs alike, as {@code --json}
 * @param unreceived one line for each of them with ranks, tag, size and communicator, by receiver and arrival, the
 *     first 64; a last line says how many more there are
 */
public record SimulationResult(
        long virtualTimeNanos,
        long events,
        long wallNanos,
        Outcome outcome,
        String deadlock,
        List<WaitingRank> cycle,
        int unreceivedMessages,
        List<String> unreceived,
        List<ClientResult> clients,
        List<ServerResult> servers,
        List<FunctionResult> functions) {
    /** How a simulation ended. */
    public enum Outcome {
        FINISHED,
        DEADLOCK,
        LIMIT
    }

    /**
     * One thread of a rank.
     *
     * @param application alias in the model
     * @param endNanos time at which the program ended, -1 when it didn't
     */
    public record ClientResult(String application, int rank, int thread, long endNanos) {}

    /**
     * One server; times in ns, sizes in bytes.
     *
     * @param bytesReplaced of data that was replaced by later data for the same place before it reached a disk
     * @param bytesDiscarded of data that the file was cut in front of, or deleted, before it reached a disk
     */
    public record ServerResult(
            String name,
            long reads,
            long writes,
            long bytesRead,
            long bytesWritten,
            long bytesReplaced,
            long bytesDiscarded,
            long busyNanos,
            long diskOperations) {}

    /** All calls of one function by all ranks; times in ns. */
    public record FunctionResult(String name, long count, long totalNanos, long minNanos, long maxNanos, long bytes) {
        public long meanNanos() {
            return count == 0 ? 0 : totalNanos / count;
        }
    }

    public SimulationResult {
        cycle = List.copyOf(cycle);
        unreceived = List.copyOf(unreceived);
        clients = List.copyOf(clients);
        servers = List.copyOf(servers);
        functions = List.copyOf(functions);
    }

    public double eventsPerSecond() {
        return wallNanos == 0 ? 0 : events * 1e9 / wallNanos;
    }
}
