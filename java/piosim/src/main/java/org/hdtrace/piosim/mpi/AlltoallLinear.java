// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.piosim.mpi;

import java.util.Map;
import org.hdtrace.piosim.process.Algorithm;
import org.hdtrace.piosim.process.Call;

/**
 * Everybody posts receives from the ranks after it and sends to those before it, the nearest first, so many of each at
 * once, and waits for them. The block that stays counts as the first one.
 *
 * <p>Source: MPICH 4.0, {@code src/mpi/coll/alltoall/alltoall_intra_scattered.c}. Parameter {@code throttle}: messages at
 * once in each direction, 0 for all. Blocks without data are sent, too, since the receiver's size isn't looked at.
 */
final class AlltoallLinear implements Algorithm {
    static final String THROTTLE = "throttle";
    static final long MESSAGES = 32;
    private final Map<String, Long> parameters;

    /** With as many messages at once as MPICH has. */
    AlltoallLinear() {
        this(MESSAGES);
    }

    private AlltoallLinear(long throttle) {
        this.parameters = Map.of(THROTTLE, throttle);
    }

    /** All at once, as in Open MPI 4.1, {@code ompi_coll_base_alltoall_intra_basic_linear}. */
    static AlltoallLinear unlimited() {
        return new AlltoallLinear(0);
    }

    @Override
    public Map<String, Long> parameters() {
        return parameters;
    }

    @Override
    public void step(Call call, int round) {
        int size = call.size();
        long limit = call.parameter(THROTTLE);
        long most = limit > 0 ? limit : size;
        long first = round * most;
        int last = (int) Math.min(first + most, size);
        for (int distance = (int) Math.max(1, first); distance < last; distance++) {
            call.receive((call.rank() + distance) % size);
        }
        for (int distance = (int) Math.max(1, first); distance < last; distance++) {
            int target = Math.floorMod(call.rank() - distance, size);
            call.sendData(target, call.bytesOf(target));
        }
        if (last < size) {
            call.next(round + 1);
        }
    }
}
