// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.piosim.output;

import java.util.ArrayList;
import java.util.List;
import org.hdtrace.format.project.FileNames;
import org.hdtrace.format.project.ProjectDescription;
import org.hdtrace.format.project.TopologyNode;
import org.hdtrace.format.trace.Attributes;
import org.hdtrace.piosim.model.file.Distributions;
import org.hdtrace.piosim.model.program.Application;
import org.hdtrace.piosim.model.program.Communicator;

/** What the project file of a simulated application says: all that its own project says, on other hosts. */
final class ProjectText {
    private ProjectText() {}

    static ProjectDescription describe(
            Application program, ProjectDescription original, OutputTopology topology, String alias) {
        TopologyNode root = topology.root(FileNames.sanitise(program.name()), alias);
        List<String> groups = new ArrayList<>(List.of("Utilization"));
        if (topology.hasComponents()) {
            groups.add("Component");
        }
        if (original != null) {
            return new ProjectDescription(
                    original.name(),
                    ProjectOutput.mark(original.attributes()),
                    original.description(),
                    OutputTopology.LEVELS,
                    root,
                    original.files(),
                    original.communicators(),
                    original.datatypes(),
                    groups,
                    original.unparsed());
        }
        return new ProjectDescription(
                program.name(),
                ProjectOutput.mark(Attributes.none()),
                "",
                OutputTopology.LEVELS,
                root,
                program.files().stream().map(Distributions::describe).toList(),
                program.communicators().stream().map(Communicator::description).toList(),
                program.datatypes(),
                groups,
                List.of());
    }
}
