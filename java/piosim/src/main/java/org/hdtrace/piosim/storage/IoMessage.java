// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.piosim.storage;

import org.hdtrace.piosim.network.Message;

/** A message between a client and a server; what happens to it is up to small subclasses. */
abstract class IoMessage extends Message {
    /** Size of the part of a request that is always there. */
    static final int REQUEST_BYTES = 20;

    /** Size of a request's description of one contiguous piece. */
    static final int PIECE_BYTES = 8;

    /** Size of an acknowledgement. */
    static final int ACKNOWLEDGE_BYTES = 15;

    IoMessage(int source, int target, long bytes) {
        super(source, target, bytes);
    }

    @Override
    protected void sent() {}

    /** All of it has arrived; called for messages that don't look at single packets. */
    void completed() {}

    @Override
    protected boolean packetArrived(long payload) {
        if (isComplete()) {
            completed();
        }
        return true;
    }
}
