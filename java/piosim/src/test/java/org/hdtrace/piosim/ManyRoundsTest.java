// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.piosim;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.BitSet;
import java.util.List;
import java.util.Map;
import org.hdtrace.format.project.Datatype;
import org.hdtrace.piosim.model.cluster.CommandType;
import org.hdtrace.piosim.model.cluster.ModelBuilder;
import org.hdtrace.piosim.model.cluster.SimpleDisk;
import org.hdtrace.piosim.model.file.ApplicationFile;
import org.hdtrace.piosim.model.file.SimpleStripe;
import org.hdtrace.piosim.model.program.Command;
import org.hdtrace.piosim.model.program.FileBuilder;
import org.hdtrace.piosim.model.program.ProgramBuilder;
import org.hdtrace.piosim.storage.StorageObserver.Kind;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Accesses that take hundreds or thousands of rounds, requests or windows. */
class ManyRoundsTest {
    private static final int RANKS = 2;
    private static final int BLOCK = 50;

    private final ProgramBuilder program = new ProgramBuilder("rounds", RANKS);
    private final long bytes = program.addDatatype(id -> Datatype.named(id, "MPI_BYTE"));

    private static ModelBuilder model() {
        return Stars.star(RANKS, 1, Stars.NIC, SimpleDisk.of(0, 1e12, 1), Stars.WRITE_BEHIND);
    }

    /** Blocks of 50 bytes dealt to two ranks in turn, so each window of 100 bytes has one of each. */
    @ParameterizedTest
    @CsvSource({
        "TwoPhase, 300, 1, true",
        "TwoPhase, 300, 2, false",
        "TwoPhase, 5000, 1, true",
        "TwoPhase, 5000, 1, false",
        "ContiguousTwoPhase, 300, 2, true",
        "ContiguousTwoPhase, 300, 1, false",
        "ContiguousTwoPhase, 5000, 1, true",
        "ContiguousTwoPhase, 5000, 1, false"
    })
    void collectiveAccessTakesAnyNumberOfRounds(String method, int rounds, int aggregators, boolean writes) {
        int windows = rounds * aggregators;
        ApplicationFile file = program.createFile("data", 100L * windows, new SimpleStripe(1 << 30));
        long columns = program.addDatatype(id -> Datatype.vector(id, windows, BLOCK, RANKS * BLOCK, bytes));
        FileBuilder calls = program.on(file, program.world())
                .hint("cb_buffer_size", "100")
                .hint("cb_nodes", Integer.toString(aggregators))
                .open();
        CommandType type = writes ? CommandType.FILE_WRITE_ALL : CommandType.FILE_READ_ALL;
        for (int rank = 0; rank < RANKS; rank++) {
            calls.view(rank, (long) rank * BLOCK, bytes, columns);
            calls.access(type, rank, 0, (long) windows * BLOCK, Command.BLOCKING);
        }
        calls.close();
        FileImage image = FileImage.of(model().method(type, method).build(), program.build());
        Kind kind = writes ? Kind.WRITE : Kind.READ;
        BitSet all = new BitSet();
        all.set(0, 100 * windows);
        assertEquals(all, image.bytes(kind));
        assertEquals(windows, image.requests(kind));
        for (int rank = 0; rank < aggregators; rank++) {
            assertEquals(rounds, image.of(rank, kind).size());
        }
    }

    /** Ranges of 50 bytes, 100 from one to the next: 1,000 requests of 2, or windows of 250 bytes that begin every 300. */
    @ParameterizedTest
    @CsvSource({"false, 2000, 1000", "true, 3000, 1000"})
    void aRanksOwnAccessTakesAnyNumberOfRequests(boolean sieves, int ranges, int requests) {
        ApplicationFile file = program.createFile("data", 100L * ranges, new SimpleStripe(1 << 30));
        long columns = program.addDatatype(id -> Datatype.vector(id, ranges, BLOCK, 2 * BLOCK, bytes));
        FileBuilder calls = program.on(file, program.world());
        if (sieves) {
            // 250 bytes from a range on hold three of them; the next wanted byte is 300 behind.
            calls.hint("romio_ds_read", "enable").hint("ind_rd_buffer_size", "250");
            calls.hint("romio_ds_write", "enable").hint("ind_wr_buffer_size", "250");
        }
        calls.open()
                .view(0, 0, bytes, columns)
                .read(0, 0, (long) ranges * BLOCK)
                .write(0, 0, (long) ranges * BLOCK)
                .view(1, 0, bytes, bytes)
                .close();
        ModelBuilder model = model().method(CommandType.FILE_READ, "FileReadDirect", Map.of("listPieces", 2L))
                .method(CommandType.FILE_WRITE, "FileWriteDirect", Map.of("listPieces", 2L));
        FileImage image = FileImage.of(model.build(), program.build());
        // To write, each buffer is read before.
        assertEquals(
                List.of(sieves ? 2 * requests : requests, requests),
                List.of(image.requests(Kind.READ), image.requests(Kind.WRITE)));
        BitSet wanted = new BitSet();
        for (int range = 0; range < ranges; range++) {
            boolean gapIsHeld = sieves && range % 3 < 2;
            wanted.set(range * 100, range * 100 + (gapIsHeld ? 100 : BLOCK));
        }
        assertEquals(wanted, image.bytes(Kind.WRITE));
        assertEquals(wanted, image.bytes(Kind.READ));
    }
}
