// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.piosim.model.cluster;

import java.util.Objects;

/**
 * Room for files on a server.
 *
 * @param bytes {@link Server#UNLIMITED} where it never ends, as in the original
 * @param place where a model file states it: for messages, and no part of equality; empty when nothing is known
 */
public record Capacity(long bytes, String place) {
    public Capacity {
        Checks.positive("Capacity", bytes);
        Objects.requireNonNull(place, "place");
    }

    /** One that doesn't come from a file. */
    public static Capacity of(long bytes) {
        return new Capacity(bytes, "");
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Capacity same && bytes == same.bytes;
    }

    @Override
    public int hashCode() {
        return Long.hashCode(bytes);
    }
}
