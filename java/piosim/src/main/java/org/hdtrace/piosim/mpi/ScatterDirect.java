// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.piosim.mpi;

import org.hdtrace.piosim.process.Algorithm;
import org.hdtrace.piosim.process.Call;

/** The root sends everybody its block at the same time. Source: PIOsimHD. */
final class ScatterDirect implements Algorithm {
    private final boolean hasBlocks;

    private ScatterDirect(boolean hasBlocks) {
        this.hasBlocks = hasBlocks;
    }

    /** {@link Call#bytes()} is cut into one block for each rank. */
    static ScatterDirect ofParts() {
        return new ScatterDirect(false);
    }

    /** Each rank has a block of {@link Call#bytes()}. */
    static ScatterDirect ofBlocks() {
        return new ScatterDirect(true);
    }

    @Override
    public void step(Call call, int step) {
        if (call.relative() != 0) {
            call.receive(call.root());
        } else {
            for (int relative = 1; relative < call.size(); relative++) {
                long part = Blocks.bytes(call.bytes(), relative, relative + 1, call.size());
                call.sendData(call.atDistance(relative), hasBlocks ? call.bytes() : part);
            }
        }
    }
}
