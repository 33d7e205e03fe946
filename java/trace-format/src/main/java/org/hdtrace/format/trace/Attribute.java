// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.format.trace;

import java.util.Objects;

/** Name and (unescaped) value. */
public record Attribute(String name, String value) {
    public Attribute {
        Objects.requireNonNull(name, "name");
        Objects.requireNonNull(value, "value");
    }
}
