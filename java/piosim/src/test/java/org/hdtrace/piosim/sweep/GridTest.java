// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.piosim.sweep;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;
import org.junit.jupiter.api.Test;

class GridTest {
    @Test
    void valuesAndRangesOfAnAxis() throws SweepException {
        assertEquals(List.of("1us", "2us", "4us", "8us"), values("1us..8us*2"));
        assertEquals(List.of("1us", "2us", "4us"), values("1..5us*2"));
        assertEquals(List.of("10", "12", "14", "16", "18", "20"), values("10..20+2"));
        assertEquals(List.of("0ms", "0.1ms", "0.2ms", "0.3ms"), values("0..0.3ms+0.1ms"));
        assertEquals(List.of("100", "150", "225"), values("100..300*1.5"));
        assertEquals(List.of("0MiB/s", "100MiB/s", "200MiB/s", "inf"), values("0..200MiB/s+100, inf"));
        assertEquals(List.of("MPICH2", "../run"), values("MPICH2,../run"));
        assertEquals(
                "ClientMethod[Bcast]", Axis.parse("ClientMethod[Bcast]=Direct").path());
        assertEquals("Node[a=b]/CPUs", Axis.parse("Node[a=b]/CPUs=1,2").path());
    }

    @Test
    void whatIsNoAxisIsNamed() {
        bad("X/Y", "must be PATH=VALUE");
        bad("=1", "must be PATH=VALUE");
        bad("X/Y=", "has an empty value");
        bad("X/Y=1,,2", "has an empty value");
        bad("X/Y=1,2,1", "has the value 1 twice");
        bad("X/Y=1..8*2,4", "has the value 4 twice");
        bad("X/Y=1..8", "a range must be as");
        bad("X/Y=1us..8ms*2", "must have one unit");
        bad("X/Y=1us..8*2", "must have one unit");
        bad("X/Y=1us..8us*2us", "must have one unit");
        bad("X/Y=8..1+1", "the end must not be less");
        bad("X/Y=1..8*1", "never gets to its end");
        bad("X/Y=0..8*2", "never gets to its end");
        bad("X/Y=1..8+0", "never gets to its end");
        bad("X/Y=1..1000000+1", "more than 100000 values");
        bad("X/Y=1\n2", "must be PATH=VALUE");
    }

    @Test
    void gridsThatMakeNoSenseAreRefused() throws SweepException {
        assertThrows(SweepException.class, () -> Grid.of(List.of()));
        Axis axis = Axis.parse("X/Y=1,2");
        Axis same = Axis.parse("x/y=3");
        assertThrows(SweepException.class, () -> Grid.of(List.of(axis, same)));
        Axis large = Axis.parse("X/Y=1..2000+1");
        Axis other = Axis.parse("X/Z=1..2000+1");
        assertThrows(SweepException.class, () -> Grid.of(List.of(large, other)));
    }

    @Test
    void theLastAxisChangesFastest() throws SweepException {
        Grid grid = Grid.of(List.of(Axis.parse("A/a=1,2"), Axis.parse("B/b=x,y,z")));
        assertEquals(6, grid.size());
        assertEquals(List.of("1", "x"), grid.values(0));
        assertEquals(List.of("1", "y"), grid.values(1));
        assertEquals(List.of("2", "x"), grid.values(3));
        assertEquals(List.of("A/a=2", "B/b=z"), grid.overrides(5));
        assertEquals(Set.of(0, 1, 2, 3), grid.representatives());
    }

    @Property
    void everyCombinationOccursOnceAndEveryValueInARepresentative(
            @ForAll @Size(min = 1, max = 4) List<@IntRange(min = 1, max = 5) Integer> counts) throws SweepException {
        List<Axis> axes = new ArrayList<>();
        for (int axis = 0; axis < counts.size(); axis++) {
            axes.add(Axis.parse("T/a" + axis + "=1.." + counts.get(axis) + "+1"));
        }
        Grid grid = Grid.of(axes);
        Set<List<String>> points = new HashSet<>();
        for (int point = 0; point < grid.size(); point++) {
            points.add(grid.values(point));
        }
        assertEquals(counts.stream().reduce(1, (a, b) -> a * b), points.size());
        assertEquals(grid.size(), points.size());
        for (int axis = 0; axis < axes.size(); axis++) {
            int place = axis;
            Set<String> seen = new HashSet<>();
            grid.representatives().forEach(point -> seen.add(grid.values(point).get(place)));
            assertEquals(new HashSet<>(axes.get(axis).values()), seen);
        }
        assertTrue(grid.representatives().size()
                <= counts.stream().mapToInt(c -> c).sum());
    }

    @Property
    void sharesTogetherAreEverything(
            @ForAll @IntRange(min = 1, max = 50) int size, @ForAll @IntRange(max = 1000) int point) {
        int owners = 0;
        for (int rank = 0; rank < size; rank++) {
            owners += new Share(rank, size).contains(point) ? 1 : 0;
        }
        assertEquals(1, owners);
    }

    private static List<String> values(String text) throws SweepException {
        return Axis.parse("X/Y=" + text).values();
    }

    private static void bad(String text, String cause) {
        String message =
                assertThrows(SweepException.class, () -> Axis.parse(text)).getMessage();
        assertTrue(message.startsWith("--vary " + text), message);
        assertTrue(message.contains(cause), message);
    }
}
