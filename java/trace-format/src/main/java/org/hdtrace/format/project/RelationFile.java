// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.format.project;

import java.nio.file.Path;
import java.util.Objects;

/** A relation file of a project. */
public record RelationFile(Path path, TopologyNode node) {
    public RelationFile {
        Objects.requireNonNull(path, "path");
        Objects.requireNonNull(node, "node");
    }
}
