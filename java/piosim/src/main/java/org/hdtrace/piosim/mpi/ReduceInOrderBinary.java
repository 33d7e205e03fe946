// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.piosim.mpi;

import java.util.Map;
import org.hdtrace.piosim.process.Algorithm;
import org.hdtrace.piosim.process.Call;

/**
 * Up a binary tree that combines the ranks in order, led by the last rank, which passes the result on to the root. Source:
 * Open MPI 4.1, {@code ompi_coll_base_reduce_intra_in_order_binary}.
 */
final class ReduceInOrderBinary implements Algorithm {
    private static final int PASS_ON = 1;
    private final Algorithm tree = new TreeReduce(Trees.IN_ORDER_BINARY);

    @Override
    public Map<String, Long> parameters() {
        return tree.parameters();
    }

    @Override
    public void step(Call call, int step) {
        int leader = call.size() - 1;
        boolean passes = call.root() != leader && (call.rank() == leader || call.rank() == call.root());
        if (step == START) {
            call.child(tree, leader, call.bytes());
            if (passes) {
                call.next(PASS_ON);
            }
        } else if (call.rank() == leader) {
            call.sendData(call.root(), call.bytes());
        } else {
            call.receive(leader);
        }
    }
}
