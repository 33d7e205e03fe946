// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.format.project;

import java.util.List;
import java.util.Objects;
import org.hdtrace.format.trace.Attributes;

/**
 * What a project file says.
 *
 * @param name label of the application
 * @param attributes further attributes of {@code Application} as written
 * @param description text, trimmed; "" for none
 * @param levels types of the levels, outermost first
 * @param root its children are the outermost nodes
 * @param statisticsGroups names of the declared groups
 * @param unparsed elements this library doesn't know, verbatim
 */
public record ProjectDescription(
        String name,
        Attributes attributes,
        String description,
        List<String> levels,
        TopologyNode root,
        List<FileDescription> files,
        List<Communicator> communicators,
        List<RankDatatypes> datatypes,
        List<String> statisticsGroups,
        List<String> unparsed) {
    public ProjectDescription {
        Objects.requireNonNull(name, "name");
        Objects.requireNonNull(attributes, "attributes");
        Objects.requireNonNull(description, "description");
        Objects.requireNonNull(root, "root");
        levels = List.copyOf(levels);
        files = List.copyOf(files);
        communicators = List.copyOf(communicators);
        datatypes = List.copyOf(datatypes);
        statisticsGroups = List.copyOf(statisticsGroups);
        unparsed = List.copyOf(unparsed);
    }

    /** Without description, further attributes and unknown elements. */
    public ProjectDescription(
            String name,
            List<String> levels,
            TopologyNode root,
            List<FileDescription> files,
            List<Communicator> communicators,
            List<RankDatatypes> datatypes,
            List<String> statisticsGroups) {
        this(name, Attributes.none(), "", levels, root, files, communicators, datatypes, statisticsGroups, List.of());
    }
}
