// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.format.trace;

import java.util.List;
import java.util.Objects;

/** An uninterpreted element below a state: {@code text} is all its character data, trimmed; "" for none. */
public record DataElement(String name, Attributes attributes, String text, List<DataElement> children) {
    public DataElement {
        Objects.requireNonNull(name, "name");
        Objects.requireNonNull(attributes, "attributes");
        Objects.requireNonNull(text, "text");
        children = List.copyOf(children);
    }

    public DataElement(String name, Attributes attributes) {
        this(name, attributes, "", List.of());
    }
}
