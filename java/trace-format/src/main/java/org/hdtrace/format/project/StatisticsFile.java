// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.format.project;

import java.nio.file.Path;
import java.util.Objects;

/**
 * A statistics file of a project.
 *
 * @param declared whether the project file lists the group
 */
public record StatisticsFile(Path path, TopologyNode node, String group, boolean declared) {
    public StatisticsFile {
        Objects.requireNonNull(path, "path");
        Objects.requireNonNull(node, "node");
        Objects.requireNonNull(group, "group");
    }
}
