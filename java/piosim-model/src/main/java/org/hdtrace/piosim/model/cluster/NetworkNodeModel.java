// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.piosim.model.cluster;

/** A switch, hub or bus between network edges. */
public sealed interface NetworkNodeModel extends Component
        permits StoreForwardNode, StoreForwardLocalNode, StoreForwardMemoryNode, CutThroughForwardNode {
    @Override
    NetworkNodeModel withIdentity(Identity identity);
}
