// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.piosim;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Map;
import org.hdtrace.format.project.Datatype;
import org.hdtrace.format.trace.Attributes;
import org.hdtrace.format.trace.DataElement;
import org.hdtrace.piosim.model.cluster.ClusterModel;
import org.hdtrace.piosim.model.cluster.CommandType;
import org.hdtrace.piosim.model.file.ApplicationFile;
import org.hdtrace.piosim.model.file.Piece;
import org.hdtrace.piosim.model.file.SimpleStripe;
import org.hdtrace.piosim.model.program.Command;
import org.hdtrace.piosim.model.program.FileBuilder;
import org.hdtrace.piosim.model.program.ProgramBuilder;
import org.hdtrace.piosim.storage.StorageObserver.Kind;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** How a rank's own access goes by the hints, as ROMIO's drivers for PVFS and for other file systems have it. */
class AccessRulesTest {
    private static final long MIB = 1 << 20;

    private final ProgramBuilder program = new ProgramBuilder("rules", 1);
    private final ApplicationFile file = program.createFile("data", 4 * MIB, new SimpleStripe(8 * MIB));
    private final long value = program.addDatatype(id -> Datatype.named(id, "MPI_DOUBLE"));

    private static ClusterModel model(Map<String, Long> parameters) {
        return Stars.star(1, 1)
                .method(CommandType.FILE_READ, "FileReadDirect", parameters)
                .method(CommandType.FILE_WRITE, "FileWriteDirect", parameters)
                .build();
    }

    private FileBuilder hinted(String hints) {
        FileBuilder calls = program.on(file, program.world());
        for (String hint : hints.equals("none") ? List.<String>of() : List.of(hints.split(" "))) {
            int equals = hint.indexOf('=');
            calls.hint(hint.substring(0, equals), hint.substring(equals + 1));
        }
        return calls.open();
    }

    @ParameterizedTest
    @CsvSource({
        "none, 0, 2, 2",
        "romio_pvfs2_listio_read=enable romio_pvfs2_listio_write=enable, 0, 2, 2",
        "romio_pvfs2_listio_read=disable romio_pvfs2_listio_write=disable, 0, 2, 2",
        // The datatype in place of lists, which comes before them; POSIX before both.
        "romio_pvfs2_dtype_read=enable romio_pvfs2_dtype_write=enable, 0, 1, 1",
        "romio_pvfs2_dtype_read=enable romio_pvfs2_listio_read=enable romio_pvfs2_listio_write=enable, 0, 1, 2",
        "romio_pvfs2_dtype_write=enable romio_pvfs2_posix_write=enable romio_pvfs2_listio_read=enable, 0, 2, 126",
        // PVFS has no locks: reading sieves, writing goes block by block.
        "romio_pvfs2_posix_read=enable romio_pvfs2_posix_write=enable, 0, 1, 126",
        // To write, a buffer is read and written back.
        "romio_ds_read=enable romio_ds_write=enable, 0, 2, 1",
        "romio_ds_read=disable romio_ds_write=disable, 0, 126, 126",
        "romio_ds_read=automatic romio_ds_write=automatic, 0, 2, 2",
        // The driver for other file systems sieves unless it is told not to.
        "none, 1, 2, 1",
        "romio_ds_read=automatic romio_ds_write=automatic, 1, 2, 1",
        "romio_ds_read=disable romio_ds_write=disable, 1, 126, 126",
        // 65,512 bytes from the first to the last in buffers of 40,000 and 20,000: 2 to read; 4 to write, which are
        // read before.
        "ind_rd_buffer_size=40000 ind_wr_buffer_size=20000, 1, 6, 4",
        // Switches in other words than ROMIO's count as not said.
        "romio_ds_read=yes romio_ds_write=yes, 1, 2, 1"
    })
    void blocksOfAFileTakeRequests(String hints, long generic, int reads, int writes) {
        assertEquals(List.of(reads, writes), requestsForBlocks(hinted(hints), Map.of("romio_generic", generic)));
    }

    @ParameterizedTest
    @CsvSource({"1, 2, 1", "0, 2, 2"})
    void noBytesOrPiecesInTheModelStandForTheDefault(long generic, int reads, int writes) {
        Map<String, Long> parameters =
                Map.of("romio_generic", generic, "ind_rd_buffer_size", 0L, "ind_wr_buffer_size", 0L, "listPieces", 0L);
        assertEquals(List.of(reads, writes), requestsForBlocks(hinted("none"), parameters));
    }

    /** Of 126 blocks of 512 bytes, 520 from one to the next: requests to read and to write. */
    private List<Integer> requestsForBlocks(FileBuilder calls, Map<String, Long> parameters) {
        long byteType = program.addDatatype(id -> Datatype.named(id, "MPI_BYTE"));
        long blocks = program.addDatatype(id -> Datatype.vector(id, 126, 512, 520, byteType));
        calls.view(0, 0, byteType, blocks)
                .read(0, 0, 126 * 512)
                .write(0, 0, 126 * 512)
                .close();
        FileImage image = FileImage.of(model(parameters), program.build());
        return List.of(image.requests(Kind.READ), image.requests(Kind.WRITE));
    }

    /** The matrix diagonal of the HDTrace paper, section 6: 125 operations of 512 bytes and one of 72, or one of all. */
    @ParameterizedTest
    @CsvSource({
        "none, 126",
        "romio_pvfs2_listio_write=enable, 1",
        "romio_pvfs2_listio_write=disable, 126",
        "romio_pvfs2_dtype_write=enable, 1"
    })
    void piecesOfMemoryCutWhatIsContiguousInTheFile(String hints, int requests) {
        long diagonal = program.addDatatype(id -> Datatype.vector(id, 8009, 1, 8010, value));
        hinted(hints).memory(0, diagonal).write(0, 0, 64_072).close();
        FileImage image = FileImage.of(model(Map.of()), program.build());
        List<Piece> pieces = image.of(0, Kind.WRITE);
        assertEquals(requests, pieces.size());
        assertEquals(64_072, pieces.stream().mapToLong(Piece::size).sum(), "gaps in memory aren't written");
        if (requests > 1) {
            assertEquals(new Piece(124 * 512, 512), pieces.get(124));
            assertEquals(new Piece(125 * 512, 72), pieces.get(125));
        }
    }

    /** With shared pointers, too; ordered access in two phases copies what it sends. */
    @ParameterizedTest
    @CsvSource({
        "FILE_WRITE_SHARED, none, 126",
        "FILE_WRITE_SHARED, romio_pvfs2_listio_write=enable, 1",
        "FILE_WRITE_ORDERED, romio_cb_write=disable, 126",
        "FILE_WRITE_ORDERED, romio_cb_write=enable, 1"
    })
    void piecesOfMemoryCutAccessWithSharedPointers(CommandType type, String hints, int requests) {
        long diagonal = program.addDatatype(id -> Datatype.vector(id, 8009, 1, 8010, value));
        FileBuilder calls = hinted(hints).memory(0, diagonal);
        if (type == CommandType.FILE_WRITE_SHARED) {
            calls.shared(type, 0, 64_072, Command.BLOCKING);
        } else {
            calls.ordered(type, 0, 64_072, Command.BLOCKING);
        }
        calls.close();
        FileImage image = FileImage.of(model(Map.of()), program.build());
        assertEquals(requests, image.requests(Kind.WRITE));
        BitSet expected = new BitSet();
        expected.set(0, 64_072);
        assertEquals(expected, image.bytes(Kind.WRITE));
    }

    /** 1 MiB and 8 bytes from single values: buffers of 512 KiB that nobody has to read; value by value without sieving. */
    @Test
    void theGenericDriverPutsPiecesOfMemoryIntoItsBuffer() {
        long values = program.addDatatype(id -> Datatype.vector(id, 1, 1, 2, value));
        long spread = program.addDatatype(id -> Datatype.vector(id, 131_073, 1, 2, values));
        hinted("none").memory(0, spread).write(0, 0, MIB + 8).close();
        hinted("romio_ds_write=disable")
                .memory(0, spread)
                .write(0, 2 * MIB, 800)
                .close();
        FileImage image = FileImage.of(model(Map.of("romio_generic", 1L)), program.build());
        assertEquals(3 + 100, image.requests(Kind.WRITE));
        assertEquals(List.of(MIB / 2, MIB / 2, 8L, 8L), image.sizes(Kind.WRITE).subList(0, 4));
        assertEquals(0, image.requests(Kind.READ));
        BitSet expected = new BitSet();
        expected.set(0, (int) MIB + 8);
        expected.set((int) (2 * MIB), (int) (2 * MIB) + 800);
        assertEquals(expected, image.bytes(Kind.WRITE));
    }

    /**
     * Blocks of 24 bytes in the file, pieces of 16 in memory, 4 of each in a request: 4 pieces are 64 bytes, which are two blocks
     * and two thirds; the next request begins there.
     */
    @Test
    void rangesAndPiecesOfMemoryBothEndRequests() {
        long pair = program.addDatatype(id -> Datatype.vector(id, 8, 2, 3, value));
        long blocks = program.addDatatype(id -> Datatype.vector(id, 8, 3, 5, value));
        hinted("none")
                .view(0, 0, value, blocks)
                .memory(0, pair)
                .write(0, 0, 128)
                .close();
        FileImage image = FileImage.of(model(Map.of("listPieces", 4L)), program.build());
        assertEquals(
                List.of(
                        new Piece(0, 24),
                        new Piece(40, 24),
                        new Piece(80, 16),
                        new Piece(96, 8),
                        new Piece(120, 24),
                        new Piece(160, 24),
                        new Piece(200, 8)),
                image.of(0, Kind.WRITE));
        assertEquals(2, image.requests(Kind.WRITE));
        BitSet expected = new BitSet();
        for (int block = 0; block < 6; block++) {
            expected.set(block * 40, block * 40 + (block < 5 ? 24 : 8));
        }
        assertEquals(expected, image.bytes(Kind.WRITE));
    }

    /** 64 blocks that are listed are 65 nodes of 76 bytes, as a datatype of four nodes 304 bytes: 4,636 bytes less on the way. */
    @Test
    void aDatatypeIsToldInPlaceOfEachRange() {
        long listed = nanos("romio_pvfs2_listio_read=enable");
        long told = nanos("romio_pvfs2_dtype_read=enable");
        assertEquals(4636 * (2 / 0.117 + 2 / 42.949672960 + 1 / 48.0), (double) (listed - told), 5);
    }

    /**
     * Requests to write of what PVFS may be told as a datatype, else of lists of 64 ranges: what ROMIO can't translate in file or memory,
     * and more than 101 nodes, of which three are for the displacement and the predefined type.
     */
    @ParameterizedTest
    @CsvSource({
        "VECTOR, 126, false, 1",
        "HVECTOR, 126, false, 1",
        "HINDEXED, 98, false, 1",
        "HINDEXED, 99, false, 2",
        "HINDEXED_BLOCK, 98, false, 2",
        "RESIZED, 126, false, 2",
        "RESIZED, 98, true, 2",
        "VECTOR, 98, true, 1"
    })
    void typesThatCannotBeToldAreListed(String combiner, int blocks, boolean inMemory, int requests) {
        long type = program.addDatatype(id -> Datatype.vector(id, blocks, 1, 2, value));
        if (combiner.startsWith("HINDEXED")) {
            List<DataElement> parts = new ArrayList<>();
            for (int i = 0; i < blocks; i++) {
                String place = combiner.equals("HINDEXED") ? "index" : "displacement";
                parts.add(new DataElement("Block", Attributes.of("len", "1", place, "" + 16 * i), "", List.of()));
            }
            Attributes attributes = Attributes.of("count", "" + blocks, "oldType", "" + value, "blocklength", "1");
            type = program.addDatatype(id -> new Datatype(id, combiner, attributes, parts));
        } else if (combiner.equals("HVECTOR")) {
            String[] fields = {"count", "" + blocks, "blocklength", "1", "stride", "16", "oldType", "" + value};
            type = program.addDatatype(id -> new Datatype(id, combiner, Attributes.of(fields), List.of()));
        } else if (combiner.equals("RESIZED")) {
            Attributes bounds = Attributes.of("oldType", "" + type, "lowerBound", "0", "extent", "" + 16 * blocks);
            type = program.addDatatype(id -> new Datatype(id, combiner, bounds, List.of()));
        }
        FileBuilder calls = hinted("romio_pvfs2_dtype_write=enable");
        if (inMemory) {
            // The file's own ranges: a list that can be told.
            long ranges = program.addDatatype(id -> Datatype.vector(id, blocks, 1, 2, value));
            calls.view(0, 0, value, ranges).memory(0, type);
        } else {
            calls.view(0, 0, value, type);
        }
        calls.write(0, 0, blocks * 8L).close();
        FileImage image = FileImage.of(model(Map.of()), program.build());
        assertEquals(requests, image.requests(Kind.WRITE));
        assertEquals(blocks * 8, image.bytes(Kind.WRITE).cardinality());
    }

    private long nanos(String hint) {
        ProgramBuilder own = new ProgramBuilder("own", 1);
        int equals = hint.indexOf('=');
        ApplicationFile data = own.createFile("data", 1 << 20, SimpleStripe.DEFAULT);
        long element = own.addDatatype(id -> Datatype.named(id, "MPI_DOUBLE"));
        long view = own.addDatatype(id -> Datatype.vector(id, 64, 1, 2, element));
        own.on(data, own.world())
                .hint(hint.substring(0, equals), hint.substring(equals + 1))
                .open()
                .view(0, 0, element, view)
                .read(0, 0, 64 * 8)
                .close();
        return Stars.time(Stars.star(1, 1), own.build());
    }

    /** As many as the model says. */
    @Test
    void theModelSaysHowManyRangesARequestTakes() {
        long blocks = program.addDatatype(id -> Datatype.vector(id, 126, 1, 2, value));
        hinted("none").view(0, 0, value, blocks).write(0, 0, 126 * 8).close();
        var built = program.build();
        assertEquals(2, FileImage.of(model(Map.of("listPieces", 125L)), built).requests(Kind.WRITE));
        assertEquals(1, FileImage.of(model(Map.of("listPieces", 126L)), built).requests(Kind.WRITE));
    }
}
