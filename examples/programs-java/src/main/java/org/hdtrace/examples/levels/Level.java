// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.examples.levels;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.hdtrace.piosim.model.cluster.CommandType;
import org.hdtrace.piosim.model.file.ApplicationFile;
import org.hdtrace.piosim.model.file.FileHints;
import org.hdtrace.piosim.model.file.FileRanges;
import org.hdtrace.piosim.model.file.Piece;
import org.hdtrace.piosim.model.file.SimpleStripe;
import org.hdtrace.piosim.model.program.Application;
import org.hdtrace.piosim.model.program.Command;
import org.hdtrace.piosim.model.program.FileAccess;
import org.hdtrace.piosim.model.program.ProgramBuilder;

/**
 * How ranks write the same blocks of a file, dealt to them in turn.
 *
 * @param title for people
 * @param collective whether all ranks call together
 * @param contiguous whether each block is a call of its own; otherwise one call writes all blocks of a rank
 * @param seconds that the slides show
 */
record Level(String title, boolean collective, boolean contiguous, double seconds) {
    /** Ranks that write. */
    static final int CLIENTS = 4;
    /** Calls of a rank on the contiguous levels. */
    static final int BLOCKS = 10;
    /** Bytes of a rank. */
    static final long BYTES = 50L << 20;

    /** The slides' four. */
    static final List<Level> ALL = List.of(
            new Level("independent, contiguous", false, true, 0.72),
            new Level("collective, contiguous", true, true, 0.97),
            new Level("independent, non-contiguous", false, false, 0.62),
            new Level("collective, non-contiguous", true, false, 1.59));

    /** ROMIO's buffer of that time in bytes: "12.5 blocks 4MB each". */
    static final long BUFFER = 4 << 20;

    private static final FileHints HINTS = new FileHints(Map.of("cb_buffer_size", Long.toString(BUFFER)));

    private static final long BLOCK = BYTES / BLOCKS;

    Application program() {
        ProgramBuilder program = new ProgramBuilder("levels", CLIENTS);
        ApplicationFile file = program.createFile("file", 0, SimpleStripe.DEFAULT);
        int calls = contiguous ? BLOCKS : 1;
        for (int call = 0; call < calls; call++) {
            for (int rank = 0; rank < CLIENTS; rank++) {
                add(program, file, rank, ranges(rank, call));
            }
        }
        return program.build();
    }

    private FileRanges ranges(int rank, int call) {
        List<Piece> blocks = new ArrayList<>();
        for (int block = contiguous ? call : 0; block < (contiguous ? call + 1 : BLOCKS); block++) {
            blocks.add(new Piece((block * CLIENTS + rank) * BLOCK, BLOCK));
        }
        return FileRanges.of(blocks);
    }

    private void add(ProgramBuilder program, ApplicationFile file, int rank, FileRanges ranges) {
        program.add(
                rank,
                origin -> collective
                        ? new FileAccess.Together(
                                CommandType.FILE_WRITE_ALL,
                                file,
                                ranges,
                                HINTS,
                                program.world(),
                                Command.BLOCKING,
                                origin)
                        : new FileAccess.Alone(CommandType.FILE_WRITE, file, ranges, HINTS, Command.BLOCKING, origin));
    }
}
