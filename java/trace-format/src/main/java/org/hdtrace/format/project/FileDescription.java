// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.format.project;

import java.util.List;
import java.util.Objects;
import org.hdtrace.format.trace.DataElement;

/**
 * A file that the program used.
 *
 * @param initialSize bytes when the first process opened it
 * @param distribution class name of the striping as written
 * @param chunkSize bytes of one stripe
 * @param details elements of the distribution other than {@code ChunkSize}
 */
public record FileDescription(
        String name, long initialSize, String distribution, long chunkSize, List<DataElement> details) {
    public static final String SIMPLE_STRIPE = "de.hd.pvs.piosim.model.inputOutput.distribution.SimpleStripe";
    public static final long DEFAULT_CHUNK_SIZE = 64 * 1024;

    public FileDescription {
        Objects.requireNonNull(name, "name");
        Objects.requireNonNull(distribution, "distribution");
        details = List.copyOf(details);
    }

    public FileDescription(String name, long initialSize, String distribution, long chunkSize) {
        this(name, initialSize, distribution, chunkSize, List.of());
    }

    public FileDescription(String name, long initialSize) {
        this(name, initialSize, SIMPLE_STRIPE, DEFAULT_CHUNK_SIZE);
    }
}
