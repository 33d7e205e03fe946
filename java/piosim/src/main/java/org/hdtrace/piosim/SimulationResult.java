// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.piosim;

import java.util.List;

/**
 * What came out of a simulation.
 *
 * @param virtualTimeNanos time of the last event
 * @param events number of events
 * @param wallNanos real time spent
 * @param outcome how it ended
 * @param deadlock null unless ranks wait for each other forever; then one line for each and the cycle, if there is one
 * @param unreceivedMessages messages between ranks that no rank received
 * @param unreceived one line for each of them with ranks, tag, size and communicator, the first 64
 */
public record SimulationResult(
        long virtualTimeNanos,
        long events,
        long wallNanos,
        Outcome outcome,
        String deadlock,
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

    /** One server; times in ns, sizes in bytes. */
    public record ServerResult(
            String name,
            long reads,
            long writes,
            long bytesRead,
            long bytesWritten,
            long busyNanos,
            long diskOperations) {}

    /** All calls of one function by all ranks; times in ns. */
    public record FunctionResult(String name, long count, long totalNanos, long minNanos, long maxNanos, long bytes) {
        public long meanNanos() {
            return count == 0 ? 0 : totalNanos / count;
        }
    }

    public SimulationResult {
        unreceived = List.copyOf(unreceived);
        clients = List.copyOf(clients);
        servers = List.copyOf(servers);
        functions = List.copyOf(functions);
    }

    public double eventsPerSecond() {
        return wallNanos == 0 ? 0 : events * 1e9 / wallNanos;
    }
}
