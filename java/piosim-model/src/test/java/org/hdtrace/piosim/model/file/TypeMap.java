// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.piosim.model.file;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.hdtrace.format.project.Datatype;
import org.hdtrace.format.trace.Attributes;
import org.hdtrace.format.trace.DataElement;

/**
 * A datatype as MPI's definition has it: the displacement of every byte in order, and the bounds. Made at random, together with
 * the descriptions by which a project file tells the same. Types are of bytes, so that nothing needs alignment.
 */
final class TypeMap {
    final List<Long> bytes;
    final long lower;
    final long upper;
    /** Whether the bounds were stated; then those of other members of a structure don't count (MPI 4.0, 5.1.7). */
    private final boolean stated;

    private TypeMap(List<Long> bytes, long lower, long upper, boolean stated) {
        this.bytes = bytes;
        this.lower = lower;
        this.upper = upper;
        this.stated = stated;
    }

    long extent() {
        return upper - lower;
    }

    /** Copies at displacements, bounds from the lowest to the highest. */
    private TypeMap at(List<Long> displacements) {
        List<Long> all = new ArrayList<>();
        long low = Long.MAX_VALUE;
        long high = Long.MIN_VALUE;
        for (long displacement : displacements) {
            bytes.forEach(one -> all.add(one + displacement));
            low = Math.min(low, lower + displacement);
            high = Math.max(high, upper + displacement);
        }
        return new TypeMap(all, low, high, stated);
    }

    /** Makes types of types; the last of the descriptions is the one returned. */
    static final class Maker {
        private final Random random;
        private final List<Datatype> types = new ArrayList<>(List.of(Datatype.named(0, "MPI_BYTE")));

        Maker(long seed) {
            random = new Random(seed);
        }

        List<Datatype> descriptions() {
            return types;
        }

        long lastId() {
            return types.size() - 1L;
        }

        TypeMap make(int depth) {
            TypeMap type = new TypeMap(List.of(0L), 0, 1, false);
            for (int level = 0; level < depth; level++) {
                type = wrap(type);
            }
            return type;
        }

        private TypeMap wrap(TypeMap old) {
            long below = lastId();
            return switch (random.nextInt(10)) {
                case 0 -> contiguous(old, below);
                case 1 -> vector(old, below, false);
                case 2 -> vector(old, below, true);
                case 3 -> indexed(old, below, false);
                case 4 -> indexed(old, below, true);
                case 5 -> indexedBlock(old, below);
                case 6 -> struct(old, below);
                case 7 -> subarray(old, below);
                case 8 -> darray(old, below);
                default -> resized(old, below);
            };
        }

        private TypeMap contiguous(TypeMap old, long below) {
            int count = 1 + random.nextInt(3);
            describe("CONTIGUOUS", "count", count, "oldType", below);
            return old.at(steps(0, count, old.extent()));
        }

        private TypeMap vector(TypeMap old, long below, boolean inBytes) {
            int count = 1 + random.nextInt(3);
            int length = 1 + random.nextInt(3);
            long stride = (long) length + random.nextInt(3);
            long bytes = inBytes ? length * old.extent() + random.nextInt(5) : stride * old.extent();
            describe(
                    inBytes ? "HVECTOR" : "VECTOR",
                    "count",
                    count,
                    "blocklength",
                    length,
                    "stride",
                    inBytes ? bytes : stride,
                    "oldType",
                    below);
            List<Long> places = new ArrayList<>();
            for (int block = 0; block < count; block++) {
                places.addAll(steps(block * bytes, length, old.extent()));
            }
            return old.at(places);
        }

        private TypeMap indexed(TypeMap old, long below, boolean inBytes) {
            int count = 1 + random.nextInt(3);
            List<Long> places = new ArrayList<>();
            List<DataElement> blocks = new ArrayList<>();
            long next = random.nextInt(3);
            for (int block = 0; block < count; block++) {
                int length = 1 + random.nextInt(3);
                blocks.add(part("Block", "len", length, "index", next));
                places.addAll(steps(inBytes ? next : next * old.extent(), length, old.extent()));
                next += (inBytes ? length * old.extent() : length) + random.nextInt(3);
            }
            describe(inBytes ? "HINDEXED" : "INDEXED", blocks, "count", count, "oldType", below);
            return old.at(places);
        }

        private TypeMap indexedBlock(TypeMap old, long below) {
            int length = 1 + random.nextInt(3);
            List<Long> places = new ArrayList<>();
            List<DataElement> blocks = new ArrayList<>();
            long next = random.nextInt(3);
            for (int block = 0; block < 2; block++) {
                blocks.add(part("Block", "displacement", next));
                places.addAll(steps(next * old.extent(), length, old.extent()));
                next += length + random.nextInt(3);
            }
            describe("INDEXED_BLOCK", blocks, "count", 2, "oldType", below, "blockLength", length);
            return old.at(places);
        }

        private TypeMap struct(TypeMap old, long below) {
            // Bytes in front of the old type, which may itself be anything.
            long gap = random.nextInt(3);
            long second = 2 + gap - Math.min(0, old.lower);
            int length = 1 + random.nextInt(2);
            List<DataElement> parts = List.of(
                    part("Type", "id", 0, "displacement", 0, "blocklen", 2),
                    part("Type", "id", below, "displacement", second, "blocklen", length));
            describe("STRUCT", parts, "count", 2);
            TypeMap rest = old.at(steps(second, length, old.extent()));
            List<Long> all = new ArrayList<>(List.of(0L, 1L));
            all.addAll(rest.bytes);
            return rest.stated
                    ? new TypeMap(all, rest.lower, rest.upper, true)
                    : new TypeMap(all, Math.min(0, rest.lower), Math.max(2, rest.upper), false);
        }

        private TypeMap subarray(TypeMap old, long below) {
            int dimensions = 1 + random.nextInt(3);
            boolean fortran = random.nextBoolean();
            List<DataElement> parts = new ArrayList<>();
            int[] sizes = new int[dimensions];
            int[] starts = new int[dimensions];
            int[] subsizes = new int[dimensions];
            for (int i = 0; i < dimensions; i++) {
                sizes[i] = 1 + random.nextInt(3);
                subsizes[i] = 1 + random.nextInt(sizes[i]);
                starts[i] = random.nextInt(sizes[i] - subsizes[i] + 1);
                parts.add(part("Dimension", "size", sizes[i], "subsize", subsizes[i], "start", starts[i]));
            }
            String order = fortran ? "MPI_ORDER_FORTRAN" : "MPI_ORDER_C";
            describe("SUBARRAY", parts, "ndims", dimensions, "order", order, "oldType", below);
            return array(
                    old,
                    sizes,
                    fortran,
                    (dimension, index) ->
                            index >= starts[dimension] && index < starts[dimension] + subsizes[dimension]);
        }

        private TypeMap darray(TypeMap old, long below) {
            int dimensions = 1 + random.nextInt(2);
            boolean fortran = random.nextBoolean();
            List<DataElement> parts = new ArrayList<>();
            int[] sizes = new int[dimensions];
            int[] blocks = new int[dimensions];
            int[] processes = new int[dimensions];
            int[] place = new int[dimensions];
            int ranks = 1;
            int rank = 0;
            for (int i = 0; i < dimensions; i++) {
                sizes[i] = 2 + random.nextInt(4);
                processes[i] = 1 + random.nextInt(2);
                boolean cyclic = random.nextBoolean();
                blocks[i] = cyclic ? 1 + random.nextInt(2) : (sizes[i] + processes[i] - 1) / processes[i];
                place[i] = random.nextInt(processes[i]);
                // Cyclic blocks may leave a process without any; then it takes the first.
                place[i] = place[i] * blocks[i] < sizes[i] ? place[i] : 0;
                rank = rank * processes[i] + place[i];
                ranks *= processes[i];
                parts.add(part(
                        "Dimension",
                        "gsize",
                        sizes[i],
                        "distrib",
                        cyclic ? "MPI_DISTRIBUTE_CYCLIC" : "MPI_DISTRIBUTE_BLOCK",
                        "darg",
                        cyclic ? blocks[i] : -1,
                        "psize",
                        processes[i]));
            }
            String order = fortran ? "MPI_ORDER_FORTRAN" : "MPI_ORDER_C";
            describe(
                    "DARRAY", parts, "size", ranks, "rank", rank, "dims", dimensions, "order", order, "oldType", below);
            return array(
                    old,
                    sizes,
                    fortran,
                    (dimension, index) -> index / blocks[dimension] % processes[dimension] == place[dimension]);
        }

        /** Elements of an array in the order of its storage, of which a rule takes some of each dimension. */
        private static TypeMap array(TypeMap old, int[] sizes, boolean fortran, Taken taken) {
            int count = 1;
            for (int size : sizes) {
                count *= size;
            }
            List<Long> places = new ArrayList<>();
            for (int element = 0; element < count; element++) {
                int rest = element;
                boolean all = true;
                for (int i = 0; i < sizes.length; i++) {
                    int fastest = fortran ? i : sizes.length - 1 - i;
                    all &= taken.takes(fastest, rest % sizes[fastest]);
                    rest /= sizes[fastest];
                }
                if (all) {
                    places.add(element * old.extent());
                }
            }
            return new TypeMap(old.at(places).bytes, 0, count * old.extent(), true);
        }

        private TypeMap resized(TypeMap old, long below) {
            long lower = old.lower - random.nextInt(2);
            long extent = old.upper - lower + random.nextInt(4);
            describe("RESIZED", "lowerBound", lower, "extent", extent, "oldType", below);
            return new TypeMap(old.bytes, lower, lower + extent, true);
        }

        private void describe(String combiner, Object... fields) {
            describe(combiner, Collections.emptyList(), fields);
        }

        private void describe(String combiner, List<DataElement> parts, Object... fields) {
            types.add(new Datatype(types.size(), combiner, fields(fields), parts));
        }

        private static DataElement part(String name, Object... fields) {
            return new DataElement(name, fields(fields));
        }

        private static Attributes fields(Object... fields) {
            String[] texts = new String[fields.length];
            for (int i = 0; i < fields.length; i++) {
                texts[i] = fields[i].toString();
            }
            return Attributes.of(texts);
        }

        private static List<Long> steps(long first, int count, long stride) {
            List<Long> places = new ArrayList<>();
            for (int i = 0; i < count; i++) {
                places.add(first + i * stride);
            }
            return places;
        }
    }

    /** Which indices of an array's dimension belong to a part of it. */
    private interface Taken {
        boolean takes(int dimension, int index);
    }
}
