// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.bench.simulator;

import com.sun.management.OperatingSystemMXBean;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.hdtrace.format.TraceFormatException;
import org.hdtrace.piosim.Simulation;
import org.hdtrace.piosim.SimulationOptions;
import org.hdtrace.piosim.model.cluster.ClusterModel;
import org.hdtrace.piosim.model.program.Application;
import org.hdtrace.piosim.mpi.Algorithms;
import org.hdtrace.piosim.output.ProjectOutput;
import org.hdtrace.piosim.output.TraceLevel;

/**
 * Runs one workload without output and with more and more of it in turn, in one process: elapsed time, CPU time of the
 * simulating thread, and of all threads.
 */
public final class OutputCost {
    private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();
    private static final OperatingSystemMXBean PROCESS =
            (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();
    private static final List<TraceLevel> LEVELS = List.of(TraceLevel.NONE, TraceLevel.CLIENTS, TraceLevel.ALL);

    /** That write a project. */
    private static final int MOST_THREADS = 2;

    private OutputCost() {}

    /**
     * {@code FOLDER WARM-UPS PASSES [RANKS ROUNDS]}: prints for each pass without output, with that of the clients and with
     * all the nanoseconds that passed, of the thread and of the process, from the set-up of the simulation to the complete
     * project; the same of nothing but making files as large, as many threads as the output has, for both; then files and bytes of
     * the last.
     */
    public static void main(String[] arguments) throws IOException, TraceFormatException {
        Path folder = Path.of(arguments[0]);
        OriginalWorkload workload = OriginalWorkload.TO_ONE;
        boolean same = arguments.length == 3;
        int ranks = same ? workload.ranks() : Integer.parseInt(arguments[3]);
        ClusterModel model = workload.cluster(ranks).build();
        Application program = workload.program(ranks, same ? workload.rounds() : Integer.parseInt(arguments[4]));
        int warmUps = Integer.parseInt(arguments[1]);
        int passes = Integer.parseInt(arguments[2]);
        for (int pass = -warmUps; pass < passes; pass++) {
            StringBuilder line = new StringBuilder();
            StringBuilder bare = new StringBuilder();
            int files = 0;
            long bytes = 0;
            for (TraceLevel level : LEVELS) {
                Path project = folder.resolve(level + "-" + (pass + warmUps));
                line.append(pass(model, program, level, project)).append(' ');
                if (level != TraceLevel.NONE) {
                    BareFiles like = BareFiles.like(project);
                    files = like.count();
                    bytes = like.bytes();
                    BareFiles.empty(project);
                    Path others = folder.resolve("bare-" + level + "-" + (pass + warmUps));
                    bare.append(pass(like, others)).append(' ');
                    BareFiles.empty(others);
                }
            }
            line.append(bare).append(files).append(' ').append(bytes);
            if (pass >= 0) {
                System.out.println(line);
            }
        }
    }

    /** What is measured. */
    @FunctionalInterface
    private interface Work {
        void run() throws IOException, TraceFormatException;
    }

    private static String pass(ClusterModel model, Application program, TraceLevel level, Path folder)
            throws IOException, TraceFormatException {
        Map<String, Application> programs = Map.of(Clusters.ALIAS, program);
        if (level == TraceLevel.NONE) {
            return measured(() -> new Simulation(model, programs).run(SimulationOptions.EACH_EVENT));
        }
        return measured(() -> {
            try (ProjectOutput output = new ProjectOutput(level, Clusters.ALIAS, folder)) {
                new Simulation(model, programs, Algorithms.all(), output).run(SimulationOptions.EACH_EVENT);
                output.finish(Clusters.ALIAS, null);
            }
        });
    }

    private static String pass(BareFiles files, Path folder) throws IOException, TraceFormatException {
        int threads = Math.min(MOST_THREADS, Runtime.getRuntime().availableProcessors());
        return measured(() -> files.write(folder, threads));
    }

    private static String measured(Work work) throws IOException, TraceFormatException {
        long[] begin = {System.nanoTime(), THREADS.getCurrentThreadCpuTime(), PROCESS.getProcessCpuTime()};
        work.run();
        long passed = System.nanoTime() - begin[0];
        long ofThread = THREADS.getCurrentThreadCpuTime() - begin[1];
        return passed + " " + ofThread + " " + (PROCESS.getProcessCpuTime() - begin[2]);
    }
}
