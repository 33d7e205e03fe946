// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.sunshot.app;

import java.util.ArrayList;
import java.util.List;
import org.hdtrace.analysis.path.CriticalPath;
import org.hdtrace.format.TraceFormatException;
import org.hdtrace.format.project.Project;
import org.hdtrace.sunshot.arrow.ArrowLoader;
import org.hdtrace.sunshot.arrow.ArrowTable;
import org.hdtrace.sunshot.model.Run;
import org.hdtrace.sunshot.model.RunShift;
import org.hdtrace.sunshot.paint.ArrowLayer;

/** Reads the arrows that somebody asked for. */
final class ArrowLayers {
    private ArrowLayers() {}

    /** The kinds of arrows of {@code --arrows}. */
    static List<ArrowLayer.Kind> kinds(List<String> words) {
        List<ArrowLayer.Kind> kinds = new ArrayList<>();
        for (String word : words) {
            kinds.add(
                    switch (word) {
                        case "messages" -> ArrowLayer.Kind.MESSAGES;
                        case "relations" -> ArrowLayer.Kind.RELATIONS;
                        default ->
                            throw new IllegalArgumentException("--arrows " + word + ": expected messages or relations");
                    });
        }
        return kinds;
    }

    /** Layers of all runs; kinds of which a run has none are left out. */
    static List<ArrowLayer> read(List<Run> runs, List<ArrowLayer.Kind> kinds) throws TraceFormatException {
        List<ArrowLayer> layers = new ArrayList<>();
        for (ArrowLayer.Kind kind : kinds) {
            for (int run = 0; run < runs.size(); run++) {
                if (runs.get(run).isDerived()) {
                    continue;
                }
                ArrowTable table = read(runs.get(run), kind).shifted(RunShift.byPath(runs.get(run)));
                if (table.arrowCount() > 0) {
                    layers.add(new ArrowLayer(run, kind, table));
                }
            }
        }
        return layers;
    }

    private static ArrowTable read(Run run, ArrowLayer.Kind kind) throws TraceFormatException {
        Project project = Project.open(run.file());
        if (kind == ArrowLayer.Kind.CRITICAL_PATH) {
            return ArrowLoader.path(
                    project, CriticalPath.of(project, path -> {}).segments());
        }
        return kind == ArrowLayer.Kind.MESSAGES
                ? ArrowLoader.messages(project, UserFolders.stores(), path -> {})
                : ArrowLoader.relations(project, path -> {});
    }
}
