// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.piosim.cli;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.hdtrace.format.Finding;
import org.hdtrace.format.TraceFormatException;
import org.hdtrace.format.project.Project;
import org.hdtrace.piosim.Simulation;
import org.hdtrace.piosim.model.cluster.ApplicationReference;
import org.hdtrace.piosim.model.cluster.ClusterModel;
import org.hdtrace.piosim.model.cluster.CommandType;
import org.hdtrace.piosim.model.program.Application;
import org.hdtrace.piosim.sweep.Programs;
import org.hdtrace.piosim.sweep.SweepException;

/** Loads each set of programs once, however many points need it. For any number of threads. */
final class SweepPrograms implements Programs {
    /** What programs depend on: which are meant, and which of their calls can be simulated. */
    private record Key(List<ApplicationReference> references, Set<CommandType> executable) {}

    private final Path model;
    private final Options options;
    private final Map<Key, Applications> loaded = new HashMap<>();

    SweepPrograms(Path model, Options options) {
        this.model = model;
        this.options = options;
    }

    @Override
    public Map<String, Application> of(ClusterModel cluster) throws SweepException, TraceFormatException {
        Key key = new Key(cluster.applications(), Set.copyOf(Simulation.executable(cluster)));
        synchronized (loaded) {
            Applications applications = loaded.get(key);
            if (applications == null) {
                applications = load(cluster);
                loaded.put(key, applications);
            }
            return applications.programs();
        }
    }

    /** The projects loaded so far, with their aliases in front: {@code ALIAS CHECKSUM}, sorted. */
    Set<String> checksums() throws IOException {
        Set<String> lines = new TreeSet<>();
        synchronized (loaded) {
            for (Applications applications : loaded.values()) {
                for (String alias : applications.programs().keySet()) {
                    Project project = applications.project(alias);
                    lines.add(alias + " " + Checksum.of(project));
                }
            }
        }
        return lines;
    }

    /** One line for each damaged file of the projects loaded so far, of many the first. */
    Set<String> damage() {
        Set<String> lines = new LinkedHashSet<>();
        synchronized (loaded) {
            loaded.values().forEach(applications -> lines.addAll(applications.damage()));
        }
        return lines;
    }

    /** What was noticed about the files of the projects loaded so far, by alias, each once. */
    Map<String, Set<Finding>> findings() {
        Map<String, Set<Finding>> byAlias = new TreeMap<>();
        synchronized (loaded) {
            for (Applications applications : loaded.values()) {
                applications.findings().forEach((alias, found) -> byAlias.computeIfAbsent(
                                alias, key -> new TreeSet<>(Comparator.comparing(Finding::toString)))
                        .addAll(found));
            }
        }
        return byAlias;
    }

    private Applications load(ClusterModel cluster) throws SweepException, TraceFormatException {
        try {
            Applications applications = Applications.load(model, options, cluster);
            applications.requireExecutable(options.ignoreUnknown());
            return applications;
        } catch (UsageException e) {
            throw new SweepException(e.getMessage());
        }
    }
}
