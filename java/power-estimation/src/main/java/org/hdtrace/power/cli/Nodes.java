// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.power.cli;

import java.util.List;
import org.hdtrace.format.TraceFormatException;
import org.hdtrace.format.project.Project;
import org.hdtrace.power.input.ActivityReader;
import org.hdtrace.power.input.NodeReading;
import org.hdtrace.power.model.Component;
import org.hdtrace.power.model.Feature;
import org.hdtrace.power.model.PowerModel;
import org.hdtrace.power.model.Source;

/** The nodes of a project that a model can speak of. */
final class Nodes {
    private Nodes() {}

    /**
     * Those that have statistics of one of the model's features.
     *
     * @throws TraceFormatException when no node at all has those of a feature that a component needs
     */
    static List<NodeReading> active(Project project, PowerModel model) throws TraceFormatException {
        List<NodeReading> nodes = ActivityReader.read(project, model.features(), file -> {}).stream()
                .filter(node -> !node.activity().isEmpty())
                .toList();
        for (Component component : model.components()) {
            String name = component.feature();
            boolean known = nodes.stream().anyMatch(node -> !node.activity(name).isEmpty());
            if (!name.isEmpty() && !known) {
                throw new TraceFormatException(
                        project.file(),
                        "line 1",
                        "no node has the statistics of '" + name + "', as " + statistics(model, name));
            }
        }
        return nodes;
    }

    private static String statistics(PowerModel model, String feature) {
        return model.feature(feature)
                .map(Feature::sources)
                .map(sources -> sources.get(0))
                .map(Source::statistics)
                .map(names -> String.join(" and ", names))
                .orElse("");
    }
}
