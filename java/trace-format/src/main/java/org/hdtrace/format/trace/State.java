// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.format.trace;

import java.util.List;
import java.util.Objects;

/** Something that lasts, as an MPI call. */
public record State(
        String name,
        long startNanos,
        long endNanos,
        Attributes attributes,
        List<DataElement> data,
        List<TraceEntry> children)
        implements TraceEntry {
    public State {
        Objects.requireNonNull(name, "name");
        Objects.requireNonNull(attributes, "attributes");
        data = List.copyOf(data);
        children = List.copyOf(children);
    }

    public State(String name, long startNanos, long endNanos, Attributes attributes) {
        this(name, startNanos, endNanos, attributes, List.of(), List.of());
    }
}
