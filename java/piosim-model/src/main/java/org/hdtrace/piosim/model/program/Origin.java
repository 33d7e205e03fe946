// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.piosim.model.program;

import java.util.List;
import java.util.Objects;
import org.hdtrace.format.trace.Attributes;
import org.hdtrace.format.trace.DataElement;

/**
 * The state under which a command appears in a trace: a simulated run writes it again with new times, so that its
 * trace looks like an observed one.
 *
 * @param name element name; empty for a command that writes no state, as the computation between two calls
 * @param attributes all but {@code time} and {@code end}
 * @param data elements below the state
 */
public record Origin(String name, Attributes attributes, List<DataElement> data) {
    /** Writes nothing. */
    public static final Origin NONE = new Origin("", Attributes.none(), List.of());

    public Origin {
        Objects.requireNonNull(name, "name");
        Objects.requireNonNull(attributes, "attributes");
        data = data instanceof BlockElements ? data : List.copyOf(data);
    }

    public Origin(String name, Attributes attributes) {
        this(name, attributes, List.of());
    }

    /** Whether a simulated run writes a state for the command. */
    public boolean isWritten() {
        return !name.isEmpty();
    }
}
