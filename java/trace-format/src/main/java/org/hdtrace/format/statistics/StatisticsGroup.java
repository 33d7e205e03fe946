// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.format.statistics;

import java.util.List;
import java.util.Objects;
import org.hdtrace.format.trace.Attributes;

/**
 * The header of a statistics file.
 *
 * @param topology labels from the outermost node down; empty when the file gives none
 * @param attributes further attributes of {@code Group} as written (without name, timestampDatatype, timeAdjustment and
 *     timeResulution)
 */
public record StatisticsGroup(
        String name, List<String> topology, List<ValueDescription> values, Attributes attributes) {
    public StatisticsGroup {
        Objects.requireNonNull(name, "name");
        topology = List.copyOf(topology);
        values = List.copyOf(values);
        Objects.requireNonNull(attributes, "attributes");
    }

    public StatisticsGroup(String name, List<String> topology, List<ValueDescription> values) {
        this(name, topology, values, Attributes.none());
    }

    /** Index of the value with that name, or -1. */
    public int indexOf(String valueName) {
        for (int i = 0; i < values.size(); i++) {
            if (values.get(i).name().equals(valueName)) {
                return i;
            }
        }
        return -1;
    }
}
