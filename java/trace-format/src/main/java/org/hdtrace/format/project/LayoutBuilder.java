// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.format.project;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.hdtrace.format.trace.Attributes;
import org.hdtrace.format.trace.DataElement;

/** Computes layouts from the descriptions of a project file, one method per combiner. */
final class LayoutBuilder {
    /** Types may refer to later ones, which only hand-made files do. */
    private static final int MOST_PASSES = 16;

    private static final int MOST_SHARED_BLOCKS = 1 << 12;

    private final Map<Long, DatatypeLayout> layouts = new HashMap<>();

    private LayoutBuilder() {}

    static Map<Long, DatatypeLayout> layouts(List<Datatype> types) {
        LayoutBuilder builder = new LayoutBuilder();
        List<Datatype> open = types;
        for (int pass = 0; pass < MOST_PASSES && !open.isEmpty(); pass++) {
            List<Datatype> left = new ArrayList<>();
            for (Datatype type : open) {
                DatatypeLayout layout = builder.layoutOrNull(type);
                if (layout == null) {
                    left.add(type);
                } else {
                    builder.layouts.put(type.id(), layout);
                }
            }
            if (left.size() == open.size()) {
                break;
            }
            open = left;
        }
        return builder.layouts;
    }

    private DatatypeLayout layoutOrNull(Datatype type) {
        try {
            return layout(type).made(composition(type));
        } catch (Unusable | ArithmeticException e) {
            return null;
        }
    }

    private DatatypeLayout layout(Datatype type) throws Unusable {
        return switch (type.combiner()) {
            case "NAMED" -> named(type);
            case "CONTIGUOUS" -> contiguous(type);
            case "VECTOR" -> vector(type, false);
            case "HVECTOR", "HVECTOR_INTEGER" -> vector(type, true);
            case "INDEXED" -> indexed(type, false);
            case "HINDEXED" -> indexed(type, true);
            case "INDEXED_BLOCK" -> indexedBlock(type, false);
            case "HINDEXED_BLOCK" -> indexedBlock(type, true);
            case "STRUCT", "STRUCT_INTEGER" -> struct(type);
            case "SUBARRAY" -> subarray(type);
            case "DARRAY" -> darray(type);
            case "DUP" -> old(type);
            case "RESIZED" -> old(type).resized(number(type, "lowerBound"), number(type, "extent"));
            case "HINDEXED_INTEGER" -> hindexedInteger(type);
            case "F90_REAL", "F90_COMPLEX", "F90_INTEGER" -> fortran90(type);
            default -> throw new Unusable("unknown combiner");
        };
    }

    /** Of a type whose layout is known. */
    private Composition composition(Datatype type) throws Unusable {
        return switch (type.combiner()) {
            case "NAMED", "F90_REAL", "F90_COMPLEX", "F90_INTEGER" -> new Composition(0, 1, Set.of(type.combiner()));
            case "INDEXED", "HINDEXED" ->
                old(type)
                        .composition()
                        .orElse(Composition.NAMED)
                        .in(type.combiner(), PartRows.of(type, "Block").size());
            case "STRUCT", "STRUCT_INTEGER" -> members(type);
            case "DARRAY", "HINDEXED_INTEGER" -> new Composition(1, 1, Set.of(type.combiner()));
            default -> old(type).composition().orElse(Composition.NAMED).in(type.combiner(), 1);
        };
    }

    private Composition members(Datatype type) throws Unusable {
        PartRows members = PartRows.of(type, "Type");
        Composition all = new Composition(0, 0, Set.of(type.combiner()));
        boolean bounded = false;
        for (int i = 0; i < members.size(); i++) {
            DatatypeLayout member = known(members.number(i, "id"));
            Composition made = member.composition().orElse(Composition.NAMED);
            boolean marker = member.size() == 0 && made.equals(Composition.NAMED);
            bounded |= marker;
            all = marker ? all : all.and(made);
        }
        return bounded ? all.in(type.combiner(), 1) : all;
    }

    private static DatatypeLayout named(Datatype type) throws Unusable {
        DatatypeLayout layout = NamedTypes.layout(type.name());
        if (layout == null) {
            throw new Unusable("unknown predefined type");
        }
        return layout;
    }

    private DatatypeLayout contiguous(Datatype type) throws Unusable {
        DatatypeLayout old = old(type);
        return DatatypeLayout.repeat(count(type, "count"), old.extent(), old);
    }

    private DatatypeLayout vector(Datatype type, boolean strideInBytes) throws Unusable {
        DatatypeLayout old = old(type);
        DatatypeLayout block = DatatypeLayout.repeat(count(type, "blocklength"), old.extent(), old);
        long stride = number(type, "stride");
        long bytes = strideInBytes ? stride : Math.multiplyExact(stride, old.extent());
        return block.size() == 0 && count(type, "blocklength") == 0
                ? DatatypeLayout.empty()
                : DatatypeLayout.repeat(count(type, "count"), bytes, block);
    }

    private DatatypeLayout indexed(Datatype type, boolean indexInBytes) throws Unusable {
        DatatypeLayout old = old(type);
        Parts parts = new Parts();
        PartRows blocks = PartRows.of(type, "Block");
        for (int i = 0; i < blocks.size(); i++) {
            long index = blocks.number(i, "index", "displacement");
            long at = indexInBytes ? index : Math.multiplyExact(index, old.extent());
            parts.add(at, blocks.count(i, "len", "blocklen", "length"), old);
        }
        return parts.layout();
    }

    private DatatypeLayout indexedBlock(Datatype type, boolean inBytes) throws Unusable {
        DatatypeLayout old = old(type);
        long length = count(type, "blocklength");
        Parts parts = new Parts();
        PartRows blocks = PartRows.of(type, "Block");
        for (int i = 0; i < blocks.size(); i++) {
            long displacement = blocks.number(i, "displacement", "index");
            parts.add(inBytes ? displacement : Math.multiplyExact(displacement, old.extent()), length, old);
        }
        return parts.layout();
    }

    private DatatypeLayout struct(Datatype type) throws Unusable {
        Parts parts = new Parts();
        PartRows members = PartRows.of(type, "Type");
        for (int i = 0; i < members.size(); i++) {
            DatatypeLayout old = known(members.number(i, "id"));
            long length = members.count(i, "blocklen", "blocklength", "len");
            parts.add(members.number(i, "displacement"), length, old);
        }
        return parts.layout().padded();
    }

    private DatatypeLayout subarray(Datatype type) throws Unusable {
        DatatypeLayout old = old(type);
        DatatypeLayout layout = old;
        long stride = old.extent();
        long offset = 0;
        for (DataElement dimension : fastestFirst(type)) {
            long whole = PartRows.count(dimension.attributes(), "size");
            long part = PartRows.count(dimension.attributes(), "subsize");
            long start = PartRows.count(dimension.attributes(), "start");
            if (start + part > whole) {
                throw new Unusable("subarray outside of the array");
            }
            layout = DatatypeLayout.repeat(part, stride, layout);
            offset = Math.addExact(offset, Math.multiplyExact(start, stride));
            stride = Math.multiplyExact(stride, whole);
        }
        return DatatypeLayout.list(new long[] {offset}, layout).resized(0, stride);
    }

    private DatatypeLayout darray(Datatype type) throws Unusable {
        DatatypeLayout old = old(type);
        List<DataElement> dimensions = PartRows.elements(type, "Dimension");
        long[] coordinates = coordinates(type, dimensions);
        boolean fortran = isFortranOrder(type);
        DatatypeLayout layout = old;
        long stride = old.extent();
        for (int i = 0; i < dimensions.size(); i++) {
            int fastest = fortran ? i : dimensions.size() - 1 - i;
            Attributes dimension = dimensions.get(fastest).attributes();
            layout = distributed(dimension, coordinates[fastest], stride, layout);
            stride = Math.multiplyExact(stride, PartRows.count(dimension, "gsize"));
        }
        return layout.resized(0, stride);
    }

    /** Place of the rank in the grid of processes, whose last dimension runs fastest whatever the order of the array. */
    private static long[] coordinates(Datatype type, List<DataElement> dimensions) throws Unusable {
        long[] coordinates = new long[dimensions.size()];
        long rest = count(type, "rank");
        for (int i = coordinates.length - 1; i >= 0; i--) {
            long processes = PartRows.count(dimensions.get(i).attributes(), "psize");
            if (processes == 0) {
                throw new Unusable("no processes");
            }
            coordinates[i] = rest % processes;
            rest /= processes;
        }
        return coordinates;
    }

    private static DatatypeLayout distributed(Attributes dimension, long place, long stride, DatatypeLayout part)
            throws Unusable {
        long whole = PartRows.count(dimension, "gsize");
        long processes = PartRows.count(dimension, "psize");
        long argument = PartRows.number(dimension, "darg");
        String kind = PartRows.text(dimension, "distrib").toUpperCase(Locale.ROOT);
        long block;
        if (kind.contains("NONE") || kind.equals("2") || kind.equals("123")) {
            return DatatypeLayout.repeat(whole, stride, part);
        } else if (kind.contains("BLOCK") || kind.equals("0") || kind.equals("121")) {
            block = argument > 0 ? argument : (whole + processes - 1) / processes;
        } else if (kind.contains("CYCLIC") || kind.equals("1") || kind.equals("122")) {
            block = argument > 0 ? argument : 1;
        } else {
            throw new Unusable("unknown distribution");
        }
        if (block == 0) {
            return DatatypeLayout.empty();
        }
        long cycle = Math.multiplyExact(block, processes);
        long first = Math.multiplyExact(place, block);
        long mine = Math.max(0, whole - first);
        long fullBlocks = mine / cycle + (mine % cycle >= block ? 1 : 0);
        long rest = mine % cycle >= block ? 0 : mine % cycle;
        DatatypeLayout full = DatatypeLayout.repeat(block, stride, part);
        Parts parts = new Parts();
        long step = Math.multiplyExact(cycle, stride);
        parts.addIfAny(Math.multiplyExact(first, stride), DatatypeLayout.repeat(fullBlocks, step, full));
        long last = Math.addExact(Math.multiplyExact(first, stride), Math.multiplyExact(fullBlocks, step));
        parts.addIfAny(last, DatatypeLayout.repeat(rest, stride, part));
        return parts.layout();
    }

    private DatatypeLayout hindexedInteger(Datatype type) throws Unusable {
        List<Long> integers = texts(type, "Integer");
        List<Long> olds = texts(type, "Type");
        if (olds.size() != 1 || integers.isEmpty() || integers.size() != 1 + 2 * integers.get(0)) {
            throw new Unusable("wrong number of integers");
        }
        int blocks = (int) (long) integers.get(0);
        Parts parts = new Parts();
        for (int i = 0; i < blocks; i++) {
            long length = integers.get(1 + i);
            if (length < 0) {
                throw new Unusable("negative length");
            }
            parts.add(integers.get(1 + blocks + i), length, known(olds.get(0)));
        }
        return parts.layout();
    }

    /** Sizes by decimal precision and range, as compilers for 64-bit Linux choose them. */
    private static DatatypeLayout fortran90(Datatype type) throws Unusable {
        List<Long> integers = texts(type, "Integer");
        if (integers.isEmpty()) {
            throw new Unusable("no precision");
        }
        long digits = integers.get(0);
        long size;
        if (type.combiner().equals("F90_INTEGER")) {
            size = digits <= 2 ? 1 : digits <= 4 ? 2 : digits <= 9 ? 4 : digits <= 18 ? 8 : 16;
            return DatatypeLayout.basic(size, size, size);
        }
        long range = integers.size() > 1 ? integers.get(1) : 0;
        size = digits <= 6 && range <= 37 ? 4 : digits <= 15 && range <= 307 ? 8 : 16;
        boolean complex = type.combiner().equals("F90_COMPLEX");
        return DatatypeLayout.basic(complex ? 2 * size : size, complex ? 2 * size : size, size);
    }

    /** Collects parts at displacements; parts without elements count for nothing, as MPI says. */
    private static final class Parts {
        private long[] displacements = new long[4];
        private DatatypeLayout[] parts = new DatatypeLayout[4];
        private int size;
        /** Blocks of the same type and length share their layout: there may be millions. */
        private final Map<Block, DatatypeLayout> blocks = new HashMap<>();

        /** A type is the same when it is the same object. */
        private record Block(long length, DatatypeLayout old) {}

        void add(long displacement, long length, DatatypeLayout old) {
            if (length > 0) {
                if (blocks.size() == MOST_SHARED_BLOCKS) {
                    blocks.clear();
                }
                add(
                        displacement,
                        blocks.computeIfAbsent(
                                new Block(length, old), key -> DatatypeLayout.repeat(length, old.extent(), old)));
            }
        }

        void addIfAny(long displacement, DatatypeLayout part) {
            if (part.size() > 0) {
                add(displacement, part);
            }
        }

        DatatypeLayout layout() {
            if (size == 0) {
                return DatatypeLayout.empty();
            }
            return DatatypeLayout.list(Arrays.copyOf(displacements, size), Arrays.copyOf(parts, size));
        }

        private void add(long displacement, DatatypeLayout part) {
            if (size == parts.length) {
                displacements = Arrays.copyOf(displacements, size * 2);
                parts = Arrays.copyOf(parts, size * 2);
            }
            displacements[size] = displacement;
            parts[size++] = part;
        }
    }

    private static List<DataElement> fastestFirst(Datatype type) throws Unusable {
        List<DataElement> dimensions = new ArrayList<>(PartRows.elements(type, "Dimension"));
        if (!isFortranOrder(type)) {
            java.util.Collections.reverse(dimensions);
        }
        return dimensions;
    }

    private static boolean isFortranOrder(Datatype type) throws Unusable {
        String order = PartRows.text(type.attributes(), "order").toUpperCase(Locale.ROOT);
        // 57 is MPICH's number for it.
        return order.contains("FORTRAN") || order.equals("57");
    }

    private DatatypeLayout old(Datatype type) throws Unusable {
        return known(number(type, "oldType"));
    }

    private DatatypeLayout known(long id) throws Unusable {
        DatatypeLayout layout = layouts.get(id);
        if (layout == null) {
            throw new Unusable("unknown type");
        }
        return layout;
    }

    private static List<Long> texts(Datatype type, String name) throws Unusable {
        List<Long> numbers = new ArrayList<>();
        for (DataElement part : PartRows.elements(type, name)) {
            try {
                numbers.add(Long.parseLong(part.text()));
            } catch (NumberFormatException e) {
                throw new Unusable("no number");
            }
        }
        return numbers;
    }

    private static long count(Datatype type, String name) throws Unusable {
        return PartRows.count(type.attributes(), name);
    }

    private static long number(Datatype type, String name) throws Unusable {
        return PartRows.number(type.attributes(), name);
    }
}
