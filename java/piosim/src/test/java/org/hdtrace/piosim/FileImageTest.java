// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.piosim;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.hdtrace.format.project.Datatype;
import org.hdtrace.piosim.model.cluster.CommandType;
import org.hdtrace.piosim.model.cluster.ModelBuilder;
import org.hdtrace.piosim.model.cluster.SimpleDisk;
import org.hdtrace.piosim.model.file.SimpleStripe;
import org.hdtrace.piosim.model.program.Command;
import org.hdtrace.piosim.model.program.FileBuilder;
import org.hdtrace.piosim.model.program.ProgramBuilder;
import org.hdtrace.piosim.storage.StorageObserver.Kind;

/**
 * Random programs with nested types, views, pieces of memory, hints and all kinds of access, mixed. The bytes that reach the disk are
 * those of a reference that walks from byte to byte.
 */
class FileImageTest {
    private static final int FILE_BYTES = 1 << 20;

    /** A datatype and, told by nobody else, which bytes of its extent are data. */
    private record Type(long number, List<Integer> data, int extent) {
        /** Places in a file of some bytes behind others, seen through a view. */
        List<Integer> places(int displacement, int position, int size) {
            List<Integer> places = new ArrayList<>();
            for (int i = position; i < position + size; i++) {
                places.add(displacement + i / data.size() * extent + data.get(i % data.size()));
            }
            return places;
        }
    }

    /** One program. */
    private static final class Run {
        final Random random;
        final int ranks;
        final ProgramBuilder program;
        final Type bytes;
        final FileBuilder own;
        final FileBuilder common;
        final boolean sieves;
        final Type[] views;
        final int[] displacements;
        Type commonView;
        int commonDisplacement;
        int pointer;
        long request;
        final List<List<Long>> open = new ArrayList<>();
        final BitSet written = new BitSet();
        final BitSet mayBeWritten = new BitSet();
        final BitSet read = new BitSet();

        Run(Random random) {
            this.random = random;
            ranks = 1 + random.nextInt(4);
            program = new ProgramBuilder("image", ranks);
            bytes = new Type(program.addDatatype(id -> Datatype.named(id, "MPI_BYTE")), List.of(0), 1);
            var file = program.createFile("data", FILE_BYTES, new SimpleStripe(1 << 30));
            own = program.on(file, program.world());
            common = program.on(file, program.world());
            sieves = random.nextInt(3) == 0;
            hints(own);
            hints(common);
            views = new Type[ranks];
            displacements = new int[ranks];
            for (int rank = 0; rank < ranks; rank++) {
                open.add(new ArrayList<>());
            }
        }

        private void hints(FileBuilder calls) {
            calls.hint("cb_buffer_size", Integer.toString(20 + random.nextInt(400)))
                    .hint("cb_nodes", Integer.toString(1 + random.nextInt(5)))
                    .hint(
                            "romio_cb_write",
                            List.of("enable", "disable", "automatic").get(random.nextInt(3)))
                    .hint(
                            "romio_cb_read",
                            List.of("enable", "disable", "automatic").get(random.nextInt(3)))
                    .hint("ind_wr_buffer_size", Integer.toString(20 + random.nextInt(300)))
                    .hint("ind_rd_buffer_size", Integer.toString(20 + random.nextInt(300)))
                    .hint("romio_ds_write", sieves ? "enable" : random.nextBoolean() ? "disable" : "automatic")
                    .hint(
                            "romio_ds_read",
                            List.of("enable", "disable", "automatic").get(random.nextInt(3)));
            if (random.nextInt(4) == 0) {
                calls.hint("romio_pvfs2_listio_write", "enable").hint("romio_pvfs2_listio_read", "enable");
            }
            if (random.nextInt(4) == 0) {
                calls.hint("romio_pvfs2_dtype_write", "enable").hint("romio_pvfs2_dtype_read", "enable");
            }
            calls.open();
        }

        /** Bytes, or copies of such a type in blocks with gaps, up to three deep. */
        Type type(int depth) {
            if (depth == 0) {
                return bytes;
            }
            Type inner = type(depth - 1);
            int count = 1 + random.nextInt(3);
            int block = 1 + random.nextInt(3);
            int stride = block + random.nextInt(3);
            long number = program.addDatatype(id -> Datatype.vector(id, count, block, stride, inner.number));
            List<Integer> data = new ArrayList<>();
            for (int i = 0; i < count * block; i++) {
                int at = (i / block * stride + i % block) * inner.extent;
                inner.data.forEach(one -> data.add(at + one));
            }
            return new Type(number, data, ((count - 1) * stride + block) * inner.extent);
        }

        void choose() {
            for (int rank = 0; rank < ranks; rank++) {
                views[rank] = type(random.nextInt(4));
                displacements[rank] = random.nextInt(500);
                own.view(rank, displacements[rank], bytes.number, views[rank].number);
                own.memory(rank, type(random.nextInt(3)).number);
            }
        }

        void chooseCommon() {
            commonView = type(random.nextInt(4));
            commonDisplacement = random.nextInt(500);
            pointer = 0;
            for (int rank = 0; rank < ranks; rank++) {
                common.view(rank, commonDisplacement, bytes.number, commonView.number);
            }
        }

        private void expect(boolean writes, List<Integer> places) {
            places.forEach((writes ? written : read)::set);
            if (writes && !places.isEmpty()) {
                // Data sieving writes back what it has read between.
                int last = places.get(places.size() - 1) + 1;
                mayBeWritten.set(places.get(0), last);
            }
        }

        private long request(int rank) {
            if (random.nextBoolean()) {
                return Command.BLOCKING;
            }
            open.get(rank).add(request);
            return request++;
        }

        void alone() {
            int rank = random.nextInt(ranks);
            boolean writes = random.nextBoolean();
            int position = random.nextInt(300);
            int size = random.nextInt(200);
            CommandType type = writes ? CommandType.FILE_WRITE : CommandType.FILE_READ;
            own.access(type, rank, position, size, request(rank));
            expect(writes, views[rank].places(displacements[rank], position, size));
        }

        void together() {
            boolean writes = random.nextBoolean();
            boolean waits = random.nextBoolean();
            CommandType type = writes ? CommandType.FILE_WRITE_ALL : CommandType.FILE_READ_ALL;
            int low = Integer.MAX_VALUE;
            int high = 0;
            for (int rank = 0; rank < ranks; rank++) {
                int position = random.nextInt(300);
                int size = random.nextInt(5) == 0 ? 0 : random.nextInt(200);
                if (!waits) {
                    open.get(rank).add(request);
                }
                own.access(type, rank, position, size, waits ? Command.BLOCKING : request++);
                List<Integer> places = views[rank].places(displacements[rank], position, size);
                expect(writes, places);
                if (!places.isEmpty()) {
                    low = Math.min(low, places.get(0));
                    high = Math.max(high, places.get(places.size() - 1) + 1);
                }
            }
            if (writes && high > low) {
                mayBeWritten.set(low, high);
            }
        }

        void shared() {
            int rank = random.nextInt(ranks);
            boolean writes = random.nextBoolean();
            int size = random.nextInt(100);
            CommandType type = writes ? CommandType.FILE_WRITE_SHARED : CommandType.FILE_READ_SHARED;
            common.shared(type, rank, size, Command.BLOCKING);
            // So that nobody else moves the pointer before.
            program.addBarrier(program.world());
            expect(writes, commonView.places(commonDisplacement, pointer, size));
            pointer += size;
        }

        void ordered() {
            boolean writes = random.nextBoolean();
            boolean split = random.nextBoolean();
            CommandType type = writes ? CommandType.FILE_WRITE_ORDERED : CommandType.FILE_READ_ORDERED;
            int start = pointer;
            for (int rank = 0; rank < ranks; rank++) {
                int size = random.nextInt(100);
                common.ordered(type, rank, size, split ? request : Command.BLOCKING);
                if (split) {
                    program.addWaitAll(rank, request++);
                }
                pointer += size;
            }
            program.addBarrier(program.world());
            expect(writes, commonView.places(commonDisplacement, start, pointer - start));
        }

        void step() {
            switch (random.nextInt(9)) {
                case 0 -> choose();
                case 1 -> chooseCommon();
                case 2 -> {
                    pointer = random.nextInt(400);
                    common.seekShared(pointer);
                }
                case 3, 4 -> alone();
                case 5, 6 -> together();
                case 7 -> shared();
                default -> ordered();
            }
        }

        void end() {
            for (int rank = 0; rank < ranks; rank++) {
                if (!open.get(rank).isEmpty()) {
                    program.addWaitAll(
                            rank,
                            open.get(rank).stream().mapToLong(Long::longValue).toArray());
                }
            }
            own.close();
            common.close();
        }

        ModelBuilder model() {
            List<String> methods = List.of("TwoPhase", "ContiguousTwoPhase", "Direct");
            Map<String, Long> parameters = Map.of(
                    "listPieces", 1L + random.nextInt(70), "romio_generic", sieves ? (long) random.nextInt(2) : 0L);
            return Stars.star(ranks, 1, Stars.NIC, SimpleDisk.of(1000, 1e9, 1), Stars.WRITE_BEHIND)
                    .method(CommandType.FILE_WRITE_ALL, methods.get(random.nextInt(3)))
                    .method(CommandType.FILE_READ_ALL, methods.get(random.nextInt(3)))
                    .method(CommandType.FILE_WRITE, "FileWriteDirect", parameters)
                    .method(CommandType.FILE_READ, "FileReadDirect", parameters);
        }
    }

    @Property(tries = 250)
    void isThatOfAWalkFromByteToByte(@ForAll long seed) {
        Run run = new Run(new Random(seed));
        run.choose();
        run.chooseCommon();
        for (int i = run.random.nextInt(25); i >= 0; i--) {
            run.step();
        }
        run.end();
        FileImage image = FileImage.of(run.model().build(), run.program.build());
        BitSet written = image.bytes(Kind.WRITE);
        if (!run.sieves) {
            assertEquals(run.written, written);
        }
        assertEquals(new BitSet(), without(run.written, written), "bytes that didn't reach the disk");
        assertEquals(new BitSet(), without(written, run.mayBeWritten), "bytes that nobody wrote");
        assertEquals(new BitSet(), without(run.read, image.bytes(Kind.READ)), "bytes that weren't read");
    }

    private static BitSet without(BitSet all, BitSet others) {
        BitSet rest = (BitSet) all.clone();
        rest.andNot(others);
        return rest;
    }
}
