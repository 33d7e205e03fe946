// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.power.report;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.hdtrace.format.TraceFormatException;
import org.hdtrace.format.project.Project;
import org.hdtrace.power.RunFiles;
import org.hdtrace.power.TestSeries;
import org.hdtrace.power.series.Series;
import org.hdtrace.power.series.SeriesBuilder;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class AttributionTest {
    private static final long START = RunFiles.START;
    private static final long SECOND = RunFiles.SECOND;

    @TempDir
    private Path folder;

    private static RunFiles.Call call(String function, double from, double to) {
        return new RunFiles.Call(function, START + (long) (from * SECOND), START + (long) (to * SECOND));
    }

    private static Activity named(List<Activity> activities, String name) {
        return activities.stream()
                .filter(activity -> activity.name().equals(name))
                .findFirst()
                .orElseThrow();
    }

    /** 100 W, 200 W, 100 W, 50 W; rank 0 from 0 to 3 s, rank 1 from 1 to 3 s; nobody in the last second. */
    @Test
    void dividesPowerAmongTheRanksThatRun() throws IOException, TraceFormatException {
        new RunFiles(folder, "run")
                .trace("n", 0, call("Init", 0, 0.5), call("File_write", 1.5, 2), call("Finalize", 2.5, 3))
                .trace("n", 1, call("Init", 1, 1.25), call("Finalize", 2, 3))
                .close();
        Attribution result = Attribution.of(Project.open(folder), Map.of("n", TestSeries.seconds(100, 200, 100, 50)));
        assertEquals(450, result.hosts().get(0).joules(), 1e-9);
        assertEquals(50, result.hosts().get(0).unusedJoules(), 1e-9);
        assertEquals(100 + 100 + 50, result.ranks().get(0).joules(), 1e-9);
        assertEquals(100 + 50, result.ranks().get(1).joules(), 1e-9);
        assertEquals(50, named(result.functions(), "File_write").joules(), 1e-9);
        assertEquals(50 + 25, named(result.functions(), "Init").joules(), 1e-9);
        assertEquals(25 + 50, named(result.functions(), "Finalize").joules(), 1e-9);
        assertEquals(50, named(result.phases(), "I/O").joules(), 1e-9);
        assertEquals(150, named(result.phases(), "communication").joules(), 1e-9);
        assertEquals(200, named(result.phases(), "computation").joules(), 1e-9);
    }

    /** Random runs: functions, ranks, phases and nodes all add up to the same energy. */
    @Test
    void nothingIsLost() throws IOException, TraceFormatException {
        Random random = new Random(3);
        RunFiles files = new RunFiles(folder, "run");
        for (int rank = 0; rank < 5; rank++) {
            List<RunFiles.Call> calls = new ArrayList<>();
            double at = random.nextDouble();
            for (int i = 0; i < 50; i++) {
                at += random.nextDouble() * 0.1;
                double end = at + random.nextDouble() * 0.1;
                calls.add(call(List.of("Send", "File_read", "Barrier").get(random.nextInt(3)), at, end));
                at = end;
            }
            files.trace("n" + rank % 2, rank, calls.toArray(RunFiles.Call[]::new));
        }
        files.close();
        Map<String, Series> power = Map.of("n0", noise(random), "n1", noise(random));
        Attribution result = Attribution.of(Project.open(folder), power);
        double nodes = result.hosts().stream().mapToDouble(HostEnergy::joules).sum();
        double unused =
                result.hosts().stream().mapToDouble(HostEnergy::unusedJoules).sum();
        assertEquals(power.values().stream().mapToDouble(TestSeries::integral).sum(), nodes, 1e-9);
        assertEquals(
                nodes,
                unused + result.ranks().stream().mapToDouble(RankEnergy::joules).sum(),
                1e-9);
        assertEquals(
                nodes - unused,
                result.functions().stream().mapToDouble(Activity::joules).sum(),
                1e-9);
        assertEquals(
                nodes - unused,
                result.phases().stream().mapToDouble(Activity::joules).sum(),
                1e-9);
    }

    private static Series noise(Random random) {
        SeriesBuilder series = new SeriesBuilder();
        long at = START;
        while (at < START + 12 * SECOND) {
            long end = at + 1 + random.nextInt(80_000_000);
            series.add(at, end, 100 + 50 * random.nextDouble());
            at = end;
        }
        return series.build();
    }

    /** A meter with cycles of 10 ms on a program with a known law: 150 W while computing, 110 in calls, 130 in I/O. */
    @Test
    void aKnownLawIsFoundInThePhases() throws IOException, TraceFormatException {
        Random random = new Random(9);
        List<RunFiles.Call> calls = new ArrayList<>();
        SeriesBuilder law = new SeriesBuilder();
        double[] expected = new double[3];
        long at = START;
        calls.add(new RunFiles.Call("Init", at, at));
        for (int i = 0; i < 300; i++) {
            int kind = i % 3;
            long end = at + SECOND + random.nextInt(1_000_000_000);
            double watts = kind == 0 ? 150 : kind == 1 ? 110 : 130;
            law.add(at, end, watts);
            expected[kind] += watts * Series.seconds(at, end);
            if (kind > 0) {
                calls.add(new RunFiles.Call(kind == 1 ? "Allreduce" : "File_write_all", at, end));
            }
            at = end;
        }
        calls.add(new RunFiles.Call("Finalize", at, at));
        new RunFiles(folder, "run")
                .trace("n", 0, calls.toArray(RunFiles.Call[]::new))
                .close();
        Attribution result = Attribution.of(Project.open(folder), Map.of("n", metered(law.build())));
        assertEquals(expected[0], named(result.phases(), "computation").joules(), 0.005 * expected[0]);
        assertEquals(expected[1], named(result.phases(), "communication").joules(), 0.005 * expected[1]);
        assertEquals(expected[2], named(result.phases(), "I/O").joules(), 0.005 * expected[2]);
    }

    private static Series metered(Series truth) {
        SeriesBuilder meter = new SeriesBuilder();
        long cycle = 10_000_000;
        for (long at = truth.start(); at < truth.end(); at += cycle) {
            long end = Math.min(at + cycle, truth.end());
            meter.add(at, end, truth.mean(at, end));
        }
        return meter.build();
    }
}
