// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.format.project;

import java.util.Objects;

/**
 * A file that the program used.
 *
 * @param initialSize bytes when the first process opened it
 * @param distribution class name of the striping as written
 * @param chunkSize bytes of one stripe
 */
public record FileDescription(String name, long initialSize, String distribution, long chunkSize) {
    public static final String SIMPLE_STRIPE = "de.hd.pvs.piosim.model.inputOutput.distribution.SimpleStripe";
    public static final long DEFAULT_CHUNK_SIZE = 64 * 1024;

    public FileDescription {
        Objects.requireNonNull(name, "name");
        Objects.requireNonNull(distribution, "distribution");
    }

    public FileDescription(String name, long initialSize) {
        this(name, initialSize, SIMPLE_STRIPE, DEFAULT_CHUNK_SIZE);
    }
}
