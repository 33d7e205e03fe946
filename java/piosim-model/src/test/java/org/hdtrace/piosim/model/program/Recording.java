// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.piosim.model.program;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.hdtrace.format.TraceFormatException;
import org.hdtrace.piosim.model.cluster.CommandType;

/** Writes a small project as the tracing library does, one node per rank. */
final class Recording {
    static final String WORLD = "<Communicator name='WORLD'>%s</Communicator>";

    private final Path directory;
    private final List<String> traces = new ArrayList<>();
    private String program = "timeAdjustment='100' version='3' processorSpeedinMHZ='2000'";
    private String files = "";
    private String communicators = "";
    private String datatypes = "";

    Recording(Path directory) {
        this.directory = directory;
    }

    /** Attributes of the Program element of traces that are added later. */
    Recording program(String attributes) {
        program = attributes;
        return this;
    }

    Recording files(String list) {
        files = list;
        return this;
    }

    /** Communicators besides WORLD. */
    Recording communicators(String list) {
        communicators = list;
        return this;
    }

    Recording datatypes(String list) {
        datatypes = list;
        return this;
    }

    /** The trace of the next rank. */
    Recording rank(String... entries) {
        traces.add("<Program " + program + ">\n" + String.join("\n", entries) + "\n</Program>\n");
        return this;
    }

    Path write() throws IOException {
        StringBuilder nodes = new StringBuilder();
        StringBuilder world = new StringBuilder();
        for (int rank = 0; rank < traces.size(); rank++) {
            Files.writeString(directory.resolve("app_n" + rank + "_" + rank + "_0.trc"), traces.get(rank));
            nodes.append("<Node name='n%d'><Node name='%d'><Node name='0'/></Node></Node>".formatted(rank, rank));
            world.append("<Rank global='%d' local='%d' cid='0'/>".formatted(rank, rank));
        }
        String project = "<Application name='app'><FileList>" + files + "</FileList><Topology><Level type='Hostname'>"
                + "<Level type='Rank'><Level type='Thread'/></Level></Level>" + nodes + "</Topology><CommunicatorList>"
                + WORLD.formatted(world) + communicators + "</CommunicatorList><Datatypes>" + datatypes
                + "</Datatypes></Application>";
        return Files.writeString(directory.resolve("app.proj"), project);
    }

    Application load() throws IOException, TraceFormatException {
        return TraceApplication.load(write(), TraceApplication.Options.DEFAULT);
    }

    /** A command that has to be an access of that type. */
    static FileAccess access(CommandType type, Command command) {
        assertEquals(type, command.type());
        return (FileAccess) command;
    }

    static List<Command> commands(Application application, int rank) throws TraceFormatException {
        List<Command> commands = new ArrayList<>();
        try (CommandStream stream = application.open(rank, 0)) {
            for (Command command = stream.next(); command != null; command = stream.next()) {
                commands.add(command);
            }
        }
        return commands;
    }

    static List<CommandType> types(Application application, int rank) throws TraceFormatException {
        return commands(application, rank).stream().map(Command::type).toList();
    }
}
