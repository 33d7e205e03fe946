// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.piosim.model.cluster;

import java.util.Objects;

/**
 * A server of the parallel file system. Servers are numbered in the order in which the model lists them, and every
 * file is striped over them in that order.
 */
public record Server(Identity identity, NetworkInterface nic, IoSubsystem ioSubsystem, CacheLayer cache)
        implements HostedComponent {
    public Server {
        Objects.requireNonNull(identity, "identity");
        Objects.requireNonNull(nic, "nic");
        Objects.requireNonNull(ioSubsystem, "ioSubsystem");
        Objects.requireNonNull(cache, "cache");
    }

    @Override
    public Server withIdentity(Identity newIdentity) {
        return new Server(newIdentity, nic, ioSubsystem, cache);
    }
}
