// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.piosim.mpi;

import java.util.Map;
import org.hdtrace.piosim.process.Algorithm;
import org.hdtrace.piosim.process.Call;

/**
 * Copies the data and is done; the copy travels as a standard send that nobody waits for. The original had no such
 * send. Parameter {@code copyBytes}: bytes that one instruction copies.
 */
final class BufferedSend implements Algorithm {
    private static final int COPIED = 1;
    private static final Map<String, Long> PARAMETERS = Map.of("copyBytes", 8L);

    private final Algorithm send = new RendezvousSend();

    @Override
    public void step(Call call, int step) {
        if (step == START) {
            call.next(COPIED, call.bytes() / (double) Math.max(1, call.parameter("copyBytes")) + 1);
        } else {
            call.detach(send);
        }
    }

    @Override
    public Map<String, Long> parameters() {
        return PARAMETERS;
    }
}
