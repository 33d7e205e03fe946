// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.piosim.output;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.function.UnaryOperator;
import org.hdtrace.format.project.FileNames;
import org.hdtrace.piosim.network.NetworkPlan;
import org.hdtrace.piosim.network.ServiceObserver;
import org.hdtrace.piosim.storage.StorageServer;

/** Writes what components do while they do it, to one project; further projects get copies at the end. */
final class ComponentStatistics implements ServiceObserver {
    private final OutputThreads threads;
    private final Path folder;
    private final String project;
    private final OutputTopology topology;
    private final long intervalNanos;
    /** Files by what comes behind the name of the project. */
    private final List<UnaryOperator<String>> files = new ArrayList<>();

    /** By pool. */
    private final List<ComponentLog> logs = new ArrayList<>();

    private int components;
    /** By number in the plan of the network; null for a component that isn't written. */
    private ComponentLog.Component[] ofNetwork = {};

    /** @param intervalNanos of the statistics, or {@link ProjectOutput#STEPS} */
    ComponentStatistics(
            OutputThreads threads, Path folder, String project, OutputTopology topology, long intervalNanos) {
        this.threads = threads;
        this.folder = folder;
        this.project = project;
        this.topology = topology;
        this.intervalNanos = intervalNanos;
        for (int i = 0; i < threads.count(); i++) {
            logs.add(new ComponentLog(threads.pool(i)));
        }
    }

    /** Statistics of a further component, by its path. */
    private ComponentLog.Component add(List<String> node) throws IOException {
        files.add(name -> FileNames.statistics(name, node, StatisticsFiles.COMPONENT));
        ComponentLog log = logs.get(threads.poolNumber(components++));
        return log.add(ofThread -> StatisticsFiles.component(ofThread, folder, project, node, intervalNanos));
    }

    /** Relations of a server. */
    StorageOutput.ServerFiles add(StorageServer server, String hostId, int process) throws IOException {
        List<String> node = topology.add(server.node(), server.name());
        List<String> disk = topology.add(server.node(), server.diskName());
        return new StorageOutput.ServerFiles(
                add(node),
                add(disk),
                relations(node, hostId, process, 0),
                relations(disk, hostId, process, 1),
                new HashSet<>());
    }

    private RelationFile relations(List<String> node, String hostId, int process, int part) throws IOException {
        files.add(name -> FileNames.relation(name, node));
        return new RelationFile(
                threads.poolOf(process), folder.resolve(FileNames.relation(project, node)), hostId, process, part);
    }

    /** Some components of the network. */
    void addNetwork(NetworkPlan plan, boolean[] wanted, EdgeEnds ends) throws IOException {
        ofNetwork = new ComponentLog.Component[plan.size()];
        for (int component = 0; component < ofNetwork.length; component++) {
            if (wanted[component]) {
                int host = plan.host(component);
                String name = plan.name(component);
                ofNetwork[component] =
                        add(topology.add(host < 0 ? OutputTopology.NO_HOST : host, name, ends.label(name)));
            }
        }
    }

    @Override
    public void queued(int component, long time) {
        ComponentLog.Component written = ofNetwork[component];
        if (written != null) {
            try {
                written.queued(time);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }

    @Override
    public void served(int component, long start, long end, long bytes) {
        ComponentLog.Component written = ofNetwork[component];
        if (written != null) {
            try {
                written.served(start, end, bytes);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }

    void close(long now) throws IOException {
        for (ComponentLog log : logs) {
            log.close(now);
        }
    }

    /** Put the same files into another project; nothing when it is this one. */
    void copyTo(Path otherFolder, String otherProject) throws IOException {
        if (otherFolder.equals(folder)) {
            return;
        }
        for (UnaryOperator<String> file : files) {
            Path written = folder.resolve(file.apply(project));
            // Relations without a token have no file.
            if (Files.exists(written)) {
                Files.copy(written, otherFolder.resolve(file.apply(otherProject)));
            }
        }
    }
}
