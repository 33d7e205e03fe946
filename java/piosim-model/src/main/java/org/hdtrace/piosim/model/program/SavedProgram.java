// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.piosim.model.program;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.hdtrace.format.TraceFormatException;
import org.hdtrace.format.project.ProjectDescription;
import org.hdtrace.format.project.TopologyNode;
import org.hdtrace.format.trace.Attributes;
import org.hdtrace.piosim.model.file.Distributions;

/** The project of a saved program: what its file says, the heads of its traces, and whether it still is the program. */
final class SavedProgram {
    private static final List<String> LEVELS = List.of("Hostname", "Rank", "Thread");
    private static final double MEGA = 1e6;
    private static final TraceApplication.Options STREAMING =
            new TraceApplication.Options(1, true, TraceApplication.Options.DEFAULT.executable());

    private SavedProgram() {}

    /** Where the trace of a thread is: a node for each rank, since nobody knows yet where it will run. */
    static List<String> path(int rank, int thread) {
        return List.of("n" + rank, Integer.toString(rank), Integer.toString(thread));
    }

    /** Without a version, so that the sources of receives are those posted, not those that a run had. */
    static Attributes head(List<String> path, double recordedSpeed) {
        Attributes head =
                Attributes.of("timeAdjustment", "0", "host", path.get(0), "rank", path.get(1), "thread", path.get(2));
        return recordedSpeed == Compute.UNKNOWN_SPEED
                ? head
                : head.with("processorSpeedinMHZ", Double.toString(recordedSpeed / MEGA));
    }

    static ProjectDescription describe(Application program, String name) {
        List<TopologyNode> hosts = new ArrayList<>();
        for (int rank = 0; rank < program.rankCount(); rank++) {
            List<TopologyNode> threads = new ArrayList<>();
            for (int thread = 0; thread < program.threadCount(rank); thread++) {
                threads.add(node(path(rank, program.threadNumber(rank, thread)), List.of()));
            }
            List<String> path = threads.get(0).path();
            hosts.add(node(path.subList(0, 1), List.of(node(path.subList(0, 2), threads))));
        }
        return new ProjectDescription(
                program.name(),
                LEVELS,
                TopologyNode.root(name, hosts),
                program.files().stream().map(Distributions::describe).toList(),
                program.communicators().stream().map(Communicator::description).toList(),
                program.datatypes(),
                List.of());
    }

    private static TopologyNode node(List<String> path, List<TopologyNode> below) {
        String name = path.get(path.size() - 1);
        return new TopologyNode(name, LEVELS.get(path.size() - 1), name, path, below);
    }

    /**
     * Read a saved program.
     *
     * @param saved where it is
     * @param named where it is going to be, as errors name it
     * @throws TraceFormatException unless it is the same
     */
    static void compare(Application program, Path saved, Path named) throws TraceFormatException {
        Application read = TraceApplication.load(saved, STREAMING);
        compareParts(texts(program), texts(read), named);
        for (int rank = 0; rank < program.rankCount(); rank++) {
            for (int thread = 0; thread < program.threadCount(rank); thread++) {
                compareThread(program, read, rank, thread, named);
            }
        }
        if (!read.unsupported().equals(program.unsupported())) {
            throw new TraceFormatException(
                    named, "traces", "would be refused when they are read: " + read.unsupported());
        }
    }

    private static void compareThread(Application program, Application read, int rank, int thread, Path named)
            throws TraceFormatException {
        CommandText wanted = new CommandText();
        CommandText found = new CommandText();
        try (CommandStream original = program.open(rank, thread);
                CommandStream copy = read.open(rank, thread)) {
            for (int number = 0; ; number++) {
                Command command = original.next();
                Command other = copy.next();
                String text = command == null ? "the end" : wanted.of(command);
                String otherText = other == null ? "the end" : found.of(other);
                if (!text.equals(otherText)) {
                    throw new TraceFormatException(
                            named,
                            "rank " + rank + " thread " + program.threadNumber(rank, thread) + " command " + number,
                            "a trace can't tell '" + text + "', it would be read as '" + otherText + "'");
                }
                if (command == null) {
                    return;
                }
            }
        }
    }

    /** Communicators and files by number, as far as commands depend on them. */
    private static List<String> texts(Application program) {
        List<String> all = new ArrayList<>();
        for (org.hdtrace.piosim.model.program.Communicator communicator : program.communicators()) {
            StringBuilder text = new StringBuilder("communicator '" + communicator.name() + "' of "
                    + Arrays.toString(communicator.members())
                    + (communicator.isInter() ? ", the first " + communicator.firstGroup() + " in one group" : ""));
            for (int local = 0; communicator.neighbors() != Neighbors.NONE && local < communicator.size(); local++) {
                text.append(local == 0 ? " with neighbours " : ", ")
                        .append(Arrays.toString(communicator.neighbors().sources(local)))
                        .append(Arrays.toString(communicator.neighbors().destinations(local)));
            }
            all.add(text.toString());
        }
        program.files().forEach(file -> all.add(file.toString()));
        program.datatypes().forEach(types -> all.add(types.toString()));
        program.windows().forEach(window -> all.add(window.toString()));
        return all;
    }

    private static void compareParts(List<String> wanted, List<String> found, Path named) throws TraceFormatException {
        for (int i = 0; i < wanted.size(); i++) {
            String other = i < found.size() ? found.get(i) : "nothing";
            if (!wanted.get(i).equals(other)) {
                throw new TraceFormatException(
                        named,
                        "communicators and files",
                        "a project can't tell '" + wanted.get(i) + "', it would be read as '" + other + "'");
            }
        }
    }
}
