// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.piosim.output;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.LongRange;
import org.hdtrace.format.TraceFormatException;
import org.hdtrace.format.output.WriterPool;
import org.hdtrace.format.statistics.StatisticsReader;
import org.hdtrace.piosim.TryFolder;

/** Means over intervals conserve what the step function tells. */
class IntervalRecordsTest extends TryFolder {
    private record Row(long start, long end, double busy, double queue, long bytes) {}

    /** What happens to a series. */
    @FunctionalInterface
    private interface Use {
        void of(StepSeries series) throws IOException;
    }

    @Property(tries = 500)
    void conserveTheIntegralsOfTheStepFunction(
            @ForAll long seed, @ForAll @LongRange(min = 1, max = 40) long length, @ForAll boolean channels)
            throws Exception {
        Use use = series -> {
            if (channels) {
                useChannels(new Random(seed), series);
            } else {
                useOneAfterTheOther(new Random(seed), series);
            }
        };
        List<Row> steps = written(ProjectOutput.STEPS, use);
        List<Row> means = written(length, use);
        long end = steps.get(steps.size() - 1).end;
        assertEquals(end, means.get(means.size() - 1).end);
        for (int i = 0; i < means.size(); i++) {
            Row mean = means.get(i);
            assertEquals(i * length, mean.start);
            assertEquals(Math.min(end, (i + 1) * length), mean.end);
            double busy = 0;
            double queue = 0;
            for (Row step : steps) {
                long shared = Math.max(0, Math.min(step.end, mean.end) - Math.max(step.start, mean.start));
                busy += step.busy * shared;
                queue += step.queue * shared;
            }
            assertEquals(busy, mean.busy * (mean.end - mean.start), 1e-9 * busy, "utilisation");
            assertEquals(queue, mean.queue * (mean.end - mean.start), 1e-9 * queue, "queue");
        }
        assertEquals(
                steps.stream().mapToLong(Row::bytes).sum(),
                means.stream().mapToLong(Row::bytes).sum());
    }

    /** Of services told ahead the second one makes the interval complete in which the first one ends. */
    @Example
    void endWithTheIntervalThatIsWrittenWhenMoreWasTold() throws Exception {
        List<Row> means = written(20, series -> {
            series.serve(0, 50, 100);
            series.serve(70, 90, 200);
            series.close(35);
        });
        assertEquals(
                List.of(new Row(0, 20, 100, 0, 40), new Row(20, 40, 100, 0, 40), new Row(40, 40, 0, 0, 220)), means);
    }

    /** A service of 1,001 bytes from 10 to 110, the next of 40 from 110 to 130; its packet waits from 60 on. */
    @Example
    void hasTheBytesOfItsPartOfAService() throws Exception {
        List<Row> means = written(50, series -> {
            series.queued(10);
            series.served(10, 110, 1001);
            series.queued(60);
            series.served(110, 130, 40);
            series.close(160);
        });
        assertEquals(
                List.of(
                        // 40 of 100 ns: 400.4 bytes.
                        new Row(0, 50, 80, 0, 400),
                        // Up to 90 of 100 ns: 900.9 bytes; one waits for 40 of 50 ns.
                        new Row(50, 100, 100, 0.8, 500),
                        new Row(100, 150, 60, 0.2, 101 + 40),
                        new Row(150, 160, 0, 0, 0)),
                means);
    }

    @Example
    void whatPassesInTheLastMomentBelongsToTheIntervalBefore() throws Exception {
        List<Row> means = written(10, series -> {
            series.occupy(0, 1, 2);
            series.pass(20, 3);
            series.occupy(20, 0, 2);
            series.pass(20, 4);
            series.close(20);
        });
        assertEquals(List.of(new Row(0, 10, 50, 0, 0), new Row(10, 20, 50, 0, 7)), means);
    }

    @Example
    void anIntervalLongerThanTheRunIsOneRecord() throws Exception {
        List<Row> means = written(Long.MAX_VALUE, series -> {
            series.queued(0);
            series.served(5, 10, 9);
            series.close(20);
        });
        assertEquals(List.of(new Row(0, 20, 25, 0.25, 9)), means);
    }

    @Example
    void aRunWithoutTimeHasOneRecord() throws Exception {
        assertEquals(List.of(new Row(0, 0, 0, 0, 0)), written(10, series -> series.close(0)));
    }

    private static void useOneAfterTheOther(Random random, StepSeries series) throws IOException {
        int waiting = 0;
        long now = random.nextInt(3);
        long freeAt = 0;
        for (int left = random.nextInt(40); left > 0 || waiting > 0; ) {
            if (left > 0 && (waiting == 0 || random.nextBoolean())) {
                series.queued(now);
                waiting++;
                left--;
                now += random.nextInt(20);
            } else {
                waiting--;
                now = Math.max(now, freeAt);
                freeAt = now + random.nextInt(60);
                series.served(now, freeAt, random.nextInt(1000));
            }
        }
        series.close(Math.max(now, freeAt) + random.nextInt(100));
    }

    private static void useChannels(Random random, StepSeries series) throws IOException {
        long now = 0;
        for (int i = random.nextInt(40); i > 0; i--) {
            now += random.nextInt(30);
            series.occupy(now, random.nextInt(5), 4);
            series.changeQueue(now, random.nextInt(2));
            series.pass(now, random.nextInt(1000));
        }
        series.close(now + random.nextInt(100));
    }

    private List<Row> written(long interval, Use use) throws IOException, TraceFormatException {
        try (WriterPool pool = new WriterPool()) {
            use.of(StatisticsFiles.component(pool, folder(), "p", List.of("c"), interval));
        }
        List<Row> rows = new ArrayList<>();
        try (StatisticsReader reader = StatisticsReader.open(in("p_c_Component.stat"))) {
            while (reader.next()) {
                rows.add(new Row(
                        reader.intervalStartNanos(),
                        reader.timeNanos(),
                        reader.doubleValue(0),
                        reader.doubleValue(1),
                        reader.longValue(2)));
            }
        }
        return rows;
    }
}
