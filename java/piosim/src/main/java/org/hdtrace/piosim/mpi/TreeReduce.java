// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.piosim.mpi;

import java.util.Map;
import org.hdtrace.piosim.process.Algorithm;
import org.hdtrace.piosim.process.Call;

/**
 * Up a tree in segments: a rank takes a segment from one child after the other and is charged one instruction per byte
 * and one more for each, then passes it on while it takes the next. The root's last reduction isn't charged, as in the
 * golden values.
 *
 * <p>Source: Open MPI 4.1, {@code ompi_coll_base_reduce_generic}. Deviation: a segment is awaited when the one before is
 * reduced. Parameter {@code segment}: bytes, 0 for all data in one, as Open MPI does when nobody says otherwise.
 */
final class TreeReduce implements Algorithm {
    private final Tree tree;

    TreeReduce(Tree tree) {
        this.tree = tree;
    }

    @Override
    public Map<String, Long> parameters() {
        return Map.of(Segments.PARAMETER, Segments.WHOLE);
    }

    // Step n of a rank with c children: child n mod c of segment n / c; the segment before goes up with the first
    // child.
    @Override
    public void step(Call call, int step) {
        Segments segments = Segments.of(call);
        int relative = call.relative();
        int[] children = tree.children(relative, call.size());
        if (children.length == 0) {
            if (relative != 0) {
                sendUp(call, segments.bytes(step));
                if (step + 1 < segments.count()) {
                    call.next(step + 1);
                }
            }
            return;
        }
        int segment = step / children.length;
        int child = step % children.length;
        if (relative != 0 && child == 0 && segment > 0) {
            sendUp(call, segments.bytes(segment - 1));
        }
        if (segment < segments.count()) {
            call.receive(call.atDistance(children[child]));
            if (relative != 0 || step + 1 < segments.count() * children.length) {
                call.next(step + 1, segments.bytes(segment) + 1.0);
            }
        }
    }

    private void sendUp(Call call, long bytes) {
        call.sendData(call.atDistance(tree.parent(call.relative(), call.size())), bytes);
    }
}
