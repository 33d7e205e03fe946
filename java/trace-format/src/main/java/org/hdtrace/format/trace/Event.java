// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.format.trace;

import java.util.List;
import java.util.Objects;

/** A point in time. */
public record Event(String name, long timeNanos, Attributes attributes, List<DataElement> data) implements TraceEntry {
    public Event {
        Objects.requireNonNull(name, "name");
        Objects.requireNonNull(attributes, "attributes");
        data = List.copyOf(data);
    }

    @Override
    public long startNanos() {
        return timeNanos;
    }

    @Override
    public long endNanos() {
        return timeNanos;
    }

    @Override
    public List<TraceEntry> children() {
        return List.of();
    }
}
