// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.piosim.model.file;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.stream.LongStream;
import net.jqwik.api.Assume;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.LongRange;
import org.hdtrace.format.project.BlockIterator;
import org.hdtrace.format.project.Datatype;
import org.hdtrace.format.project.DatatypeLayout;
import org.hdtrace.format.trace.Attributes;
import org.junit.jupiter.api.Test;

/** Views against the byte map that MPI's definition gives: byte n of a view is byte n mod size of copy n / size. */
class FileViewTest {
    private static final int DISPLACEMENT = 1000;

    private final DatatypeLayout pairs = layout(
            Datatype.named(0, "MPI_BYTE"),
            Datatype.contiguous(1, 2, 0),
            new Datatype(2, "RESIZED", Attributes.of("lowerBound", "0", "extent", "5", "oldType", "1"), List.of()));

    private static DatatypeLayout layout(Datatype... types) {
        return DatatypeLayout.all(List.of(types)).get(types[types.length - 1].id());
    }

    private static List<Long> bytes(BlockIterator ranges) {
        List<Long> bytes = new ArrayList<>();
        long end = -1;
        while (ranges.next()) {
            assertTrue(ranges.length() > 0 && ranges.offset() != end, "ranges that touch must be one");
            end = ranges.offset() + ranges.length();
            LongStream.range(ranges.offset(), end).forEach(bytes::add);
        }
        return bytes;
    }

    @Property(tries = 1500)
    void showsTheBytesThatTheTypeMapHas(
            @ForAll long seed,
            @ForAll @IntRange(min = 1, max = 4) int depth,
            @ForAll @LongRange(max = 60) long position,
            @ForAll @LongRange(min = 1, max = 80) long size,
            @ForAll @LongRange(max = 300) long later) {
        TypeMap.Maker maker = new TypeMap.Maker(seed);
        TypeMap map = maker.make(depth);
        DatatypeLayout layout = DatatypeLayout.all(maker.descriptions()).get(maker.lastId());
        int inOne = map.bytes.size();
        assertEquals(inOne, layout.size());
        assertEquals(map.extent(), layout.extent());
        assertEquals(map.lower, layout.lowerBound());
        List<Long> wanted = new ArrayList<>();
        for (long at = position; at < position + size; at++) {
            wanted.add(DISPLACEMENT + at / inOne * map.extent() + map.bytes.get((int) (at % inOne)));
        }

        FileView view = new FileView(DISPLACEMENT, 1, layout);
        FileRanges ranges = view.ranges(position, size);

        assertEquals(wanted, bytes(ranges.iterator()));
        assertEquals(wanted, bytes(FileRanges.of(ranges.list()).iterator()));
        assertEquals(size, ranges.bytes());
        assertEquals(wanted.stream().min(Long::compare).orElseThrow(), ranges.first());
        assertEquals(wanted.stream().max(Long::compare).orElseThrow() + 1, ranges.end());
        assertEquals(inOrder(map.bytes), layout.isOrdered());
        assertEquals(inOrder(wanted), ranges.isOrdered() || (inOrder(wanted) && !layout.isOrdered()));
        assertEquals(overlaps(map, layout.dataUpper() - layout.dataLower()), view.overlapsItself());
        if (ranges.isOrdered()) {
            long from = ranges.first() + later % (ranges.end() - ranges.first() + 2) - 1;
            List<Long> behind = wanted.stream().filter(one -> one >= from).toList();
            assertEquals(behind, bytes(ranges.from(from)));
            assertEquals(behind, bytes(FileRanges.of(ranges.list()).from(from)));
        }
        if (!view.overlapsItself() && layout.isOrdered()) {
            for (int i = 0; i < size; i++) {
                assertEquals(position + i, view.positionOf(wanted.get(i)));
                assertEquals(wanted.get(i), view.offsetOf(position + i));
            }
        }
    }

    private static boolean inOrder(List<Long> offsets) {
        for (int i = 1; i < offsets.size(); i++) {
            if (offsets.get(i) <= offsets.get(i - 1)) {
                return false;
            }
        }
        return true;
    }

    /** Whether many copies of a type have a byte in common. */
    private static boolean overlaps(TypeMap map, long span) {
        Assume.that(map.extent() > 0);
        HashSet<Long> seen = new HashSet<>();
        for (long tile = 0; tile <= span / map.extent() + 1; tile++) {
            for (long at : map.bytes) {
                if (!seen.add(at + tile * map.extent())) {
                    return true;
                }
            }
        }
        return false;
    }

    @Test
    void countsFromTheDisplacementAndShowsTheGapsToNobody() {
        FileView view = new FileView(100, 2, pairs);
        assertEquals(
                List.of(new Piece(101, 1), new Piece(105, 2), new Piece(110, 1)),
                view.ranges(1, 4).list());
        assertEquals(0, view.positionOf(7));
        assertEquals(2, view.positionOf(103));
        assertFalse(view.overlapsItself());
    }

    /** Ten million million pieces are not more than one. */
    @Test
    void needsNoListHoweverLongTheAccessIs() {
        FileRanges ranges = new FileView(0, 2, pairs).ranges(0, 20_000_000_000_000L);
        assertEquals(49_999_999_999_997L, ranges.end());
        BlockIterator late = ranges.from(49_999_999_999_990L);
        assertTrue(late.next());
        assertEquals(49_999_999_999_990L, late.offset());
    }

    @Test
    void findsCopiesThatLieOverEachOther() {
        DatatypeLayout two = layout(
                Datatype.named(0, "MPI_BYTE"),
                Datatype.vector(1, 2, 2, 4, 0),
                new Datatype(2, "RESIZED", Attributes.of("lowerBound", "0", "extent", "2", "oldType", "1"), List.of()));
        assertTrue(new FileView(0, 1, two).overlapsItself());
        // Copies between each other: 0-1 and 4-5, 2-3 and 6-7, then 4-5 again; of three pairs 12 apart nothing twice.
        DatatypeLayout comb = layout(
                Datatype.named(0, "MPI_BYTE"),
                Datatype.vector(1, 2, 2, 6, 0),
                new Datatype(2, "RESIZED", Attributes.of("lowerBound", "0", "extent", "4", "oldType", "1"), List.of()));
        FileView view = new FileView(0, 1, comb);
        assertFalse(view.overlapsItself());
        assertEquals(4, view.positionOf(4));
        assertEquals(2, view.positionOf(6));
        DatatypeLayout twice = layout(
                Datatype.named(0, "MPI_INT"),
                new Datatype(
                        1,
                        "HVECTOR",
                        Attributes.of("count", "2", "blocklength", "1", "stride", "2", "oldType", "0"),
                        List.of()));
        assertTrue(new FileView(0, 1, twice).overlapsItself());
    }

    @Test
    void refusesWhatShowsNothingOrLeadsOutOfTheFile() {
        DatatypeLayout backwards = layout(
                Datatype.named(0, "MPI_INT"),
                new Datatype(
                        1,
                        "HINDEXED",
                        Attributes.of("count", "1", "oldType", "0"),
                        List.of(new org.hdtrace.format.trace.DataElement(
                                "Block", Attributes.of("len", "1", "index", "-8")))));
        FileView view = new FileView(4, 4, backwards);
        assertThrows(IllegalArgumentException.class, () -> view.ranges(0, 4));
        assertThrows(IllegalArgumentException.class, () -> new FileView(-1, 1, pairs));
        assertThrows(ArithmeticException.class, () -> new FileView(0, 1, pairs).ranges(Long.MAX_VALUE - 5, 5));
    }
}
