// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.piosim.model.cluster;

import java.util.Objects;

/**
 * Passes a packet on as soon as its header has arrived.
 */
public record CutThroughForwardNode(Identity identity) implements NetworkNodeModel {
    public CutThroughForwardNode {
        Objects.requireNonNull(identity, "identity");
    }

    /** A prototype without identity. */
    public static CutThroughForwardNode of() {
        return new CutThroughForwardNode(Identity.NONE);
    }

    @Override
    public CutThroughForwardNode withIdentity(Identity newIdentity) {
        return new CutThroughForwardNode(newIdentity);
    }
}
