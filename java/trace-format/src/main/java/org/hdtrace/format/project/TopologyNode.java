// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.format.project;

import java.util.List;
import java.util.Objects;
import java.util.function.Consumer;

/**
 * A node of the topology.
 *
 * @param name the component of file names
 * @param type type of its level unless it has its own; "" for the root
 * @param label what to show: the unmodified name
 * @param path names from the outermost node down to this one; empty for the root
 */
public record TopologyNode(String name, String type, String label, List<String> path, List<TopologyNode> children) {
    public TopologyNode {
        Objects.requireNonNull(name, "name");
        Objects.requireNonNull(type, "type");
        Objects.requireNonNull(label, "label");
        path = List.copyOf(path);
        children = List.copyOf(children);
    }

    /** The root of a topology: it stands for the project itself. */
    public static TopologyNode root(String name, List<TopologyNode> children) {
        return new TopologyNode(name, "", name, List.of(), children);
    }

    /** Visit this node and all below, parents first, in the order of the file. */
    public void forEach(Consumer<TopologyNode> action) {
        action.accept(this);
        children.forEach(child -> child.forEach(action));
    }

    public boolean isLeaf() {
        return children.isEmpty();
    }
}
