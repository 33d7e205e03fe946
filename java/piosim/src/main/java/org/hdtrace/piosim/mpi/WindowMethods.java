// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.piosim.mpi;

import static org.hdtrace.piosim.model.cluster.CommandType.ACCUMULATE;
import static org.hdtrace.piosim.model.cluster.CommandType.COMPARE_AND_SWAP;
import static org.hdtrace.piosim.model.cluster.CommandType.FETCH_AND_OP;
import static org.hdtrace.piosim.model.cluster.CommandType.GET;
import static org.hdtrace.piosim.model.cluster.CommandType.GET_ACCUMULATE;
import static org.hdtrace.piosim.model.cluster.CommandType.PUT;
import static org.hdtrace.piosim.model.cluster.CommandType.WIN_COMPLETE;
import static org.hdtrace.piosim.model.cluster.CommandType.WIN_CREATE;
import static org.hdtrace.piosim.model.cluster.CommandType.WIN_FENCE;
import static org.hdtrace.piosim.model.cluster.CommandType.WIN_FLUSH;
import static org.hdtrace.piosim.model.cluster.CommandType.WIN_FLUSH_LOCAL;
import static org.hdtrace.piosim.model.cluster.CommandType.WIN_FREE;
import static org.hdtrace.piosim.model.cluster.CommandType.WIN_LOCK;
import static org.hdtrace.piosim.model.cluster.CommandType.WIN_POST;
import static org.hdtrace.piosim.model.cluster.CommandType.WIN_START;
import static org.hdtrace.piosim.model.cluster.CommandType.WIN_UNLOCK;
import static org.hdtrace.piosim.model.cluster.CommandType.WIN_WAIT;

import java.util.List;
import org.hdtrace.piosim.model.cluster.CommandType;
import org.hdtrace.piosim.process.Algorithm;

/** Rows of one-sided communication. */
final class WindowMethods {
    private static final String METHOD = "MPICH";

    private WindowMethods() {}

    static void rows(Algorithms table) {
        Algorithm together = new VirtualSync();
        table.row(WIN_CREATE, METHOD, new WinCreateMpich())
                .row(WIN_CREATE, "VirtualSync", together)
                .row(WIN_FREE, METHOD, new WinFreeMpich())
                .row(WIN_FREE, "VirtualSync", together)
                .row(WIN_FENCE, METHOD, new WinFenceMpich())
                .row(WIN_POST, METHOD, new WinPostMpich())
                .row(WIN_START, METHOD, new WinStartMpich())
                .row(WIN_COMPLETE, METHOD, new WinCompleteMpich())
                .row(WIN_WAIT, METHOD, new WinWaitMpich())
                .row(WIN_LOCK, METHOD, new WinLockMpich())
                .row(WIN_UNLOCK, METHOD, new WinUnlockMpich())
                .row(WIN_FLUSH, METHOD, new WinFlushMpich(true))
                .row(WIN_FLUSH_LOCAL, METHOD, new WinFlushMpich(false));
        Algorithm transfer = new BeginTransfer();
        for (CommandType type : List.of(PUT, GET, ACCUMULATE, GET_ACCUMULATE, FETCH_AND_OP, COMPARE_AND_SWAP)) {
            table.row(type, METHOD, transfer);
        }
    }
}
