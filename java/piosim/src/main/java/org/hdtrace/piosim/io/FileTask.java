// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.piosim.io;

import org.hdtrace.format.project.BlockIterator;
import org.hdtrace.piosim.model.file.ApplicationFile;
import org.hdtrace.piosim.model.file.FileHints;
import org.hdtrace.piosim.model.file.FileHints.Switch;
import org.hdtrace.piosim.model.file.FileRanges;
import org.hdtrace.piosim.model.file.MemoryLayout;
import org.hdtrace.piosim.model.program.FileAccess;
import org.hdtrace.piosim.model.program.PointerAccess;
import org.hdtrace.piosim.process.Call;

/**
 * What one rank accesses, and what the hints say about it.
 *
 * @param call the call that it is of, whose method has values where hints say nothing
 * @param ranges in the order of the access
 * @param memory where their data is
 */
record FileTask(
        Call call, ApplicationFile file, FileRanges ranges, MemoryLayout memory, boolean writes, FileHints hints)
        implements OperationSource {
    /** Begin a call that accesses a file: what it reads ends with the file. */
    static FileTask begin(Call call) {
        FileTask task = of(call);
        if (!task.writes) {
            call.reads(task.existing(call.files().size(call.applicationNumber(), task.file)));
        }
        return task;
    }

    private static FileTask of(Call call) {
        if (call.command() instanceof FileAccess access) {
            return new FileTask(call, access.file(), access.ranges(), access.memory(), access.writes(), access.hints());
        }
        if (call.command() instanceof PointerAccess access) {
            long position = (Long) call.work();
            FileRanges ranges = access.view() == null
                    ? FileRanges.of(position, access.bytes())
                    : access.view().ranges(position, access.bytes());
            return new FileTask(call, access.file(), ranges, access.memory(), access.writes(), access.hints());
        }
        throw new IllegalArgumentException("command=" + call.command().type() + ": accesses no file");
    }

    /** How many of the bytes are in a file of a size. */
    private long existing(long size) {
        if (ranges.end() <= size) {
            return ranges.bytes();
        }
        long sum = 0;
        for (BlockIterator range = ranges.iterator(); range.next(); ) {
            sum += Math.max(0, Math.min(range.length(), size - range.offset()));
        }
        return sum;
    }

    /** Whether gaps are accessed, too. */
    Switch sieve() {
        return toggle("romio_ds_read", "romio_ds_write");
    }

    /** Whether the driver is the one for all file systems but PVFS. */
    boolean isGeneric() {
        return HintValues.toggle(call, hints, HintValues.GENERIC) == Switch.ENABLE;
    }

    /** Ranges, and pieces of memory, that one request takes. */
    long listPieces() {
        return HintValues.number(call, hints, HintValues.LIST_PIECES);
    }

    /** Whether one of two hints is enabled, the first to read, the second to write. */
    boolean isOn(String reading, String writing) {
        return toggle(reading, writing) == Switch.ENABLE;
    }

    private Switch toggle(String reading, String writing) {
        return HintValues.toggle(call, hints, writes ? writing : reading);
    }

    @Override
    public Operations operations() {
        return AloneRules.operations(this);
    }
}
