// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.analysis.messages;

import static org.hdtrace.analysis.messages.TraceTexts.state;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.List;
import org.hdtrace.analysis.messages.PairValues.Metric;
import org.hdtrace.format.project.Project;
import org.hdtrace.format.select.Interval;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PairSumsTest {
    private static final long EPOCH = 1_300_000_000_000_000_000L;

    @TempDir
    Path folder;

    private Project project() throws Exception {
        String send = "toRank='1' toTag='0' cid='0'";
        String receive = "fromRank='0' fromTag='0' cid='0'";
        return TraceTexts.write(
                folder,
                "",
                List.of(
                        state("Send", "size='100' " + send, 10, 20) + state("Send", "size='300' " + send, 100, 110),
                        state("Recv", receive, 5, 30) + state("Recv", receive, 90, 180)));
    }

    @Test
    void sumsUpByRank() throws Exception {
        PairSums sums = PairSums.read(project(), Interval.all(), path -> {});
        assertEquals(List.of("0", "1"), sums.labels());
        assertFalse(sums.isByNode());
        assertEquals(2, sums.value(0, 1, Metric.COUNT));
        assertEquals(400, sums.value(0, 1, Metric.BYTES));
        // 20 ns and 80 ns from the start of the send to the end of the receive.
        assertEquals(4e9, sums.value(0, 1, Metric.BANDWIDTH), 1);
        assertEquals(50e-9, sums.value(0, 1, Metric.LATENCY), 1e-15);
        assertTrue(Double.isNaN(sums.value(1, 0, Metric.COUNT)));
    }

    @Test
    void anIntervalTakesWhatTouchesIt() throws Exception {
        PairSums sums = PairSums.read(project(), new Interval(EPOCH + 30, EPOCH + 101), path -> {});
        assertEquals(1, sums.value(0, 1, Metric.COUNT));
        assertEquals(300, sums.value(0, 1, Metric.BYTES));
    }

    @Test
    void manyRanksAreShownByNode() throws Exception {
        PairSums sums = PairSums.read(project(), Interval.all(), path -> {}, 1);
        assertTrue(sums.isByNode());
        assertEquals(List.of("n0", "n1"), sums.labels());
        assertEquals(400, sums.value(0, 1, Metric.BYTES));
    }
}
