// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.piosim.mpi;

import static org.hdtrace.piosim.model.cluster.CommandType.FILE_CLOSE;
import static org.hdtrace.piosim.model.cluster.CommandType.FILE_DELETE;
import static org.hdtrace.piosim.model.cluster.CommandType.FILE_GET_SIZE;
import static org.hdtrace.piosim.model.cluster.CommandType.FILE_OPEN;
import static org.hdtrace.piosim.model.cluster.CommandType.FILE_PREALLOCATE;
import static org.hdtrace.piosim.model.cluster.CommandType.FILE_READ;
import static org.hdtrace.piosim.model.cluster.CommandType.FILE_READ_ALL;
import static org.hdtrace.piosim.model.cluster.CommandType.FILE_READ_ORDERED;
import static org.hdtrace.piosim.model.cluster.CommandType.FILE_READ_SHARED;
import static org.hdtrace.piosim.model.cluster.CommandType.FILE_SEEK_SHARED;
import static org.hdtrace.piosim.model.cluster.CommandType.FILE_SET_SIZE;
import static org.hdtrace.piosim.model.cluster.CommandType.FILE_SET_VIEW;
import static org.hdtrace.piosim.model.cluster.CommandType.FILE_SYNC;
import static org.hdtrace.piosim.model.cluster.CommandType.FILE_WRITE;
import static org.hdtrace.piosim.model.cluster.CommandType.FILE_WRITE_ALL;
import static org.hdtrace.piosim.model.cluster.CommandType.FILE_WRITE_ORDERED;
import static org.hdtrace.piosim.model.cluster.CommandType.FILE_WRITE_SHARED;

import java.util.List;
import org.hdtrace.piosim.io.BroadcastOpen;
import org.hdtrace.piosim.io.FileControls;
import org.hdtrace.piosim.io.GenericOpen;
import org.hdtrace.piosim.io.OperationSequence;
import org.hdtrace.piosim.io.OrderedAccess;
import org.hdtrace.piosim.io.SharedAccess;
import org.hdtrace.piosim.io.SimpleOpen;
import org.hdtrace.piosim.io.TwoPhase;
import org.hdtrace.piosim.model.cluster.CommandType;
import org.hdtrace.piosim.process.Algorithm;

/** Rows of file operations. */
final class FileMethods {
    private FileMethods() {}

    static void rows(Algorithms table) {
        table.row(FILE_OPEN, "SimpleFlagOpener", new SimpleOpen())
                .row(FILE_OPEN, "BroadcastOpen", new BroadcastOpen())
                .row(FILE_OPEN, "GenericOpen", new GenericOpen())
                .row(FILE_CLOSE, "SimpleClose", new FileCloseSimple())
                .row(FILE_CLOSE, "FlushClose", new FileCloseFlush())
                .row(FILE_SET_VIEW, "FileSetViewNormal", new FileSetView());
        Algorithm alone = new OperationSequence();
        table.row(FILE_READ, "FileReadDirect", alone)
                .row(FILE_WRITE, "FileWriteDirect", alone)
                .row(FILE_READ_ALL, "Direct", alone)
                .row(FILE_WRITE_ALL, "Direct", alone)
                .row(FILE_READ_ALL, "TwoPhase", TwoPhase.parts())
                .row(FILE_WRITE_ALL, "TwoPhase", TwoPhase.parts())
                .row(FILE_READ_ALL, "ContiguousTwoPhase", TwoPhase.roundRobin())
                .row(FILE_WRITE_ALL, "ContiguousTwoPhase", TwoPhase.roundRobin())
                .row(FILE_READ_SHARED, "MPICH", new SharedAccess())
                .row(FILE_WRITE_SHARED, "MPICH", new SharedAccess())
                .row(FILE_READ_ORDERED, "MPICH", new OrderedAccess())
                .row(FILE_WRITE_ORDERED, "MPICH", new OrderedAccess())
                .row(FILE_SEEK_SHARED, "VirtualSync", FileControls.virtualSeek())
                .row(FILE_SEEK_SHARED, "MPICH", FileControls.sharedSeek())
                .row(FILE_SYNC, "MPICH", FileControls.sync())
                .row(FILE_SET_SIZE, "MPICH", FileControls.resizing())
                .row(FILE_PREALLOCATE, "MPICH", FileControls.preallocation())
                .row(FILE_DELETE, "MPICH", FileControls.deletion())
                .row(FILE_GET_SIZE, "MPICH", FileControls.inquiry());
        for (CommandType together : List.of(FILE_SYNC, FILE_SET_SIZE, FILE_PREALLOCATE)) {
            table.row(together, "VirtualSync", new VirtualSync());
        }
    }
}
