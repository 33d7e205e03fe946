// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.bench.simulator;

import com.sun.management.ThreadMXBean;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.util.Locale;
import java.util.Map;
import org.hdtrace.format.TraceFormatException;
import org.hdtrace.piosim.Simulation;
import org.hdtrace.piosim.SimulationOptions;
import org.hdtrace.piosim.SimulationResult;
import org.hdtrace.piosim.model.cluster.ClusterModel;
import org.hdtrace.piosim.model.program.Application;

/** Runs a workload of the original again and again in one process: CPU time and allocation of the thread that simulates. */
public final class CoreRate {
    private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

    private CoreRate() {}

    /**
     * {@code WORKLOAD WARM-UPS PASSES [RANKS ROUNDS]}: prints "workload ranks rounds", then "events nanoseconds seconds" of
     * the original, then a line for each pass: "events virtual-nanoseconds set-up-nanoseconds run-nanoseconds
     * allocated-bytes" with times and bytes of this thread. With {@code -} for the passes there is one for each line on
     * standard input, so that those of another program can take turns with them.
     */
    public static void main(String[] arguments) throws IOException, TraceFormatException {
        OriginalWorkload workload = OriginalWorkload.valueOf(arguments[0].toUpperCase(Locale.ROOT));
        boolean same = arguments.length == 3;
        int ranks = same ? workload.ranks() : Integer.parseInt(arguments[3]);
        int rounds = same ? workload.rounds() : Integer.parseInt(arguments[4]);
        ClusterModel model = workload.cluster(ranks).build();
        Application program = workload.program(ranks, rounds);
        for (int i = Integer.parseInt(arguments[1]); i > 0; i--) {
            pass(model, program);
        }
        System.out.println(workload.name().toLowerCase(Locale.ROOT) + " " + ranks + " " + rounds);
        System.out.println(workload.originalEvents() + " " + workload.originalVirtualNanos() + " "
                + workload.originalProcessorSeconds());
        if (arguments[2].equals("-")) {
            while (System.in.read() >= 0) {
                System.out.println(pass(model, program));
            }
            return;
        }
        for (int i = Integer.parseInt(arguments[2]); i > 0; i--) {
            System.out.println(pass(model, program));
        }
    }

    /** What a pass took; times in ns of CPU. */
    record Pass(long events, long virtualNanos, long setUpNanos, long runNanos, long allocatedBytes) {
        @Override
        public String toString() {
            return events + " " + virtualNanos + " " + setUpNanos + " " + runNanos + " " + allocatedBytes;
        }
    }

    /** Set up and run. */
    static Pass pass(ClusterModel model, Application program) throws TraceFormatException {
        long begin = THREADS.getCurrentThreadCpuTime();
        Simulation simulation = new Simulation(model, Map.of(Clusters.ALIAS, program));
        long ready = THREADS.getCurrentThreadCpuTime();
        long allocated = THREADS.getCurrentThreadAllocatedBytes();
        SimulationResult result = simulation.run(SimulationOptions.UNLIMITED);
        long end = THREADS.getCurrentThreadCpuTime();
        if (result.outcome() != SimulationResult.Outcome.FINISHED) {
            throw new IllegalStateException(result.outcome() + ": " + result.deadlock());
        }
        return new Pass(
                result.events(),
                result.virtualTimeNanos(),
                ready - begin,
                end - ready,
                THREADS.getCurrentThreadAllocatedBytes() - allocated);
    }
}
