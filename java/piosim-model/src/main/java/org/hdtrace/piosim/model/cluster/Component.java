// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.piosim.model.cluster;

/**
 * Anything of a model that has an {@link Identity}.
 *
 * <p>Throughout the package bandwidths are bytes per second as a {@code double}, where positive infinity means that a
 * transfer takes no time; times are nanoseconds and sizes bytes, both as {@code long}.
 */
public sealed interface Component
        permits Node, HostedComponent, NetworkInterface, NetworkNodeModel, NetworkEdgeModel, IoSubsystem, CacheLayer {

    Identity identity();

    /** The same component under another identity; parts that it contains keep theirs. */
    Component withIdentity(Identity identity);

    default String name() {
        return identity().name();
    }

    default int id() {
        return identity().id();
    }
}
