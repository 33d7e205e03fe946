// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.piosim.model.cluster;

import java.util.Objects;

/**
 * Name and number of a component. Both are unique within one model, over components of all kinds.
 *
 * @param name shown to people and used as the label of the component in the output project
 * @param id referred to by topologies and redirections; -1 for a component that isn't part of a model yet
 */
public record Identity(String name, int id) {
    /** The identity of a prototype, which {@link ModelBuilder} replaces by a real one. */
    public static final Identity NONE = new Identity("", -1);

    public Identity {
        Objects.requireNonNull(name, "name");
        if (id < -1) {
            throw new IllegalArgumentException("id=" + id + ": must be >= 0");
        }
    }
}
