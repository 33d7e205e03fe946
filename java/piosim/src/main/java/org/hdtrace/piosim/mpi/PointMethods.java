// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.piosim.mpi;

import static org.hdtrace.piosim.model.cluster.CommandType.COMPUTE;
import static org.hdtrace.piosim.model.cluster.CommandType.IRECV;
import static org.hdtrace.piosim.model.cluster.CommandType.ISEND;
import static org.hdtrace.piosim.model.cluster.CommandType.NO_OPERATION;
import static org.hdtrace.piosim.model.cluster.CommandType.RECV;
import static org.hdtrace.piosim.model.cluster.CommandType.SEND;
import static org.hdtrace.piosim.model.cluster.CommandType.SENDRECV;
import static org.hdtrace.piosim.model.cluster.CommandType.WAIT;

import org.hdtrace.piosim.process.Algorithm;

/** Rows of what concerns one rank or two. */
final class PointMethods {
    private PointMethods() {}

    static void rows(Algorithms table) {
        Algorithm nothing = new NoOperation();
        Algorithm send = new RendezvousSend();
        Algorithm receive = new RendezvousRcv();
        table.row(COMPUTE, "Time", nothing)
                .row(NO_OPERATION, "NoOperation", nothing)
                .row(SEND, "RendezvousSend", send)
                .row(RECV, "RendezvousRcv", receive)
                .row(SENDRECV, "RendezvousSendrecv", new RendezvousSendrecv())
                .row(ISEND, "MPICH", send)
                .row(IRECV, "MPICH", receive)
                .row(WAIT, "Blocking", new WaitBlocking());
    }
}
