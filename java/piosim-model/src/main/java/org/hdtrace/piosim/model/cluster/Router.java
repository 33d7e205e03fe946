// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.piosim.model.cluster;

import java.util.Objects;

/** Forwards I/O traffic between clients and servers, see {@link IoRedirection}. */
public record Router(Identity identity, NetworkInterface nic) implements HostedComponent {
    public Router {
        Objects.requireNonNull(identity, "identity");
        Objects.requireNonNull(nic, "nic");
    }

    @Override
    public Router withIdentity(Identity newIdentity) {
        return new Router(newIdentity, nic);
    }
}
