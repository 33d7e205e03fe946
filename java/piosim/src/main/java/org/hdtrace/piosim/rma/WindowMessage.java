// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.piosim.rma;

import org.hdtrace.piosim.network.Message;

/** A message that no call receives: something happens when it has arrived. */
final class WindowMessage extends Message {
    private final Runnable sent;
    private final Runnable arrived;

    /**
     * A message that hasn't been sent yet.
     *
     * @param sent what happens when it has left the origin's memory
     * @param arrived what happens when all of it is there
     */
    WindowMessage(int source, int target, long bytes, Runnable sent, Runnable arrived) {
        super(source, target, bytes);
        this.sent = sent;
        this.arrived = arrived;
    }

    @Override
    protected void sent() {
        sent.run();
    }

    @Override
    protected boolean packetArrived(long payload) {
        if (isComplete()) {
            arrived.run();
        }
        return true;
    }
}
