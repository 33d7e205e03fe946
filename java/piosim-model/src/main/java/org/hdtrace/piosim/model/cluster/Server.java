// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.piosim.model.cluster;

import java.util.Objects;

/**
 * A server of the parallel file system. Servers are numbered in the order in which the model lists them, and every
 * file is striped over them in that order.
 *
 * @param metadataNanos nanoseconds that it takes for each request that moves no data (open, close, delete, resize, size of a
 *     file), one after the other; 0 in the original
 * @param capacity room for files
 */
public record Server(
        Identity identity,
        NetworkInterface nic,
        IoSubsystem ioSubsystem,
        CacheLayer cache,
        long metadataNanos,
        Capacity capacity)
        implements HostedComponent {
    /** Room for any files. */
    public static final long UNLIMITED = Long.MAX_VALUE;

    public Server {
        Objects.requireNonNull(identity, "identity");
        Objects.requireNonNull(nic, "nic");
        Objects.requireNonNull(ioSubsystem, "ioSubsystem");
        Objects.requireNonNull(cache, "cache");
        Checks.notNegative("MetadataTime", metadataNanos);
        Objects.requireNonNull(capacity, "capacity");
    }

    /** A server with room for any files. */
    public Server(
            Identity identity, NetworkInterface nic, IoSubsystem ioSubsystem, CacheLayer cache, long metadataNanos) {
        this(identity, nic, ioSubsystem, cache, metadataNanos, Capacity.of(UNLIMITED));
    }

    /** A server that answers requests without data at once. */
    public Server(Identity identity, NetworkInterface nic, IoSubsystem ioSubsystem, CacheLayer cache) {
        this(identity, nic, ioSubsystem, cache, 0);
    }

    /** Bytes of files that there is room for. */
    public long capacityBytes() {
        return capacity.bytes();
    }

    @Override
    public Server withIdentity(Identity newIdentity) {
        return new Server(newIdentity, nic, ioSubsystem, cache, metadataNanos, capacity);
    }
}
