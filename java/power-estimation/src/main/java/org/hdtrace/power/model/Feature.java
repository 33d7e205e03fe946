// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.power.model;

import java.util.List;
import java.util.Objects;

/**
 * Something that nodes do and that costs power, as a utilisation: 0 for nothing, 1 for {@link Source#full}.
 *
 * @param sources the first one whose statistics a node has is taken: measured runs and simulated ones name them in other ways
 */
public record Feature(String name, List<Source> sources) {
    public Feature {
        Objects.requireNonNull(name, "name");
        sources = List.copyOf(sources);
    }
}
