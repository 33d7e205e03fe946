// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.piosim.mpi;

import static org.hdtrace.piosim.model.cluster.CommandType.FILE_CLOSE;
import static org.hdtrace.piosim.model.cluster.CommandType.FILE_OPEN;
import static org.hdtrace.piosim.model.cluster.CommandType.FILE_READ;
import static org.hdtrace.piosim.model.cluster.CommandType.FILE_READ_ALL;
import static org.hdtrace.piosim.model.cluster.CommandType.FILE_SET_VIEW;
import static org.hdtrace.piosim.model.cluster.CommandType.FILE_WRITE;
import static org.hdtrace.piosim.model.cluster.CommandType.FILE_WRITE_ALL;

/** Rows of file operations. */
final class FileMethods {
    private FileMethods() {}

    static void rows(Algorithms table) {
        table.row(FILE_OPEN, "SimpleFlagOpener", new FileOpenSimple())
                .row(FILE_OPEN, "BroadcastOpen", new FileOpenBroadcast())
                .row(FILE_CLOSE, "SimpleClose", new VirtualSync())
                .row(FILE_CLOSE, "FlushClose", new FileCloseFlush())
                .row(FILE_SET_VIEW, "FileSetViewNormal", new NoOperation())
                .row(FILE_READ, "FileReadDirect", new FileReadDirect())
                .row(FILE_WRITE, "FileWriteDirect", new FileWriteDirect())
                .row(FILE_READ_ALL, "Direct", new FileReadDirect())
                .row(FILE_WRITE_ALL, "Direct", new FileWriteDirect());
    }
}
