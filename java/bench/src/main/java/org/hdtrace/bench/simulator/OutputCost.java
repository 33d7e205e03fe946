// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.bench.simulator;

import com.sun.management.OperatingSystemMXBean;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
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

    private OutputCost() {}

    /**
     * {@code FOLDER WARM-UPS PASSES [RANKS ROUNDS]}: prints for each pass without output, with that of the clients and with
     * all the nanoseconds that passed, of the thread and of the process, from the set-up of the simulation to the complete
     * project; then files and bytes of the last.
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
            Path last = folder;
            for (TraceLevel level : LEVELS) {
                // Nothing is removed: a file system makes new files slowly where it has just removed others.
                last = folder.resolve(level + "-" + (pass + warmUps));
                line.append(pass(model, program, level, last)).append(' ');
            }
            line.append(files(last)).append(' ').append(size(last));
            if (pass >= 0) {
                System.out.println(line);
            }
        }
    }

    private static String pass(ClusterModel model, Application program, TraceLevel level, Path folder)
            throws IOException, TraceFormatException {
        long[] begin = {System.nanoTime(), THREADS.getCurrentThreadCpuTime(), PROCESS.getProcessCpuTime()};
        Map<String, Application> programs = Map.of(Clusters.ALIAS, program);
        if (level == TraceLevel.NONE) {
            new Simulation(model, programs).run(SimulationOptions.UNLIMITED);
        } else {
            try (ProjectOutput output = new ProjectOutput(level, Clusters.ALIAS, folder)) {
                new Simulation(model, programs, Algorithms.all(), output).run(SimulationOptions.UNLIMITED);
                output.finish(Clusters.ALIAS, null);
            }
        }
        long passed = System.nanoTime() - begin[0];
        long ofThread = THREADS.getCurrentThreadCpuTime() - begin[1];
        return passed + " " + ofThread + " " + (PROCESS.getProcessCpuTime() - begin[2]);
    }

    private static long files(Path folder) throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            return files.count();
        }
    }

    private static long size(Path folder) throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            return files.mapToLong(file -> file.toFile().length()).sum();
        }
    }
}
