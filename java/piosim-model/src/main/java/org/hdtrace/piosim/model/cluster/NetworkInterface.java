// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.piosim.model.cluster;

/** The way of one process into the network. It belongs to the process, not to its node. */
public sealed interface NetworkInterface extends Component permits Nic, NicAnalytical {
    /** Bytes per second, positive infinity for no transfer time. */
    double totalBandwidth();

    @Override
    NetworkInterface withIdentity(Identity identity);
}
