// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.piosim.cli;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.hdtrace.format.Finding;
import org.hdtrace.format.TraceFormatException;
import org.hdtrace.format.project.Project;
import org.hdtrace.piosim.Simulation;
import org.hdtrace.piosim.model.cluster.ApplicationReference;
import org.hdtrace.piosim.model.cluster.ClusterModel;
import org.hdtrace.piosim.model.program.Application;
import org.hdtrace.piosim.model.program.TraceApplication;

/** The projects that a command line and a model name, loaded. */
final class Applications {
    private static final int MOST_LINES = 64;

    private final Map<String, Project> projects = new LinkedHashMap<>();
    private final Map<String, Application> programs = new LinkedHashMap<>();

    private Applications() {}

    /** From {@code ALIAS=PROJECT} texts. */
    static Map<String, Path> assignments(List<String> texts) throws UsageException {
        Map<String, Path> byAlias = new LinkedHashMap<>();
        for (String text : texts) {
            int sign = text.indexOf('=');
            if (sign <= 0 || sign == text.length() - 1) {
                throw new UsageException("--app " + text + ": must be ALIAS=PROJECT");
            }
            if (byAlias.put(text.substring(0, sign), Path.of(text.substring(sign + 1))) != null) {
                throw new UsageException("--app " + text + ": '" + text.substring(0, sign) + "' is given twice");
            }
        }
        return byAlias;
    }

    /**
     * Load what the command line gives, and of the rest what the model gives.
     *
     * @throws UsageException when an application has no project
     */
    static Applications load(Path modelFile, Options options, ClusterModel model)
            throws UsageException, TraceFormatException {
        return load(modelFile, options, model, true);
    }

    /** Load the same, but leave out applications that have no project. */
    static Applications loadGiven(Path modelFile, Options options, ClusterModel model)
            throws UsageException, TraceFormatException {
        return load(modelFile, options, model, false);
    }

    private static Applications load(Path modelFile, Options options, ClusterModel model, boolean all)
            throws UsageException, TraceFormatException {
        List<String> known =
                model.applications().stream().map(ApplicationReference::alias).toList();
        for (String alias : options.applications().keySet()) {
            if (!known.contains(alias)) {
                throw new UsageException("--app " + alias + ": the model has no such application, only "
                        + (known.isEmpty() ? "none" : String.join(", ", known)));
            }
        }
        Applications loaded = new Applications();
        TraceApplication.Options loading = new TraceApplication.Options(
                options.computeScale(), false, Simulation.executable(model), options.recordedCollectives());
        for (ApplicationReference reference : model.applications()) {
            Path file = options.applications().get(reference.alias());
            if (file == null && !reference.file().isEmpty()) {
                file = modelFile.resolveSibling(reference.file());
                if (!Files.exists(file)) {
                    throw new UsageException(placeOf(modelFile, reference) + "no such file '" + file + "', give --app "
                            + reference.alias() + "=PROJECT");
                }
            }
            if (file == null && all) {
                throw new UsageException(
                        placeOf(modelFile, reference) + "has no project, give --app " + reference.alias() + "=PROJECT");
            }
            if (file == null) {
                continue;
            }
            Project project = Project.open(file);
            loaded.projects.put(reference.alias(), project);
            loaded.programs.put(reference.alias(), TraceApplication.load(project, loading));
        }
        return loaded;
    }

    /** What a message about an application of the model begins with. */
    private static String placeOf(Path modelFile, ApplicationReference reference) {
        return modelFile + ": " + (reference.place().isEmpty() ? "" : reference.place() + ": ")
                + "<Application>: alias='" + reference.alias() + "': ";
    }

    Map<String, Application> programs() {
        return programs;
    }

    Project project(String alias) {
        return projects.get(alias);
    }

    /** What can't be simulated, one line for each function of each application. */
    List<String> unsupported() {
        List<String> lines = new ArrayList<>();
        programs.forEach((alias, program) -> program.unsupported()
                .forEach(call -> lines.add(projects.get(alias).file() + ": " + call.name() + ": called " + call.count()
                        + (call.count() == 1 ? " time" : " times") + ", can't be simulated")));
        return lines;
    }

    /** What was noticed about the files of each application. */
    Map<String, List<Finding>> findings() {
        Map<String, List<Finding>> byAlias = new LinkedHashMap<>();
        programs.forEach((alias, program) -> {
            List<Finding> all = new ArrayList<>(projects.get(alias).findings());
            all.addAll(program.findings());
            byAlias.put(alias, all);
        });
        return byAlias;
    }

    /** One line for each damaged file, of many the first. */
    List<String> damage() {
        List<String> lines = new ArrayList<>();
        programs.values().forEach(program -> program.damage().forEach(finding -> lines.add(finding.toString())));
        if (lines.size() <= MOST_LINES) {
            return lines;
        }
        int more = lines.size() - MOST_LINES;
        List<String> shown = new ArrayList<>(lines.subList(0, MOST_LINES));
        shown.add("... and " + more + " more damaged files");
        return shown;
    }

    /**
     * Refuse what can't be simulated.
     *
     * @param charged whether it is to be charged as computation instead
     */
    void requireExecutable(boolean charged) throws UsageException {
        List<String> lines = unsupported();
        if (!lines.isEmpty() && !charged) {
            throw new UsageException(
                    String.join("\n", lines) + "\n--ignore-unknown charges what can't be simulated as computation");
        }
    }

    /** Number of commands of all programs. */
    long commandCount() throws TraceFormatException {
        long count = 0;
        for (Application program : programs.values()) {
            for (int rank = 0; rank < program.rankCount(); rank++) {
                for (int thread = 0; thread < program.threadCount(rank); thread++) {
                    try (var commands = program.open(rank, thread)) {
                        while (commands.next() != null) {
                            count++;
                        }
                    }
                }
            }
        }
        return count;
    }
}
