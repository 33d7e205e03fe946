// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.piosim.output;

import java.io.IOException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.hdtrace.format.TraceFormatException;
import org.hdtrace.format.project.FileNames;
import org.hdtrace.format.project.ProjectDescription;
import org.hdtrace.format.project.ProjectWriter;
import org.hdtrace.format.statistics.StatisticsGroup;
import org.hdtrace.format.statistics.StatisticsWriter;
import org.hdtrace.format.statistics.ValueDescription;
import org.hdtrace.format.statistics.ValueType;
import org.hdtrace.format.trace.Attributes;
import org.hdtrace.format.trace.DataElement;
import org.hdtrace.format.trace.TraceWriter;
import org.hdtrace.piosim.RunObserver;
import org.hdtrace.piosim.Simulation;
import org.hdtrace.piosim.model.cluster.Node;
import org.hdtrace.piosim.model.program.Command;
import org.hdtrace.piosim.model.program.CommandStream;
import org.hdtrace.piosim.model.program.Origin;
import org.hdtrace.piosim.process.Client;
import org.hdtrace.piosim.process.LoadedApplication;

/**
 * Keeps what a simulation does and writes it as projects afterwards, one for each application: nothing is written
 * before the simulation has ended, and never more than one file is open. Virtual time 0 is the epoch. Source: MODEL A7.
 */
public final class ProjectOutput implements RunObserver {
    private static final String CPU_GROUP = "Utilization";
    private static final String COMPONENT_GROUP = "Component";
    private static final double MEGA = 1e6;

    private static final String SIMULATOR_ATTRIBUTE = "simulator";
    private static final String SIMULATOR = "PIOsimHD";

    private final TraceLevel level;
    private final Map<Client, TimeLog> times = new LinkedHashMap<>();
    private final Map<Client, MessageLog> messages = new HashMap<>();
    private final Map<Client, StepLog> steps = new HashMap<>();
    private Simulation simulation;
    private OutputTopology topology;
    private ComponentSeries series;

    public ProjectOutput(TraceLevel level) {
        this.level = level;
    }

    /** Whether a simulation wrote the project, so that it can be had again. */
    public static boolean isSimulated(ProjectDescription project) {
        return SIMULATOR.equals(project.attributes().get(SIMULATOR_ATTRIBUTE));
    }

    /** What the project of a simulated run says about itself, besides what its original said. */
    static Attributes mark(Attributes original) {
        return original.with(SIMULATOR_ATTRIBUTE, SIMULATOR);
    }

    @Override
    public void begin(Simulation newSimulation, List<Client> clients) {
        simulation = newSimulation;
        topology = new OutputTopology(simulation, clients, level);
        for (Client client : clients) {
            times.put(client, new TimeLog());
            messages.put(client, new MessageLog());
        }
        if (level.includes(TraceLevel.STEPS)) {
            clients.forEach(client -> steps.put(client, new StepLog()));
        }
        series = new ComponentSeries(topology.sources());
        series.begin(simulation.kernel());
    }

    @Override
    public void commandEnded(Client client, Command command, long start, long end, long bytes) {
        times.get(client).add(start, end);
        messages.get(client).commandEnded(command);
        StepLog log = steps.get(client);
        if (log != null) {
            log.command();
        }
    }

    @Override
    public void stepEnded(Client client, int step, long start, long end) {
        StepLog log = steps.get(client);
        if (log != null) {
            log.step(start, end);
        }
    }

    @Override
    public void completed(Client client, long request, int source, int tag, long bytes) {
        messages.get(client).completed(request, source, tag, bytes);
    }

    @Override
    public void end(long now) {
        series.end(now);
    }

    /**
     * Write the project of an application.
     *
     * @param directory created when it doesn't exist
     * @param original what the project says whose traces were simulated, or null
     * @return the project file
     * @throws FileSystemException naming the file that can't be written
     */
    public Path write(String alias, Path directory, ProjectDescription original)
            throws IOException, TraceFormatException {
        List<Client> clients = times.keySet().stream()
                .filter(client -> client.application().alias().equals(alias))
                .toList();
        LoadedApplication application = clients.get(0).application();
        String name = FileNames.sanitise(application.program().name());
        Files.createDirectories(directory);
        for (Client client : clients) {
            writeTrace(directory, name, client);
        }
        for (OutputTopology.Sampled sampled : topology.sampled()) {
            writeStatistics(directory, name, sampled);
        }
        Path file = directory.resolve(name + ".proj");
        ProjectDescription text = ProjectText.describe(application.program(), original, topology, alias);
        named(file, () -> ProjectWriter.write(text, file));
        return file;
    }

    /** What writes a file. */
    @FunctionalInterface
    private interface Writing {
        void run() throws IOException, TraceFormatException;
    }

    /** Failures of streams don't tell which file it was. */
    private static void named(Path file, Writing writing) throws IOException, TraceFormatException {
        try {
            writing.run();
        } catch (FileSystemException e) {
            throw e;
        } catch (IOException e) {
            FileSystemException named = new FileSystemException(file.toString(), null, e.getMessage());
            named.initCause(e);
            throw named;
        }
    }

    private void writeTrace(Path directory, String project, Client client) throws IOException, TraceFormatException {
        List<String> path = topology.path(client);
        Path file = directory.resolve(FileNames.trace(project, path));
        named(file, () -> writeTrace(file, client));
    }

    private void writeTrace(Path file, Client client) throws IOException, TraceFormatException {
        TimeLog.Cursor log = times.get(client).read();
        try (TraceWriter writer = TraceWriter.create(file, programAttributes(client));
                CommandStream commands =
                        client.application().program().open(client.worldRank(), client.threadIndex())) {
            MessageLog.Cursor received = messages.get(client).read();
            Steps parts = new Steps(steps.get(client));
            while (log.next()) {
                writeState(writer, SimulatedState.of(commands.next(), received), log, parts);
            }
        }
    }

    private static void writeState(TraceWriter writer, Origin origin, TimeLog.Cursor log, Steps parts)
            throws IOException {
        if (!origin.isWritten()) {
            parts.skip();
            return;
        }
        writer.beginState(origin.name(), log.start());
        for (int i = 0; i < origin.attributes().size(); i++) {
            writer.attribute(origin.attributes().name(i), origin.attributes().value(i));
        }
        for (DataElement element : origin.data()) {
            writer.data(element);
        }
        parts.write(writer);
        writer.endState(log.end());
    }

    /** The steps of one command after the other. */
    private static final class Steps {
        private final StepLog log;
        private final TimeLog.Cursor cursor;
        private int command;

        Steps(StepLog log) {
            this.log = log;
            this.cursor = log == null ? null : log.read();
        }

        void skip() {
            for (int i = next(); i > 0; i--) {
                cursor.next();
            }
        }

        /** A single step is the command itself and isn't written. */
        void write(TraceWriter writer) throws IOException {
            int count = next();
            for (int i = 0; i < count; i++) {
                cursor.next();
                if (count > 1) {
                    writer.beginState("Step", cursor.start());
                    writer.attribute("number", i);
                    writer.endState(cursor.end());
                }
            }
        }

        private int next() {
            return log == null ? 0 : log.count(command++);
        }
    }

    private Attributes programAttributes(Client client) {
        Node node = simulation.model().nodes().get(client.node());
        List<String> fields = new ArrayList<>(
                List.of("timeAdjustment", "0", "version", "3", "host", node.name(), "rank", "" + client.worldRank()));
        fields.addAll(List.of("thread", "" + client.thread(), "library", SIMULATOR));
        if (!Double.isInfinite(node.instructionsPerSecond())) {
            // Computation in this trace took place at this speed, which is what the factor of a replay starts from.
            double megahertz = node.instructionsPerSecond() / MEGA;
            boolean whole = megahertz == Math.rint(megahertz) && megahertz < 1e15;
            fields.addAll(List.of("processorSpeedinMHZ", whole ? "" + (long) megahertz : "" + megahertz));
        }
        return Attributes.of(fields.toArray(new String[0]));
    }

    private void writeStatistics(Path directory, String project, OutputTopology.Sampled sampled)
            throws IOException, TraceFormatException {
        boolean processor = sampled.processor();
        String group = processor ? CPU_GROUP : COMPONENT_GROUP;
        List<ValueDescription> values = processor
                ? List.of(new ValueDescription("CPU_TOTAL", ValueType.FLOAT, "%", "CPU"))
                : List.of(
                        new ValueDescription("UTILISATION", ValueType.FLOAT, "%", "Component"),
                        new ValueDescription("QUEUE", ValueType.INT32, "#", "Component"),
                        new ValueDescription("BYTES", ValueType.INT64, "B", "Component"));
        Path file = directory.resolve(FileNames.statistics(project, sampled.path(), group));
        named(file, () -> writeStatistics(file, new StatisticsGroup(group, sampled.path(), values), sampled));
    }

    private void writeStatistics(Path file, StatisticsGroup group, OutputTopology.Sampled sampled) throws IOException {
        try (StatisticsWriter writer = StatisticsWriter.create(file, group)) {
            writer.begin(0);
            for (int i = 0; i < series.samples(); i++) {
                writer.setDouble(0, series.utilisation(i, sampled.source()));
                if (!sampled.processor()) {
                    writer.setLong(1, series.queue(i, sampled.source()));
                    writer.setLong(2, series.bytes(i, sampled.source()));
                }
                writer.endRecord(series.time(i));
            }
        }
    }
}
