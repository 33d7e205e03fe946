// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.piosim.model.program;

import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import org.hdtrace.format.Finding;
import org.hdtrace.format.TraceFormatException;
import org.hdtrace.format.project.RankDatatypes;
import org.hdtrace.piosim.model.cluster.CommandType;
import org.hdtrace.piosim.model.file.ApplicationFile;

/**
 * An application and where its commands come from.
 *
 * @param filePlaces by number of the file, of those that a project file lists
 * @param threadNumbers by rank, the recorded number of each thread
 */
record LoadedApplication(
        String name,
        List<Communicator> communicators,
        List<ApplicationFile> files,
        Map<Integer, FilePlace> filePlaces,
        List<Window> windows,
        List<RankDatatypes> datatypes,
        List<List<Integer>> threadNumbers,
        Set<CommandType> types,
        List<Unsupported> unsupported,
        List<Finding> findings,
        Source source)
        implements Application {

    /** Gives the commands of a thread. */
    @FunctionalInterface
    interface Source {
        CommandStream open(int rank, int thread) throws TraceFormatException;
    }

    LoadedApplication {
        Objects.requireNonNull(name, "name");
        Objects.requireNonNull(source, "source");
        communicators = List.copyOf(communicators);
        files = List.copyOf(files);
        filePlaces = Map.copyOf(filePlaces);
        windows = List.copyOf(windows);
        datatypes = List.copyOf(datatypes);
        threadNumbers = List.copyOf(threadNumbers);
        types = Set.copyOf(types);
        unsupported = List.copyOf(unsupported);
        findings = List.copyOf(findings);
    }

    /** Add the type of a command and those of what it starts. */
    static void addTypes(Set<CommandType> types, Command command) {
        types.add(command.type());
        if (command instanceof Command.Start start) {
            start.operations().forEach(operation -> addTypes(types, operation));
        }
    }

    /** A source with all commands in memory, by rank and thread. */
    static Source stored(List<List<List<Command>>> commands) {
        return (rank, thread) -> stream(commands.get(rank).get(thread));
    }

    @Override
    public Optional<FilePlace> placeOf(ApplicationFile file) {
        return Optional.ofNullable(filePlaces.get(file.id()));
    }

    @Override
    public int rankCount() {
        return threadNumbers.size();
    }

    @Override
    public int threadCount(int rank) {
        return threadNumbers.get(rank).size();
    }

    @Override
    public int threadNumber(int rank, int thread) {
        return threadNumbers.get(rank).get(thread);
    }

    @Override
    public CommandStream open(int rank, int thread) throws TraceFormatException {
        return source.open(rank, thread);
    }

    private static CommandStream stream(List<Command> commands) {
        Iterator<Command> remaining = commands.iterator();
        return new CommandStream() {
            @Override
            public Command next() {
                return remaining.hasNext() ? remaining.next() : null;
            }

            @Override
            public void close() {}
        };
    }
}
