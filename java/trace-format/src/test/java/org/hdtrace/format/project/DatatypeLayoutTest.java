// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.format.project;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.hdtrace.format.trace.Attributes;
import org.hdtrace.format.trace.DataElement;
import org.junit.jupiter.api.Test;

class DatatypeLayoutTest {
    private static final Datatype INT = Datatype.named(0, "MPI_INT");
    private static final Datatype DOUBLE = Datatype.named(1, "MPI_DOUBLE");
    private static final Datatype CHAR = Datatype.named(2, "MPI_CHAR");

    private static Datatype type(String combiner, String attributes, String... parts) {
        List<DataElement> elements = new ArrayList<>();
        for (String part : parts) {
            String name = part.substring(0, part.indexOf(' '));
            elements.add(new DataElement(name, fields(part.substring(name.length() + 1))));
        }
        return new Datatype(9, combiner, fields(attributes), elements);
    }

    private static Attributes fields(String text) {
        return text.isEmpty() ? Attributes.none() : Attributes.of(text.split("[= ]", -1));
    }

    /** "size extent lowerBound: offset+length ..." of some elements. */
    private static String layout(long count, Datatype... types) {
        Map<Long, DatatypeLayout> layouts = DatatypeLayout.all(List.of(types));
        DatatypeLayout layout = layouts.get(types[types.length - 1].id());
        if (layout == null) {
            return "none";
        }
        StringBuilder text = new StringBuilder();
        text.append(layout.size())
                .append(' ')
                .append(layout.extent())
                .append(' ')
                .append(layout.lowerBound())
                .append(':');
        for (BlockIterator blocks = layout.blocks(count); blocks.next(); ) {
            text.append(' ').append(blocks.offset()).append('+').append(blocks.length());
        }
        return text.toString();
    }

    @Test
    void repeatsContiguousTypesAsOnePiece() {
        assertEquals("12 12 0: 0+24", layout(2, INT, type("CONTIGUOUS", "count=3 oldType=0")));
        assertEquals("4 4 0: 0+4000000000000", layout(1_000_000_000_000L, INT));
        assertEquals("0 0 0:", layout(5, INT, type("CONTIGUOUS", "count=0 oldType=0")));
    }

    @Test
    void countsStridesInElementsOrBytes() {
        // Three blocks of two ints, four ints apart: the last block ends the extent.
        assertEquals(
                "24 40 0: 0+8 16+8 32+8", layout(1, INT, type("VECTOR", "count=3 blocklength=2 stride=4 oldType=0")));
        assertEquals("16 18 0: 0+8 10+8", layout(1, INT, type("HVECTOR", "count=2 blocklength=2 stride=10 oldType=0")));
        assertEquals("8 12 -8: 0+4 -8+4", layout(1, INT, type("VECTOR", "count=2 blocklength=1 stride=-2 oldType=0")));
        // The extent of a vector ends with its last block, so the next element joins it.
        assertEquals(
                "8 12 0: 0+4 8+8 20+4", layout(2, INT, type("VECTOR", "count=2 blocklength=1 stride=2 oldType=0")));
    }

    @Test
    void readsAllKindsOfIndices() {
        assertEquals(
                "12 24 4: 20+8 4+4",
                layout(1, INT, type("INDEXED", "count=2 oldType=0", "Block len=2 index=5", "Block len=1 index=1")));
        assertEquals(
                "12 12 5: 5+12",
                layout(1, INT, type("HINDEXED", "count=2 oldType=0", "Block len=2 index=5", "Block len=1 index=13")));
        assertEquals(
                "16 24 0: 0+8 16+8",
                layout(
                        1,
                        INT,
                        type(
                                "INDEXED_BLOCK",
                                "count=2 oldType=0 blockLength=2",
                                "Block displacement=0",
                                "Block displacement=4")));
    }

    @Test
    void padsStructuresAndObeysMarkers() {
        // char at 0, double at 8, char at 16: filled up to the double's alignment.
        assertEquals(
                "10 24 0: 0+1 8+9",
                layout(
                        1,
                        CHAR,
                        DOUBLE,
                        type(
                                "STRUCT",
                                "count=3",
                                "Type id=2 displacement=0 blocklen=1",
                                "Type id=1 displacement=8 blocklen=1",
                                "Type id=2 displacement=16 blocklen=1")));
        Datatype lower = Datatype.named(3, "MPI_LB");
        Datatype upper = Datatype.named(4, "MPI_UB");
        assertEquals(
                "50 2600 0: 5+50 2605+50",
                layout(
                        2,
                        lower,
                        upper,
                        CHAR,
                        type(
                                "STRUCT",
                                "count=3",
                                "Type id=3 displacement=0 blocklen=1",
                                "Type id=2 displacement=5 blocklen=50",
                                "Type id=4 displacement=2600 blocklen=1")));
    }

    @Test
    void takesSubarraysInBothOrders() {
        // Rows 1-2 and columns 2-4 of a 4 x 6 array.
        String[] dimensions = {"Dimension size=4 subsize=2 start=1", "Dimension size=6 subsize=3 start=2"};
        assertEquals(
                "6 24 0: 8+3 14+3",
                layout(1, CHAR, type("SUBARRAY", "ndims=2 order=MPI_ORDER_C oldType=2", dimensions)));
        assertEquals(
                "6 24 0: 9+2 13+2 17+2",
                layout(1, CHAR, type("SUBARRAY", "ndims=2 order=MPI_ORDER_FORTRAN oldType=2", dimensions)));
    }

    @Test
    void distributesArrays() {
        String block = "Dimension gsize=10 distrib=MPI_DISTRIBUTE_BLOCK darg=-1 psize=3";
        assertEquals(
                "4 10 0: 0+4",
                layout(1, CHAR, type("DARRAY", "size=3 rank=0 dims=1 order=MPI_ORDER_C oldType=2", block)));
        assertEquals(
                "2 10 0: 8+2",
                layout(1, CHAR, type("DARRAY", "size=3 rank=2 dims=1 order=MPI_ORDER_C oldType=2", block)));
        String cyclic = "Dimension gsize=11 distrib=MPI_DISTRIBUTE_CYCLIC darg=2 psize=2";
        assertEquals(
                "6 11 0: 0+2 4+2 8+2",
                layout(1, CHAR, type("DARRAY", "size=2 rank=0 dims=1 order=MPI_ORDER_C oldType=2", cyclic)));
        assertEquals(
                "5 11 0: 2+2 6+2 10+1",
                layout(1, CHAR, type("DARRAY", "size=2 rank=1 dims=1 order=MPI_ORDER_C oldType=2", cyclic)));
        // A 4 x 4 array on a 2 x 2 grid: rank 1 has the upper right quarter.
        String quarter = "Dimension gsize=4 distrib=MPI_DISTRIBUTE_BLOCK darg=-1 psize=2";
        assertEquals(
                "4 16 0: 2+2 6+2",
                layout(1, CHAR, type("DARRAY", "size=4 rank=1 dims=2 order=MPI_ORDER_C oldType=2", quarter, quarter)));
    }

    @Test
    void resizesAndDuplicates() {
        assertEquals("4 16 -4: 0+4 16+4", layout(2, INT, type("RESIZED", "lowerBound=-4 extent=16 oldType=0")));
        assertEquals("4 4 0: 0+4", layout(1, INT, type("DUP", "oldType=0")));
        assertEquals(
                "8 8 0: 0+8",
                layout(
                        1,
                        new Datatype(
                                9,
                                "F90_REAL",
                                Attributes.none(),
                                List.of(
                                        new DataElement("Integer", Attributes.none(), "15", List.of()),
                                        new DataElement("Integer", Attributes.none(), "100", List.of())))));
    }

    @Test
    void knowsPairsWithGaps() {
        assertEquals("12 16 0: 0+12 16+12", layout(2, Datatype.named(5, "MPI_DOUBLE_INT")));
        assertEquals("6 8 0: 0+2 4+4", layout(1, Datatype.named(5, "MPI_SHORT_INT")));
        assertEquals("8 8 0: 0+8", layout(1, Datatype.named(5, "MPI_LONG")));
    }

    @Test
    void givesNothingForTypesThatMakeNoSense() {
        assertEquals("none", layout(1, type("CONTIGUOUS", "count=3 oldType=77")));
        assertEquals("none", layout(1, type("CONTIGUOUS", "count=3 oldType=9")));
        assertEquals("none", layout(1, INT, type("CONTIGUOUS", "count=-3 oldType=0")));
        assertEquals("none", layout(1, INT, type("CONTIGUOUS", "count=9223372036854775807 oldType=0")));
        assertEquals("none", layout(1, INT, type("DARRAY", "size=2 rank=1 dims=1 order=MPI_ORDER_C")));
        assertEquals("none", layout(1, Datatype.named(5, "MPI_NO_SUCH_TYPE")));
    }

    @Test
    void resolvesTypesThatAreListedTooEarly() {
        Datatype early = new Datatype(8, "DUP", fields("oldType=0"), List.of());
        assertTrue(DatatypeLayout.all(List.of(early, INT)).containsKey(8L));
    }

    @Provide
    Arbitrary<Datatype> simple() {
        Arbitrary<Integer> small = Arbitraries.integers().between(0, 4);
        Arbitrary<Integer> old = Arbitraries.integers().between(0, 2);
        Arbitrary<Datatype> vectors = Combinators.combine(
                        small, small, Arbitraries.integers().between(-6, 6), old)
                .as((count, block, stride, type) -> type(
                        "VECTOR",
                        "count=" + count + " blocklength=" + block + " stride=" + stride + " oldType=" + type));
        Arbitrary<Datatype> indexed = Combinators.combine(small, small, small, old)
                .as((a, b, c, type) -> type(
                        "INDEXED",
                        "count=2 oldType=" + type,
                        "Block len=" + a + " index=" + b,
                        "Block len=" + b + " index=" + c));
        return Arbitraries.oneOf(vectors, indexed);
    }

    @Property(tries = 500)
    void coversAsManyBytesAsTheSizeAndRepeatsByTheExtent(@ForAll("simple") Datatype datatype) {
        DatatypeLayout layout =
                DatatypeLayout.all(List.of(INT, DOUBLE, CHAR, datatype)).get(9L);
        List<Long> one = bytes(layout, 1);
        List<Long> three = bytes(layout, 3);
        assertEquals(layout.size(), one.size());
        assertEquals(3 * one.size(), three.size());
        for (int i = 0; i < three.size(); i++) {
            long element = i / one.size();
            assertEquals(one.get(i % one.size()) + element * layout.extent(), three.get(i));
        }
        for (long at : one) {
            assertTrue(at >= layout.lowerBound() && at < layout.lowerBound() + layout.extent());
        }
    }

    private static List<Long> bytes(DatatypeLayout layout, int count) {
        List<Long> bytes = new ArrayList<>();
        long end = Long.MIN_VALUE;
        for (BlockIterator blocks = layout.blocks(count); blocks.next(); ) {
            assertTrue(blocks.length() > 0 && blocks.offset() != end, "pieces that touch must be one");
            end = blocks.offset() + blocks.length();
            for (long at = blocks.offset(); at < end; at++) {
                bytes.add(at);
            }
        }
        return bytes;
    }
}
