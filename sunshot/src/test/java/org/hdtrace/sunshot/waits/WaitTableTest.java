// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.sunshot.waits;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.hdtrace.analysis.waits.WaitKind;
import org.hdtrace.format.project.Project;
import org.hdtrace.sunshot.TestProjects;
import org.hdtrace.sunshot.model.Interval;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Waits by row and interval (SUNSHOT V-18). */
class WaitTableTest {
    private static final long EPOCH = 1_300_000_000_000_000_000L;
    private static final long MILLI = 1_000_000;

    private static RowWaits.Entry entry(long start, long end, WaitKind kind) {
        return new RowWaits.Entry(start, end, kind, -1);
    }

    @Test
    void theLongestOfThoseThatStartTogetherCounts() {
        RowWaits waits = new RowWaits(List.of(
                entry(50, 60, WaitKind.BARRIER),
                entry(10, 20, WaitKind.LATE_SENDER),
                entry(10, 30, WaitKind.LATE_RECEIVER)));
        assertEquals(2, waits.size());
        assertEquals(WaitKind.LATE_RECEIVER, waits.kind(0));
        assertEquals(0, waits.firstReaching(29));
        assertEquals(1, waits.firstReaching(30));
        assertEquals(2, waits.firstReaching(60));
    }

    @Test
    void onlyWhatIsInsideOfTheIntervalCounts() {
        RowWaits first = new RowWaits(List.of(entry(0, 100, WaitKind.BARRIER), entry(200, 300, WaitKind.BARRIER)));
        RowWaits second = new RowWaits(List.of(entry(90, 95, WaitKind.LATE_ROOT)));
        WaitTable table = new WaitTable(Map.of("a", first, "s/operations/0", second), List.of());
        List<WaitTable.Sum> sums = table.sums(new Interval(80, 220));
        assertEquals(
                List.of(
                        new WaitTable.Sum("a", WaitKind.BARRIER, 2, 40),
                        new WaitTable.Sum("s/operations/0", WaitKind.LATE_ROOT, 1, 5)),
                sums);
        assertEquals(
                new WaitTable.Sum("", WaitKind.BARRIER, 2, 40),
                WaitTable.totals(sums).get(0));
        assertEquals(
                List.of("a"),
                table.longest(new Interval(0, 120), 1).stream()
                        .map(WaitTable.One::row)
                        .toList());
        assertEquals(second, table.of("s/operations"), "a single lane is a row without lanes below");
        assertNull(table.of("b"));
    }

    @Test
    void findsTheLateSenderOfAProject(@TempDir Path folder) throws Exception {
        WaitTable table = WaitLoader.read(Project.open(TestProjects.chain(folder)));
        Interval wait = new Interval(EPOCH, EPOCH + 200 * MILLI);
        assertEquals(
                List.of(new WaitTable.One("c/1/0", WaitKind.LATE_SENDER, wait, "c/0/0")),
                table.longest(new Interval(EPOCH, EPOCH + 3000 * MILLI), 10));
    }
}
