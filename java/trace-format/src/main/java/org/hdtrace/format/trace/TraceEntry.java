// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.format.trace;

import java.util.List;

/** A state or an event. Times are ns since the epoch; attributes leave out {@code time}, {@code end} and an event's {@code name}. */
public sealed interface TraceEntry permits State, Event {
    String name();

    /** For an event its time. */
    long startNanos();

    /** For an event its time. */
    long endNanos();

    Attributes attributes();

    List<DataElement> data();

    /** Nested states and events in file order; an event has none. */
    List<TraceEntry> children();
}
