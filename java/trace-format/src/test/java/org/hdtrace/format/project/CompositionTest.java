// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.format.project;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.hdtrace.format.trace.Attributes;
import org.hdtrace.format.trace.DataElement;
import org.junit.jupiter.api.Test;

/** Of what types are made, by hand. */
class CompositionTest {
    private static final Datatype DOUBLE = Datatype.named(0, "MPI_DOUBLE");
    private static final Datatype UPPER = Datatype.named(1, "MPI_UB");
    private static final Datatype VECTOR = Datatype.vector(2, 7, 1, 3, 0);

    /** A structure of these members, one of each, 1,000 bytes apart. */
    private static Datatype struct(long id, long... members) {
        List<DataElement> parts = new ArrayList<>();
        for (long member : members) {
            String[] fields = {"id", "" + member, "displacement", "" + 1000 * parts.size(), "blocklen", "1"};
            parts.add(new DataElement("Type", Attributes.of(fields), "", List.of()));
        }
        return new Datatype(id, "STRUCT", Attributes.of("count", "" + members.length), parts);
    }

    private static Composition last(Datatype... types) {
        DatatypeLayout layout = DatatypeLayout.all(List.of(types)).get(types[types.length - 1].id());
        return layout.composition().orElseThrow();
    }

    @Test
    void aPredefinedTypeIsMadeOfItself() {
        assertEquals(new Composition(0, 1, Set.of("NAMED")), last(DOUBLE));
    }

    @Test
    void whatIsMadeOfOneTypeIsOneMore() {
        Datatype twice = new Datatype(3, "DUP", Attributes.of("oldType", "2"), List.of());
        assertEquals(new Composition(2, 1, Set.of("NAMED", "VECTOR", "DUP")), last(DOUBLE, VECTOR, twice));
    }

    /** One double and the double: what is kept of them is the same. */
    @Test
    void aTypeOfTheSameLayoutIsToldApart() {
        Datatype one = Datatype.contiguous(3, 1, 0);
        assertEquals(new Composition(1, 1, Set.of("NAMED", "CONTIGUOUS")), last(DOUBLE, one));
        assertEquals(new Composition(0, 1, Set.of("NAMED")), last(one, DOUBLE));
    }

    @Test
    void eachMemberOfAStructureCounts() {
        assertEquals(
                new Composition(1 + 1 + 1 + 1, 3, Set.of("NAMED", "VECTOR", "STRUCT")),
                last(DOUBLE, VECTOR, struct(3, 0, 2, 0)));
    }

    @Test
    void boundsCountOnce() {
        assertEquals(new Composition(2, 1, Set.of("NAMED", "STRUCT")), last(DOUBLE, UPPER, struct(3, 1, 0, 1)));
    }

    /** Each level has twice the members of the one below. */
    @Test
    void moreThanALongHoldsIsTheMost() {
        List<Datatype> types = new ArrayList<>(List.of(DOUBLE));
        for (int id = 1; id <= 70; id++) {
            types.add(struct(id, id - 1L, id - 1L));
        }
        // Sizes would be too large as well, so that the highest ones have no layout.
        var layouts = DatatypeLayout.all(types);
        long highest = layouts.keySet().stream().mapToLong(id -> id).max().orElseThrow();
        assertEquals(
                1L << highest, layouts.get(highest).composition().orElseThrow().basics());
        Composition made = layouts.get(highest).composition().orElseThrow();
        for (long id = highest; id < 70; id++) {
            made = made.and(made);
        }
        assertEquals(Long.MAX_VALUE, made.basics());
        assertEquals(Long.MAX_VALUE, made.constructors());
    }
}
