// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.piosim.output;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.hdtrace.format.TraceFormatException;
import org.hdtrace.format.output.WriterPool;
import org.hdtrace.format.project.FileNames;
import org.hdtrace.format.project.ProjectDescription;
import org.hdtrace.format.project.ProjectWriter;
import org.hdtrace.format.statistics.StatisticsGroup;
import org.hdtrace.format.statistics.StatisticsWriter;
import org.hdtrace.format.statistics.ValueDescription;
import org.hdtrace.format.statistics.ValueType;
import org.hdtrace.format.trace.Attributes;
import org.hdtrace.piosim.RunObserver;
import org.hdtrace.piosim.Simulation;
import org.hdtrace.piosim.model.program.Command;
import org.hdtrace.piosim.process.Client;
import org.hdtrace.piosim.process.LoadedApplication;

/**
 * Writes what a simulation does as projects, one for each application that has a folder, while it is done: memory is
 * bounded by the number of threads and components, and the number of open files is limited. The project files come last,
 * see {@link #finish}; a folder without one isn't complete. Virtual time 0 is the epoch. Source: MODEL A7.
 *
 * <p>What can't be written ends the simulation with an {@link UncheckedIOException} of a {@link FileSystemException} that
 * names the file. For the simulation's thread only.
 */
public final class ProjectOutput implements RunObserver, AutoCloseable {
    private static final String CPU_GROUP = "Utilization";
    private static final String COMPONENT_GROUP = "Component";

    private static final String SIMULATOR_ATTRIBUTE = "simulator";
    static final String SIMULATOR = "PIOsimHD";

    private static final int OPEN_FILES = 256;
    private static final long MOST_BUFFERED = 64L << 20;
    private static final long LEAST_BUFFERED = 1L << 20;
    private static final int BUFFERED_SHARE = 16;

    private final TraceLevel level;
    private final Map<String, Path> folders;
    private final WriterPool pool;
    private final Map<Client, ClientTrace> traces = new LinkedHashMap<>();
    private Simulation simulation;
    private OutputTopology topology;
    private ComponentSeries series;

    /**
     * Output that begins with the simulation.
     *
     * @param folders by alias of the application; made when they don't exist
     */
    public ProjectOutput(TraceLevel level, Map<String, Path> folders) {
        this.level = level;
        this.folders = new TreeMap<>(folders);
        long share = Runtime.getRuntime().maxMemory() / BUFFERED_SHARE;
        this.pool = new WriterPool(OPEN_FILES, Math.max(LEAST_BUFFERED, Math.min(MOST_BUFFERED, share)));
    }

    /** As above, of a single application. */
    public ProjectOutput(TraceLevel level, String alias, Path folder) {
        this(level, Map.of(alias, folder));
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
        writing(() -> {
            for (Path folder : folders.values()) {
                Files.createDirectories(folder);
            }
            for (Client client : clients) {
                begin(client);
            }
        });
        series = new ComponentSeries(topology.sources());
        series.begin(simulation.kernel());
    }

    private void begin(Client client) throws IOException {
        Path folder = folders.get(client.application().alias());
        if (folder != null) {
            Path file = folder.resolve(FileNames.trace(projectName(client.application()), topology.path(client)));
            traces.put(
                    client,
                    new ClientTrace(
                            pool, file, client, simulation.model().nodes().get(client.node())));
        }
    }

    @Override
    public void commandEnded(Client client, Command command, long start, long end, long bytes) {
        ClientTrace trace = traces.get(client);
        if (trace != null) {
            try {
                trace.commandEnded(command, start, end);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }

    @Override
    public void stepEnded(Client client, int step, long start, long end) {
        if (level.includes(TraceLevel.STEPS)) {
            ClientTrace trace = traces.get(client);
            if (trace != null) {
                trace.stepEnded(start, end);
            }
        }
    }

    @Override
    public void completed(Client client, long request, int source, int tag, long bytes) {
        ClientTrace trace = traces.get(client);
        if (trace != null) {
            trace.completed(new ReceivedMessage(request, source, tag, bytes));
        }
    }

    @Override
    public void end(long now) {
        series.end(now);
        writing(() -> {
            for (ClientTrace trace : traces.values()) {
                trace.close();
            }
        });
    }

    /**
     * Complete the project of an application after the simulation.
     *
     * @param original what the project says whose traces were simulated, or null
     * @return the project file
     * @throws FileSystemException naming the file that can't be written
     */
    public Path finish(String alias, ProjectDescription original) throws IOException, TraceFormatException {
        Client first = traces.keySet().stream()
                .filter(client -> client.application().alias().equals(alias))
                .findAny()
                .orElseThrow(() -> new IllegalArgumentException("no client of application " + alias));
        LoadedApplication application = first.application();
        String name = projectName(application);
        Path folder = folders.get(alias);
        for (OutputTopology.Sampled sampled : topology.sampled()) {
            writeStatistics(folder, name, sampled);
        }
        Path file = folder.resolve(name + ".proj");
        ProjectDescription text = ProjectText.describe(application.program(), original, topology, alias);
        try {
            ProjectWriter.write(text, file);
        } catch (FileSystemException e) {
            throw e;
        } catch (IOException e) {
            FileSystemException named = new FileSystemException(file.toString(), null, e.getMessage());
            named.initCause(e);
            throw named;
        }
        return file;
    }

    /** Close the files, of a simulation that was not finished, too. */
    @Override
    public void close() throws IOException {
        pool.close();
    }

    private static String projectName(LoadedApplication application) {
        return FileNames.sanitise(application.program().name());
    }

    /** What writes files. */
    @FunctionalInterface
    private interface Writing {
        void run() throws IOException;
    }

    private static void writing(Writing writing) {
        try {
            writing.run();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void writeStatistics(Path directory, String project, OutputTopology.Sampled sampled) throws IOException {
        boolean processor = sampled.processor();
        String group = processor ? CPU_GROUP : COMPONENT_GROUP;
        List<ValueDescription> values = processor
                ? List.of(new ValueDescription("CPU_TOTAL", ValueType.FLOAT, "%", "CPU"))
                : List.of(
                        new ValueDescription("UTILISATION", ValueType.FLOAT, "%", "Component"),
                        new ValueDescription("QUEUE", ValueType.INT32, "#", "Component"),
                        new ValueDescription("BYTES", ValueType.INT64, "B", "Component"));
        Path file = directory.resolve(FileNames.statistics(project, sampled.path(), group));
        writeStatistics(file, new StatisticsGroup(group, sampled.path(), values), sampled);
    }

    private void writeStatistics(Path file, StatisticsGroup group, OutputTopology.Sampled sampled) throws IOException {
        try (StatisticsWriter writer = StatisticsWriter.create(pool, file, group)) {
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
