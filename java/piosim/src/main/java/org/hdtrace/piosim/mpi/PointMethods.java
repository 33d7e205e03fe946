// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.piosim.mpi;

import static org.hdtrace.piosim.model.cluster.CommandType.BSEND;
import static org.hdtrace.piosim.model.cluster.CommandType.COMPUTE;
import static org.hdtrace.piosim.model.cluster.CommandType.IRECV;
import static org.hdtrace.piosim.model.cluster.CommandType.ISEND;
import static org.hdtrace.piosim.model.cluster.CommandType.NO_OPERATION;
import static org.hdtrace.piosim.model.cluster.CommandType.PROBE;
import static org.hdtrace.piosim.model.cluster.CommandType.RECV;
import static org.hdtrace.piosim.model.cluster.CommandType.RSEND;
import static org.hdtrace.piosim.model.cluster.CommandType.SEND;
import static org.hdtrace.piosim.model.cluster.CommandType.SENDRECV;
import static org.hdtrace.piosim.model.cluster.CommandType.SSEND;
import static org.hdtrace.piosim.model.cluster.CommandType.START;
import static org.hdtrace.piosim.model.cluster.CommandType.WAIT;

import org.hdtrace.piosim.process.Algorithm;

/** Rows of what concerns one rank or two. */
final class PointMethods {
    private PointMethods() {}

    static void rows(Algorithms table) {
        Algorithm nothing = new NoOperation();
        Algorithm send = new RendezvousSend();
        Algorithm receive = new RendezvousRcv();
        Algorithm virtual = new VirtualSend();
        table.row(COMPUTE, "Time", nothing)
                .row(NO_OPERATION, "NoOperation", nothing)
                .row(SEND, "RendezvousSend", send)
                .row(SEND, "VirtualSend", virtual)
                .row(RECV, "RendezvousRcv", receive)
                .row(RECV, "VirtualRcv", receive)
                .row(SENDRECV, "RendezvousSendrecv", new RendezvousSendrecv())
                .row(ISEND, "MPICH", send)
                .row(ISEND, "VirtualSend", virtual)
                .row(IRECV, "MPICH", receive)
                .row(IRECV, "VirtualRcv", receive)
                .row(SSEND, "MPICH", new RendezvousSend(call -> -1))
                .row(SSEND, "VirtualSend", virtual)
                .row(BSEND, "MPICH", new BufferedSend())
                .row(BSEND, "VirtualSend", virtual)
                .row(RSEND, "MPICH", new RendezvousSend(call -> Long.MAX_VALUE))
                .row(RSEND, "VirtualSend", virtual)
                .row(PROBE, "MPICH", new ProbeMessage())
                .row(START, "MPICH", new StartAll())
                .row(WAIT, "Blocking", new WaitBlocking());
    }
}
