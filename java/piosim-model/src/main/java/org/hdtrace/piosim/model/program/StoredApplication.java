// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.piosim.model.program;

import java.util.Iterator;
import java.util.List;
import java.util.Objects;
import org.hdtrace.piosim.model.file.ApplicationFile;

/** An application whose commands are all in memory. */
final class StoredApplication implements Application {
    private final String name;
    private final List<Communicator> communicators;
    private final List<ApplicationFile> files;
    private final List<List<List<Command>>> commands;
    private final List<Unsupported> unsupported;

    // Commands are by rank, then thread.
    StoredApplication(
            String name,
            List<Communicator> communicators,
            List<ApplicationFile> files,
            List<List<List<Command>>> commands,
            List<Unsupported> unsupported) {
        this.name = Objects.requireNonNull(name, "name");
        this.communicators = List.copyOf(communicators);
        this.files = List.copyOf(files);
        this.commands = List.copyOf(commands);
        this.unsupported = List.copyOf(unsupported);
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public int rankCount() {
        return commands.size();
    }

    @Override
    public int threadCount(int rank) {
        return commands.get(rank).size();
    }

    @Override
    public List<Communicator> communicators() {
        return communicators;
    }

    @Override
    public List<ApplicationFile> files() {
        return files;
    }

    @Override
    public List<Unsupported> unsupported() {
        return unsupported;
    }

    @Override
    public CommandStream open(int rank, int thread) {
        Iterator<Command> remaining = commands.get(rank).get(thread).iterator();
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
