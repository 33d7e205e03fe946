// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.piosim.output;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.Random;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.hdtrace.format.TraceFormatException;
import org.hdtrace.format.output.WriterPool;
import org.hdtrace.format.statistics.StatisticsReader;
import org.hdtrace.piosim.TryFolder;

class StepSeriesTest extends TryFolder {
    private record Row(long start, long end, double busy, long queue, long bytes) {}

    /** What one server with a FIFO did, as plain lists. */
    private static final class History {
        final List<long[]> waits = new ArrayList<>();
        final List<long[]> services = new ArrayList<>();
        long end;
    }

    @Property(tries = 300)
    void tellsWhatHeldAtEachMoment(@ForAll long seed, @ForAll @IntRange(max = 40) int packets) throws Exception {
        History history = new History();
        List<Row> rows = rows(new Random(seed), packets, history);
        assertEquals(0, rows.get(0).start);
        assertEquals(history.end, rows.get(rows.size() - 1).end);
        for (int i = 1; i < rows.size(); i++) {
            Row before = rows.get(i - 1);
            Row row = rows.get(i);
            assertEquals(before.end, row.start);
            boolean changed = before.busy != row.busy || before.queue != row.queue;
            changed |= history.services.stream().anyMatch(s -> s[0] == row.start && s[1] == s[0] && s[2] > 0);
            assertTrue(changed || row.start == row.end, "nothing has changed between " + before + " and " + row);
        }
        // At each moment.
        for (Row row : rows) {
            for (long t = row.start; t < row.end; t++) {
                assertEquals(count(history.services, t) * 100.0, row.busy);
                assertEquals(count(history.waits, t), row.queue);
            }
        }
        assertEquals(
                history.services.stream().mapToLong(s -> s[2]).sum(),
                rows.stream().mapToLong(Row::bytes).sum());
        assertEquals(
                history.services.stream().mapToLong(s -> s[1] - s[0]).sum(),
                rows.stream()
                        .mapToLong(r -> Math.round(r.busy / 100 * (r.end - r.start)))
                        .sum());
    }

    @Example
    void spreadsTheBytesOfAServiceOverItsTime() throws Exception {
        try (WriterPool pool = new WriterPool()) {
            StepSeries series = open(pool);
            series.queued(10);
            series.served(10, 110, 1001);
            series.queued(60);
            series.close(200);
            assertEquals(
                    List.of(
                            new Row(0, 10, 0, 0, 0),
                            new Row(10, 60, 100, 0, 500),
                            new Row(60, 110, 100, 1, 501),
                            new Row(110, 200, 0, 1, 0)),
                    read());
        }
    }

    /** What is known to begin later counts when nothing more happens; the file ends where its last piece did. */
    @Example
    void endsBeforeWhatItWasToldAhead() throws Exception {
        try (WriterPool pool = new WriterPool()) {
            StepSeries series = open(pool);
            series.serve(0, 50, 100);
            series.serve(70, 90, 200);
            series.close(40);
            assertEquals(List.of(new Row(0, 50, 100, 0, 100), new Row(50, 50, 0, 0, 200)), read());
        }
    }

    @Example
    void whatTakesNoTimeEndsARecord() throws Exception {
        try (WriterPool pool = new WriterPool()) {
            StepSeries series = open(pool);
            series.queued(10);
            series.served(10, 10, 1000);
            series.queued(10);
            series.served(10, 10, 1);
            series.queued(30);
            series.served(30, 30, 0);
            series.queued(70);
            series.served(70, 70, 500);
            series.close(90);
            assertEquals(
                    List.of(new Row(0, 10, 0, 0, 1001), new Row(10, 70, 0, 0, 500), new Row(70, 90, 0, 0, 0)), read());
        }
    }

    /** There is no time before it; nothing ends at 40, when something comes that has no bytes. */
    @Example
    void whatTakesNoTimeAtTheBeginningOfARecordIsInIt() throws Exception {
        try (WriterPool pool = new WriterPool()) {
            StepSeries series = open(pool);
            series.queued(0);
            series.served(0, 0, 1000);
            series.queued(40);
            series.served(40, 40, 0);
            series.queued(50);
            series.served(50, 50, 0);
            series.close(90);
            assertEquals(List.of(new Row(0, 90, 0, 0, 1000)), read());
        }
    }

    @Example
    void channelsAreBusyByTheirShare() throws Exception {
        try (WriterPool pool = new WriterPool()) {
            StepSeries series = open(pool);
            series.occupy(10, 1, 4);
            series.occupy(20, 2, 4);
            series.occupy(30, 1, 4);
            series.pass(30, 5);
            // One ends, another one begins.
            series.occupy(35, 0, 4);
            series.pass(35, 1);
            series.occupy(35, 1, 4);
            series.changeQueue(40, 1);
            series.occupy(50, 0, 4);
            series.pass(50, 7);
            series.close(60);
            assertEquals(
                    List.of(
                            new Row(0, 10, 0, 0, 0),
                            new Row(10, 20, 25, 0, 0),
                            new Row(20, 30, 50, 0, 5),
                            new Row(30, 40, 25, 0, 1),
                            new Row(40, 50, 25, 1, 7),
                            new Row(50, 60, 0, 1, 0)),
                    read());
        }
    }

    @Example
    void aServiceThatIsCutCountsWithAllItsBytes() throws Exception {
        try (WriterPool pool = new WriterPool()) {
            StepSeries series = open(pool);
            series.queued(0);
            series.served(0, 100, 7);
            series.close(50);
            assertEquals(List.of(new Row(0, 50, 100, 0, 7)), read());
        }
    }

    private List<Row> rows(Random random, int packets, History history) throws Exception {
        try (WriterPool pool = new WriterPool()) {
            StepSeries series = open(pool);
            Queue<Long> waiting = new ArrayDeque<>();
            long now = random.nextInt(3);
            long freeAt = 0;
            int arrived = 0;
            while (arrived < packets || !waiting.isEmpty()) {
                boolean arrives = arrived < packets && (waiting.isEmpty() || random.nextBoolean());
                if (arrives) {
                    series.queued(now);
                    waiting.add(now);
                    arrived++;
                    now += random.nextInt(4);
                } else {
                    now = Math.max(now, freeAt);
                    freeAt = now + random.nextInt(6);
                    long bytes = random.nextInt(1000);
                    series.served(now, freeAt, bytes);
                    history.waits.add(new long[] {waiting.remove(), now});
                    history.services.add(new long[] {now, freeAt, bytes});
                }
            }
            history.end = Math.max(now, freeAt) + 1 + random.nextInt(5);
            series.close(history.end);
        }
        return read();
    }

    private static long count(List<long[]> intervals, long time) {
        return intervals.stream().filter(i -> i[0] <= time && time < i[1]).count();
    }

    private StepSeries open(WriterPool pool) throws IOException {
        return StatisticsFiles.component(pool, folder(), "p", List.of("c"), ProjectOutput.STEPS);
    }

    private List<Row> read() throws TraceFormatException {
        List<Row> rows = new ArrayList<>();
        try (StatisticsReader reader = StatisticsReader.open(in("p_c_Component.stat"))) {
            while (reader.next()) {
                rows.add(new Row(
                        reader.intervalStartNanos(),
                        reader.timeNanos(),
                        reader.doubleValue(0),
                        reader.longValue(1),
                        reader.longValue(2)));
            }
        }
        return rows;
    }
}
