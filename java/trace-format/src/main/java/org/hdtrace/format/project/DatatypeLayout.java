// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.format.project;

import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Where a datatype's bytes are: size, extent, lower bound and the contiguous pieces, by the rules of MPI's type maps. Regular
 * types are kept as repetitions, so a layout is small whatever its count.
 *
 * <p>Thread: immutable, any. Source: MPI 4.0, chapter 5; FORMATS A9, B 1.2.
 */
public final class DatatypeLayout {
    private static final DatatypeLayout[] NO_PARTS = {};

    private final long size;
    private final Bounds bounds;
    /** Bytes of data at {@link #runOffset} when the type is one piece; else -1. */
    private final long runLength;

    private final long runOffset;
    /** A repetition of the first part when there are no displacements; else one part at each displacement. */
    private final long count;

    private final long stride;
    private final long[] displacements;
    private final DatatypeLayout[] parts;
    private final DataSpan span;
    /** Null for parts that have no number. */
    private final Composition composition;

    /**
     * Bounds of a type in bytes from its address.
     *
     * @param lowerSet whether MPI_LB or a resize fixed it, which then holds for types made of it
     * @param alignment of the strictest basic type inside
     */
    record Bounds(long lower, long upper, boolean lowerSet, boolean upperSet, long alignment) {
        Bounds at(long displacement) {
            return new Bounds(
                    Math.addExact(lower, displacement),
                    Math.addExact(upper, displacement),
                    lowerSet,
                    upperSet,
                    alignment);
        }

        /** Bounds of two types together: fixed bounds win over computed ones. */
        Bounds join(Bounds other) {
            long low = lowerSet == other.lowerSet ? Math.min(lower, other.lower) : lowerSet ? lower : other.lower;
            long high = upperSet == other.upperSet ? Math.max(upper, other.upper) : upperSet ? upper : other.upper;
            return new Bounds(
                    low,
                    high,
                    lowerSet || other.lowerSet,
                    upperSet || other.upperSet,
                    Math.max(alignment, other.alignment));
        }
    }

    private DatatypeLayout(
            long size,
            Bounds bounds,
            long runOffset,
            long runLength,
            long count,
            long stride,
            long[] displacements,
            DatatypeLayout[] parts) {
        this(size, bounds, runOffset, runLength, count, stride, displacements, parts, null);
    }

    private DatatypeLayout(
            long size,
            Bounds bounds,
            long runOffset,
            long runLength,
            long count,
            long stride,
            long[] displacements,
            DatatypeLayout[] parts,
            Composition composition) {
        this.size = size;
        this.bounds = bounds;
        this.runOffset = runOffset;
        this.runLength = runLength;
        this.count = count;
        this.stride = stride;
        this.displacements = displacements;
        this.parts = parts;
        this.composition = composition;
        span = runLength >= 0
                ? DataSpan.ofRun(runOffset, runLength)
                : displacements == null
                        ? DataSpan.ofRepetition(count, stride, parts[0].span, parts[0].size)
                        : DataSpan.ofList(displacements, parts);
    }

    /** Layout of a type from the types of its rank; empty when it or one it is made of is unknown or makes no sense. */
    public static Optional<DatatypeLayout> of(Map<Long, Datatype> types, long id) {
        return Optional.ofNullable(
                LayoutBuilder.layouts(List.copyOf(types.values())).get(id));
    }

    /** Layouts of all types of a rank that can be computed, by id. */
    public static Map<Long, DatatypeLayout> all(List<Datatype> types) {
        return LayoutBuilder.layouts(types);
    }

    /** Of what the type is made; a layout that comes from a description has it. */
    public Optional<Composition> composition() {
        return Optional.ofNullable(composition);
    }

    /** Bytes of data. */
    public long size() {
        return size;
    }

    /** Bytes from one element to the next. */
    public long extent() {
        return bounds.upper - bounds.lower;
    }

    /** Where the extent begins, from the element's address. */
    public long lowerBound() {
        return bounds.lower;
    }

    /** Whether {@code count} elements are one piece without gaps. */
    public boolean isContiguous() {
        return runLength >= 0 && runLength == extent();
    }

    /** Where its data begins, from the element's address; 0 when it has none. */
    public long dataLower() {
        return span.lower();
    }

    /** Where its data ends, from the element's address; 0 when it has none. */
    public long dataUpper() {
        return span.upper();
    }

    /** Whether each piece lies behind the one before it, so that nothing overlaps. Known without a look at the pieces. */
    public boolean isOrdered() {
        return span.ordered();
    }

    /** Bytes of data in front of a displacement; as many steps as the type is nested, unless it isn't ordered. */
    public long bytesBefore(long displacement) {
        if (displacement <= span.lower() || size == 0) {
            return 0;
        }
        if (displacement >= span.upper()) {
            return size;
        }
        if (runLength >= 0) {
            return displacement - runOffset;
        }
        return displacements == null ? repeatedBefore(displacement) : listedBefore(displacement);
    }

    /** The contiguous pieces of one element behind its first bytes, of which the first may be cut. */
    public BlockIterator blocksAfter(long bytes) {
        if (bytes < 0) {
            throw new IllegalArgumentException("bytes=" + bytes);
        }
        Blocks blocks = new Blocks(this);
        blocks.skip(bytes);
        return blocks;
    }

    /** The contiguous pieces of {@code elements} consecutive elements, in the order of the type map. */
    public BlockIterator blocks(long elements) {
        if (elements < 0) {
            throw new IllegalArgumentException("elements=" + elements);
        }
        return new Blocks(elements == 1 ? this : repeat(elements, extent(), this));
    }

    static DatatypeLayout basic(long size, long extent, long alignment) {
        return run(0, size, new Bounds(0, extent, false, false, alignment));
    }

    /** Two basic pieces with a gap between them. */
    static DatatypeLayout gap(long firstSize, long secondOffset, long secondSize, long extent, long alignment) {
        DatatypeLayout first = basic(firstSize, firstSize, alignment);
        DatatypeLayout second = basic(secondSize, secondSize, alignment);
        Bounds bounds = new Bounds(0, extent, false, false, alignment);
        long[] places = {0, secondOffset};
        DatatypeLayout[] parts = {first, second};
        return new DatatypeLayout(firstSize + secondSize, bounds, 0, -1, 1, 0, places, parts);
    }

    /** MPI_LB or MPI_UB: no data, only a bound. */
    static DatatypeLayout marker(boolean lower) {
        return run(0, 0, new Bounds(0, 0, lower, !lower, 1));
    }

    /** No data at all. */
    static DatatypeLayout empty() {
        return run(0, 0, new Bounds(0, 0, false, false, 1));
    }

    /** {@code count} elements, {@code stride} bytes apart. */
    static DatatypeLayout repeat(long count, long stride, DatatypeLayout part) {
        if (count == 0) {
            return empty();
        }
        long last = Math.multiplyExact(count - 1, stride);
        Bounds bounds = part.bounds.join(part.bounds.at(last));
        long size = Math.multiplyExact(count, part.size);
        if (count == 1 || part.runLength == 0 || (part.runLength > 0 && part.runLength == stride)) {
            if (part.runLength >= 0) {
                return run(part.runOffset, size, bounds);
            }
            return part;
        }
        DatatypeLayout[] parts = {part};
        return new DatatypeLayout(size, bounds, 0, -1, count, stride, null, parts);
    }

    /** Parts at displacements, at least one; the arrays belong to the layout afterwards. */
    static DatatypeLayout list(long[] displacements, DatatypeLayout... parts) {
        Bounds bounds = parts[0].bounds.at(displacements[0]);
        long size = 0;
        for (int i = 0; i < parts.length; i++) {
            bounds = bounds.join(parts[i].bounds.at(displacements[i]));
            size = Math.addExact(size, parts[i].size);
        }
        if (parts.length == 1 && parts[0].runLength >= 0) {
            return run(Math.addExact(displacements[0], parts[0].runOffset), size, bounds);
        }
        return new DatatypeLayout(size, bounds, 0, -1, 1, 0, displacements, parts);
    }

    /** The same, made that way. */
    DatatypeLayout made(Composition way) {
        return new DatatypeLayout(size, bounds, runOffset, runLength, count, stride, displacements, parts, way);
    }

    /** The same data with fixed bounds. */
    DatatypeLayout resized(long lower, long extent) {
        Bounds fixed = new Bounds(lower, Math.addExact(lower, extent), true, true, bounds.alignment);
        return new DatatypeLayout(size, fixed, runOffset, runLength, count, stride, displacements, parts);
    }

    /** The same data, its extent filled up to the alignment as compilers do for structures. */
    DatatypeLayout padded() {
        if (bounds.upperSet) {
            return this;
        }
        long extent = Math.subtractExact(bounds.upper, bounds.lower);
        long rest = Math.floorMod(extent, bounds.alignment);
        long upper = rest == 0 ? bounds.upper : Math.addExact(bounds.upper, bounds.alignment - rest);
        Bounds wider = new Bounds(bounds.lower, upper, bounds.lowerSet, false, bounds.alignment);
        return new DatatypeLayout(size, wider, runOffset, runLength, count, stride, displacements, parts);
    }

    private long repeatedBefore(long displacement) {
        DatatypeLayout part = parts[0];
        long bytes = 0;
        long index = 0;
        if (stride > 0 && displacement >= part.span.upper()) {
            index = Math.min(count, (displacement - part.span.upper()) / stride + 1);
            bytes = index * part.size;
        }
        for (; index < count && (stride <= 0 || displacement > index * stride + part.span.lower()); index++) {
            bytes += part.bytesBefore(displacement - index * stride);
        }
        return bytes;
    }

    private long listedBefore(long displacement) {
        if (!span.ordered()) {
            long bytes = 0;
            for (int i = 0; i < parts.length; i++) {
                bytes += parts[i].bytesBefore(displacement - displacements[i]);
            }
            return bytes;
        }
        int low = 0;
        int high = parts.length - 1;
        while (low < high) {
            int middle = (low + high + 1) >>> 1;
            int part = withData(middle, low);
            if (parts[part].size == 0 || displacements[part] + parts[part].span.lower() < displacement) {
                low = middle;
            } else {
                high = part - 1;
            }
        }
        int last = withData(low, 0);
        return span.before(last) + parts[last].bytesBefore(displacement - displacements[last]);
    }

    /** The last part with data up to one; those without count for no order. */
    private int withData(int part, int first) {
        int found = part;
        while (found > first && parts[found].size == 0) {
            found--;
        }
        return found;
    }

    private static DatatypeLayout run(long offset, long length, Bounds bounds) {
        return new DatatypeLayout(length, bounds, offset, length, 1, 0, null, NO_PARTS);
    }

    /** Walks down the tree of parts with a stack of its own. */
    private static final class Blocks implements BlockIterator {
        private DatatypeLayout[] nodes = new DatatypeLayout[8];
        private long[] bases = new long[8];
        private long[] indices = new long[8];
        private int depth;

        private long rawOffset;
        private long rawLength;
        private boolean rawPending;
        private long offset;
        private long length;

        Blocks(DatatypeLayout root) {
            push(root, 0);
        }

        @Override
        public boolean next() {
            if (!rawPending && !nextRaw()) {
                return false;
            }
            offset = rawOffset;
            length = rawLength;
            rawPending = nextRaw();
            while (rawPending && rawOffset == offset + length) {
                length += rawLength;
                rawPending = nextRaw();
            }
            return true;
        }

        @Override
        public long offset() {
            return offset;
        }

        @Override
        public long length() {
            return length;
        }

        /** Leave out the first bytes; only before the first step. */
        void skip(long bytes) {
            long left = bytes;
            while (depth > 0 && left > 0) {
                DatatypeLayout node = nodes[depth - 1];
                if (left >= node.size) {
                    left -= node.size;
                    depth--;
                } else if (node.runLength >= 0) {
                    rawOffset = bases[--depth] + node.runOffset + left;
                    rawLength = node.runLength - left;
                    rawPending = true;
                    return;
                } else {
                    left = descend(node, left);
                }
            }
        }

        /** Enter the part that holds a byte; the rest of the byte's number is within that part. */
        private long descend(DatatypeLayout node, long bytes) {
            long base = bases[depth - 1];
            if (node.displacements == null) {
                long index = bytes / node.parts[0].size;
                indices[depth - 1] = index + 1;
                push(node.parts[0], base + index * node.stride);
                return bytes - index * node.parts[0].size;
            }
            int index = node.span.partOf(bytes);
            indices[depth - 1] = index + 1L;
            push(node.parts[index], base + node.displacements[index]);
            return bytes - node.span.before(index);
        }

        private boolean nextRaw() {
            while (depth > 0) {
                DatatypeLayout node = nodes[depth - 1];
                long base = bases[depth - 1];
                if (node.runLength >= 0) {
                    depth--;
                    if (node.runLength > 0) {
                        rawOffset = base + node.runOffset;
                        rawLength = node.runLength;
                        return true;
                    }
                    continue;
                }
                long index = indices[depth - 1]++;
                boolean repeated = node.displacements == null;
                if (index == (repeated ? node.count : node.parts.length)) {
                    depth--;
                } else if (repeated) {
                    push(node.parts[0], base + index * node.stride);
                } else {
                    push(node.parts[(int) index], base + node.displacements[(int) index]);
                }
            }
            return false;
        }

        private void push(DatatypeLayout node, long base) {
            if (depth == nodes.length) {
                nodes = java.util.Arrays.copyOf(nodes, depth * 2);
                bases = java.util.Arrays.copyOf(bases, depth * 2);
                indices = java.util.Arrays.copyOf(indices, depth * 2);
            }
            nodes[depth] = node;
            bases[depth] = base;
            indices[depth++] = 0;
        }
    }
}
