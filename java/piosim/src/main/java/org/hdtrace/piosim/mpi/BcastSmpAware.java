// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.piosim.mpi;

import java.util.Arrays;
import org.hdtrace.piosim.process.Algorithm;
import org.hdtrace.piosim.process.Call;

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
        int[] node = NodeGroups.sameNode(call);
        boolean speaks = node[0] == call.relative();
        if (step == START && call.relative() != 0) {
            int[] group = speaks ? NodeGroups.speakers(call) : node;
            call.receive(call.atDistance(group[BinomialTree.parent(place(call, group))]));
            call.next(speaks ? BETWEEN_NODES : WITHIN_NODE);
        } else if (step != WITHIN_NODE) {
            sendToChildren(call, NodeGroups.speakers(call));
            call.next(WITHIN_NODE);
        } else {
            sendToChildren(call, node);
        }
    }

    private static void sendToChildren(Call call, int[] group) {
        int place = place(call, group);
        for (int bit = BinomialTree.childBits(place, group.length) - 1; bit >= 0; bit--) {
            if (BinomialTree.hasChild(place, bit, group.length)) {
                call.sendData(call.atDistance(group[place + (1 << bit)]), call.bytes());
            }
        }
    }

    private static int place(Call call, int[] group) {
        return Arrays.binarySearch(group, call.relative());
    }
}
