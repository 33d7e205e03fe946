// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.piosim.output;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.hdtrace.format.TraceFormatException;
import org.hdtrace.format.project.FileNames;
import org.hdtrace.format.project.ProjectDescription;
import org.hdtrace.format.project.ProjectWriter;
import org.hdtrace.format.trace.Attributes;
import org.hdtrace.piosim.RunObserver;
import org.hdtrace.piosim.Simulation;
import org.hdtrace.piosim.model.program.Command;
import org.hdtrace.piosim.model.program.Compute;
import org.hdtrace.piosim.network.Transport;
import org.hdtrace.piosim.process.Client;
import org.hdtrace.piosim.process.LoadedApplication;
import org.hdtrace.piosim.process.Processors;
import org.hdtrace.piosim.storage.StorageServer;

/**
 * Writes what a simulation does as projects, one for each application that has a folder, while it is done: memory is
 * bounded by the number of threads and components, and the number of open files is limited. The project files come last,
 * see {@link #finish}; a folder without one isn't complete. Virtual time 0 is the epoch. Source: MODEL A7.
 *
 * <p>What can't be written ends the simulation with an {@link UncheckedIOException} of a {@link FileSystemException} that
 * names the file. For the simulation's thread only.
 */
public final class ProjectOutput implements RunObserver, AutoCloseable {
    /** In place of an interval of statistics: what components do is written as exact step functions. */
    public static final long STEPS = 0;

    private static final String SIMULATOR_ATTRIBUTE = "simulator";
    static final String SIMULATOR = "PIOsimHD";

    private final TraceLevel level;
    private final long intervalNanos;
    private final Map<String, Path> folders;
    private final OutputThreads threads = new OutputThreads();
    /** Of clients that are written; null after the end. */
    private final Map<Client, ClientTrace> traces = new LinkedHashMap<>();

    private Simulation simulation;
    private OutputTopology topology;
    private int clientCount;
    private int[] hosts;
    private LoadSeries load;
    /** By alias. */
    private final Map<String, LoadFiles> loads = new HashMap<>();
    /** Null when no component is written. */
    private ComponentStatistics components;
    /** Null when no server is written. */
    private StorageOutput storage;

    /** By global rank. */
    private final Map<Integer, RelationFile> relations = new HashMap<>();

    /**
     * Output that begins with the simulation.
     *
     * @param folders by alias of the application; made when they don't exist
     * @param intervalNanos length of the intervals over which statistics of components are means, or {@link #STEPS}
     */
    public ProjectOutput(TraceLevel level, Map<String, Path> folders, long intervalNanos) {
        if (intervalNanos < 0) {
            throw new IllegalArgumentException("intervalNanos=" + intervalNanos);
        }
        this.level = level;
        this.intervalNanos = intervalNanos;
        this.folders = new TreeMap<>(folders);
    }

    /** As above, of a single application, with step functions. */
    public ProjectOutput(TraceLevel level, String alias, Path folder) {
        this(level, Map.of(alias, folder), STEPS);
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
        topology = new OutputTopology(simulation.model().nodes(), clients);
        hosts = topology.hostsWithClients();
        clientCount = clients.size();
        writing(() -> {
            for (Path folder : folders.values()) {
                Files.createDirectories(folder);
            }
            for (Client client : clients) {
                begin(client);
            }
            if (level.includes(TraceLevel.SERVERS) && !traces.isEmpty()) {
                beginComponents();
            }
        });
        Processors processors = simulation.processors();
        load = new LoadSeries(hosts.length, i -> (long) processors.busyNanos(hosts[i]), processors::activity);
        load.begin(simulation.kernel());
    }

    /** In the project of one application; the others get copies. */
    private void beginComponents() throws IOException {
        LoadedApplication application = traces.keySet().iterator().next().application();
        components = new ComponentStatistics(
                threads, folders.get(application.alias()), projectName(application), topology, intervalNanos);
        Transport network = simulation.network();
        boolean[] wanted = new boolean[network.plan().size()];
        Arrays.fill(wanted, level.includes(TraceLevel.ALL));
        for (StorageServer server : simulation.servers()) {
            wanted[server.networkInterface()] = true;
        }
        beginServers();
        components.addNetwork(network.plan(), wanted, new EdgeEnds(simulation.model()));
        network.observe(components);
    }

    private void beginServers() throws IOException {
        if (simulation.servers().isEmpty()) {
            return;
        }
        // Numbers of processes: ranks first.
        int process = clientCount;
        List<StorageOutput.ServerFiles> servers = new ArrayList<>();
        for (StorageServer server : simulation.servers()) {
            servers.add(components.add(server, hostId(server.node()), process++));
        }
        storage = new StorageOutput(simulation.kernel(), this::relations, servers);
        simulation.observe(storage);
    }

    /** Where the tokens of a rank go, made when it has one. */
    private RelationFile relations(Client client) throws IOException {
        Path folder = folders.get(client.application().alias());
        RelationFile file = relations.get(client.globalRank());
        if (folder != null && file == null) {
            List<String> rank = topology.path(client).subList(0, 2);
            Path path = folder.resolve(FileNames.relation(projectName(client.application()), rank));
            file = new RelationFile(
                    threads.poolOf(client.globalRank()), path, hostId(client.node()), client.globalRank(), 0);
            relations.put(client.globalRank(), file);
        }
        return file;
    }

    private String hostId(int node) {
        return simulation.model().nodes().get(node).name();
    }

    private void begin(Client client) throws IOException {
        String alias = client.application().alias();
        Path folder = folders.get(alias);
        if (folder != null) {
            if (!loads.containsKey(alias)) {
                loads.put(alias, new LoadFiles(threads, folder, projectName(client.application()), topology, hosts));
            }
            Path file = folder.resolve(FileNames.trace(projectName(client.application()), topology.path(client)));
            traces.put(
                    client,
                    new ClientTrace(
                            threads.poolOf(client.globalRank()),
                            file,
                            client,
                            simulation.model().nodes().get(client.node())));
        }
    }

    @Override
    public void commandEnded(Client client, Command command, long start, long end, long bytes) {
        ClientTrace trace = traces.get(client);
        if (trace != null) {
            try {
                if (command instanceof Compute compute) {
                    boolean delayed = simulation.processors().isDelayed(client.node(), compute, start);
                    trace.computed(compute, start, end, delayed);
                } else {
                    trace.commandEnded(command, start, end, bytes);
                }
                if (storage != null) {
                    storage.commandEnded(client, command, start, end);
                }
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
        load.end(now);
        writing(() -> {
            for (Map.Entry<Client, ClientTrace> trace : traces.entrySet()) {
                trace.getValue().close();
                // Of many ranks the text of the project needs that memory.
                trace.setValue(null);
            }
            if (components != null) {
                components.close(now);
            }
            if (storage != null) {
                storage.close(now);
            }
            for (RelationFile file : relations.values()) {
                file.close(now);
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
        loads.get(alias).write(load);
        threads.await();
        if (components != null) {
            components.copyTo(folder, name);
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
        threads.close();
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
}
