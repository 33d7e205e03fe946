// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.bench.simulator;

import java.util.List;
import org.hdtrace.format.trace.Attributes;
import org.hdtrace.piosim.model.cluster.CommandType;
import org.hdtrace.piosim.model.file.ApplicationFile;
import org.hdtrace.piosim.model.file.FileHints;
import org.hdtrace.piosim.model.file.FileRanges;
import org.hdtrace.piosim.model.file.SimpleStripe;
import org.hdtrace.piosim.model.program.Command;
import org.hdtrace.piosim.model.program.FileAccess;
import org.hdtrace.piosim.model.program.Origin;

/** All ranks open a file, each accesses as many blocks of 64 KiB, block k of rank r being number k x ranks + r, and closes it. */
final class BlockProgram extends MadeProgram {
    private static final long BLOCK = SimpleStripe.DEFAULT.chunkSize();
    private static final Origin OPEN = new Origin("File_open", Attributes.none());
    private static final Origin WRITE = new Origin("File_write_at", Attributes.none());
    private static final Origin READ = new Origin("File_read_at", Attributes.none());
    private static final Origin CLOSE = new Origin("File_close", Attributes.none());

    private final boolean writes;
    private final long blocks;
    private final ApplicationFile file;

    /** A program that accesses so many bytes in all on each rank, a multiple of 64 KiB. */
    BlockProgram(boolean writes, int ranks, long bytes) {
        super("blocks", ranks);
        this.writes = writes;
        this.blocks = bytes / BLOCK;
        file = new ApplicationFile(0, "data", writes ? 0 : ranks * bytes, SimpleStripe.DEFAULT);
    }

    @Override
    public List<ApplicationFile> files() {
        return List.of(file);
    }

    @Override
    Command call(int rank, long n) {
        if (n == 0) {
            return new Command.FileOpen(file, false, FileHints.NONE, world(), OPEN);
        } else if (n <= blocks) {
            FileRanges block = FileRanges.of(((n - 1) * rankCount() + rank) * BLOCK, BLOCK);
            return writes
                    ? new FileAccess.Alone(CommandType.FILE_WRITE, file, block, FileHints.NONE, Command.BLOCKING, WRITE)
                    : new FileAccess.Alone(CommandType.FILE_READ, file, block, FileHints.NONE, Command.BLOCKING, READ);
        }
        return n == blocks + 1 ? new Command.FileClose(file, world(), CLOSE) : null;
    }
}
