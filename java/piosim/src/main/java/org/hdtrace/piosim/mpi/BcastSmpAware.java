// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.piosim.mpi;

import org.hdtrace.piosim.process.Algorithm;
import org.hdtrace.piosim.process.Call;
import org.hdtrace.piosim.process.NodeOrder;
import org.hdtrace.piosim.process.NodeOrder.Group;

/**
 * Down a binomial tree of one rank per node, then down one within each node. Source: MPICH 4.0, {@code
 * src/mpi/coll/bcast/bcast_intra_smp.c}. Deviation: the root itself speaks for its node, whatever its rank, so the data
 * need not first get to the lowest one there; for other nodes it is the rank next after the root.
 */
final class BcastSmpAware implements Algorithm {
    private static final int BETWEEN_NODES = 1;
    private static final int WITHIN_NODE = 2;

    @Override
    public void step(Call call, int step) {
        NodeOrder order = call.nodeOrder();
        Group node = order.sameNode(call.relative());
        boolean speaks = node.get(0) == call.relative();
        if (step == START && call.relative() != 0) {
            Group group = speaks ? order.speakers() : node;
            call.receive(call.atDistance(group.get(BinomialTree.parent(group.place(call.relative())))));
            call.next(speaks ? BETWEEN_NODES : WITHIN_NODE);
        } else if (step != WITHIN_NODE) {
            sendToChildren(call, order.speakers());
            call.next(WITHIN_NODE);
        } else {
            sendToChildren(call, node);
        }
    }

    private static void sendToChildren(Call call, Group group) {
        int place = group.place(call.relative());
        for (int bit = BinomialTree.childBits(place, group.size()) - 1; bit >= 0; bit--) {
            if (BinomialTree.hasChild(place, bit, group.size())) {
                call.sendData(call.atDistance(group.get(place + (1 << bit))), call.bytes());
            }
        }
    }
}
