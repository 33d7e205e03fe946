// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.piosim.io;

import java.util.function.Supplier;
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
 * @param ranges in the order of the access
 * @param sieve whether gaps are accessed, too
 * @param listPieces ranges that one request takes
 * @param strategy the requests it comes to
 */
record FileTask(
        ApplicationFile file,
        FileRanges ranges,
        boolean writes,
        FileHints hints,
        Switch sieve,
        long listPieces,
        Supplier<Operations> strategy)
        implements OperationSource {
    /** Of a call that accesses a file. */
    static FileTask of(Call call) {
        if (call.command() instanceof FileAccess access) {
            boolean writes = access.type() == CommandType.FILE_WRITE || access.type() == CommandType.FILE_WRITE_ALL;
            return of(call, access.file(), access.ranges(), writes, access.hints());
        }
        if (call.command() instanceof FileControl.AtPointer access) {
            long position = (Long) call.work();
            FileRanges ranges = access.view() == null
                    ? FileRanges.of(position, access.bytes())
                    : access.view().ranges(position, access.bytes());
            return of(call, access.file(), ranges, access.writes(), access.hints());
        }
        throw new IllegalArgumentException("command=" + call.command().type() + ": accesses no file");
    }

    private static FileTask of(Call call, ApplicationFile file, FileRanges ranges, boolean writes, FileHints hints) {
        String verb = writes ? "write" : "read";
        Switch sieve = HintValues.toggle(call, hints, "romio_ds_" + verb);
        long most = HintValues.number(call, hints, HintValues.LIST_PIECES);
        return new FileTask(
                file, ranges, writes, hints, sieve, most, () -> strategy(call, ranges, writes, hints, sieve, most));
    }

    private static Operations strategy(
            Call call, FileRanges ranges, boolean writes, FileHints hints, Switch sieve, long most) {
        if (ranges.isContiguous()) {
            return new ListRequests(!writes, ranges, 1);
        }
        Switch list = HintValues.toggle(call, hints, "romio_pvfs2_listio_" + (writes ? "write" : "read"));
        if (list != Switch.ENABLE && sieve == Switch.ENABLE && ranges.isOrdered()) {
            String size = writes ? HintValues.WRITE_BUFFER : HintValues.READ_BUFFER;
            return new SievedAccess(writes, ranges, HintValues.number(call, hints, size));
        }
        boolean single = list != Switch.ENABLE && (list == Switch.DISABLE || sieve == Switch.DISABLE);
        return new ListRequests(!writes, ranges, single ? 1 : most);
    }

    @Override
    public Operations operations() {
        return strategy.get();
    }
}
