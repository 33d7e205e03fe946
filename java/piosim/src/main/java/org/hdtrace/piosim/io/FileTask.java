// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.piosim.io;

import org.hdtrace.piosim.model.cluster.CommandType;
import org.hdtrace.piosim.model.file.ApplicationFile;
import org.hdtrace.piosim.model.file.FileHints;
import org.hdtrace.piosim.model.file.FileHints.Switch;
import org.hdtrace.piosim.model.file.FileRanges;
import org.hdtrace.piosim.model.program.FileAccess;
import org.hdtrace.piosim.model.program.FileControl;
import org.hdtrace.piosim.process.Call;

/**
 * What one rank accesses, and how it does so by itself: a contiguous range with one request. Others by list I/O, unless hints
 * say otherwise: with {@code romio_pvfs2_listio_*} enabled always so, with {@code romio_ds_*} enabled by data sieving, with one
 * of them disabled range by range.
 *
 * @param call the call that it is of, whose method has values where hints say nothing
 * @param ranges in the order of the access
 */
record FileTask(Call call, ApplicationFile file, FileRanges ranges, boolean writes, FileHints hints)
        implements OperationSource {
    /** Of a call that accesses a file. */
    static FileTask of(Call call) {
        if (call.command() instanceof FileAccess access) {
            boolean writes = access.type() == CommandType.FILE_WRITE || access.type() == CommandType.FILE_WRITE_ALL;
            return new FileTask(call, access.file(), access.ranges(), writes, access.hints());
        }
        if (call.command() instanceof FileControl.AtPointer access) {
            long position = (Long) call.work();
            FileRanges ranges = access.view() == null
                    ? FileRanges.of(position, access.bytes())
                    : access.view().ranges(position, access.bytes());
            return new FileTask(call, access.file(), ranges, access.writes(), access.hints());
        }
        throw new IllegalArgumentException("command=" + call.command().type() + ": accesses no file");
    }

    /** Whether gaps are accessed, too. */
    Switch sieve() {
        return HintValues.toggle(call, hints, writes ? "romio_ds_write" : "romio_ds_read");
    }

    /** Ranges that one request takes. */
    long listPieces() {
        return HintValues.number(call, hints, HintValues.LIST_PIECES);
    }

    @Override
    public Operations operations() {
        if (ranges.isContiguous()) {
            return new ListRequests(!writes, ranges, 1);
        }
        Switch list = HintValues.toggle(call, hints, writes ? "romio_pvfs2_listio_write" : "romio_pvfs2_listio_read");
        Switch sieve = sieve();
        if (list != Switch.ENABLE && sieve == Switch.ENABLE && ranges.isOrdered()) {
            String size = writes ? HintValues.WRITE_BUFFER : HintValues.READ_BUFFER;
            return new SievedAccess(writes, ranges, HintValues.number(call, hints, size));
        }
        boolean single = list != Switch.ENABLE && (list == Switch.DISABLE || sieve == Switch.DISABLE);
        return new ListRequests(!writes, ranges, single ? 1 : listPieces());
    }
}
