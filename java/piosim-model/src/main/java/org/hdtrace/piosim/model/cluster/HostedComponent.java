// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.piosim.model.cluster;

/** A process that lives on a {@link Node}. */
public sealed interface HostedComponent extends Component permits ClientProcess, Server, Router {
    /** The network interface of this process, or null for a further thread of a rank, which uses that of thread 0. */
    NetworkInterface nic();

    @Override
    HostedComponent withIdentity(Identity identity);
}
