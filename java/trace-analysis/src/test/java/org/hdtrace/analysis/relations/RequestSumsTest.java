// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.analysis.relations;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.hdtrace.analysis.messages.PairSums;
import org.hdtrace.analysis.messages.PairValues.Metric;
import org.hdtrace.format.project.Project;
import org.hdtrace.format.select.Interval;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RequestSumsTest {
    private static final long EPOCH = 1_300_000_000_000_000_000L;
    private static final long SECOND = 1_000_000_000L;

    @TempDir
    Path folder;

    private static String operation(int token, String times, String parent, int size) {
        String[] time = times.split(" ", 2);
        return "<rel t='%1$d' time='%2$s'%4$s/><s name='io' t='%1$d' time='%2$s' size='%5$d'/><e t='%1$d' time='%3$s'/><un t='%1$d' time='%3$s'/>"
                .formatted(token, time[0], time[1], parent.isEmpty() ? "" : " r='" + parent + "'", size);
    }

    private void write(String host, int process, String operations) throws IOException {
        write(folder.resolve("p_" + host + ".rel"), host, process, operations);
    }

    private void write(String host, String layer, int process, String operations) throws IOException {
        write(folder.resolve("p_" + host + "_" + layer + ".rel"), host, process, operations);
    }

    private static void write(Path file, String host, int process, String operations) throws IOException {
        Files.writeString(
                file,
                "<relation version='1' hostID='" + host + "' localToken='" + process
                        + "' topologyNumber='0' timeAdjustment='1300000000'>" + operations + "</relation>");
    }

    /** A call of the client, two requests of it at s1, one of which goes to the disk there, and one at s2. */
    private RequestSums sums() throws Exception {
        Files.writeString(
                folder.resolve("p.proj"),
                "<Application name='p'><Topology><Level type='Hostname'/><Node name='c'/><Node name='s1'/><Node name='s2'/>"
                        + "</Topology></Application>");
        write("c", 1, operation(0, "1.0 9.0", "", 96));
        write(
                "s1",
                5,
                operation(0, "2.0 4.0", "c:1:0:0", 32)
                        + operation(1, "3.0 4.0", "s1:5:0:0", 32)
                        + operation(2, "6.0 7.0", "c:1:0:0", 16));
        write("s2", 6, operation(0, "2.0 3.0", "c:1:0:0", 48));
        return RequestSums.of(RelationGraph.read(Project.open(folder), path -> {}));
    }

    @Test
    void whatALayerAsksOfAnotherOnItsServerIsNoRequest() throws Exception {
        RequestSums sums = sums();
        assertEquals(3, sums.requests().size());
        PairSums all = sums.in(Interval.all());
        assertEquals(List.of("c"), all.labels());
        assertEquals(List.of("s1", "s2"), all.targets());
        assertEquals(2, all.value(0, 0, Metric.COUNT));
        assertEquals(48, all.value(0, 0, Metric.BYTES));
        assertEquals(1.5, all.value(0, 0, Metric.LATENCY));
        assertEquals(48, all.value(0, 1, Metric.BANDWIDTH), 1e-9);
    }

    @Test
    void anIntervalTakesWhatTouchesIt() throws Exception {
        PairSums late = sums().in(new Interval(EPOCH + 5 * SECOND, EPOCH + 8 * SECOND));
        assertEquals(16, late.value(0, 0, Metric.BYTES));
        assertTrue(Double.isNaN(late.value(0, 1, Metric.COUNT)));
    }

    /** Two requests that say no bytes, and storage below them, whose topmost operation says none either and whose last one is of both. */
    @Test
    void bytesOfStorageCountOnceAndFromTheTopmostThatSaysAny() throws Exception {
        Files.writeString(
                folder.resolve("p.proj"),
                "<Application name='p'><Topology><Level type='Hostname'><Level type='Layer'/></Level><Node name='c'>"
                        + "<Node name='SERVER'/></Node><Node name='s'><Node name='SERVER'/><Node name='TROVE'/></Node>"
                        + "</Topology></Application>");
        write("c", "SERVER", 1, operation(0, "1.0 9.0", "", 0));
        write(
                "s",
                "SERVER",
                5,
                operation(0, "2.0 8.0", "c:1:0:0", 0)
                        + operation(1, "2.0 8.0", "c:1:0:0", 0)
                        + operation(2, "3.0 7.0", "s:5:0:0", 999)
                        + operation(3, "3.0 7.0", "s:5:0:1", 999));
        write(
                "s",
                "TROVE",
                6,
                operation(0, "4.0 6.0", "s:5:0:2", 0)
                        + operation(1, "4.0 5.0", "s:6:0:0", 64)
                        + operation(2, "4.0 4.5", "s:6:0:1", 64)
                        + operation(3, "4.0 5.0", "s:5:0:3", 32)
                        + "<rel t='4' time='5.0'><r r='s:5:0:2'/><r r='s:5:0:3'/></rel><s name='io' t='4' time='5.0' size='8'/>"
                        + "<e t='4' time='6.0'/><un t='4' time='6.0'/>");
        RequestSums sums = RequestSums.of(RelationGraph.read(Project.open(folder), path -> {}));
        assertEquals(
                List.of(72L, 32L),
                sums.requests().stream().map(RequestSums.Request::bytes).toList());
    }
}
