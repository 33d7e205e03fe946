// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.piosim.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.hdtrace.format.project.Project;
import org.hdtrace.format.project.StatisticsFile;
import org.hdtrace.format.statistics.StatisticsReader;
import org.hdtrace.piosim.model.program.ProgramBuilder;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What the options of a single run change, and with what exit status it ends. */
class RunOptionsTest {
    private static final String MODEL = RecordedPrograms.MODEL.toString();
    private static final long COMPUTED_CYCLES = 90_000_000;

    @TempDir
    Path folder;

    private final ByteArrayOutputStream out = new ByteArrayOutputStream();
    private final ByteArrayOutputStream err = new ByteArrayOutputStream();

    @Test
    void untilEndsTheRunThereWithTheResultSoFar() throws Exception {
        String app = ring();
        assertEquals(0, simulate(app));
        long whole = number("virtualTimeNs");
        long events = number("events");
        assertEquals(4, simulate(app, "--until", whole / 2 + "ns"));
        assertEquals(whole / 2, number("virtualTimeNs"));
        assertTrue(number("events") < events && number("events") > 0, out());
        assertTrue(out().contains("\"rank\":0,\"thread\":0,\"endNs\":-1"), out());
        assertTrue(out().contains("\"deadlock\":null"), out());
        assertTrue(err().matches("(?s).*limit reached at virtual time [0-9.]+ s, by --until: .*"), err());
        assertEquals(4, simulate(app, "--until", whole - 1 + "ns"));
        assertEquals(0, simulate(app, "--until", whole + "ns"));
        assertEquals(events, number("events"));
    }

    @Test
    void maxEventsEndsTheRunAfterThem() throws Exception {
        String app = ring();
        assertEquals(0, simulate(app));
        long events = number("events");
        long whole = number("virtualTimeNs");
        assertEquals(4, simulate(app, "--max-events", "" + (events - 1)));
        assertEquals(events - 1, number("events"));
        assertTrue(err().matches("(?s).*limit reached at virtual time [0-9.]+ s, by --max-events\\R"), err());
        assertTrue(number("virtualTimeNs") <= whole, out());
        assertEquals(0, simulate(app, "--max-events", "" + events));
        assertEquals(whole, number("virtualTimeNs"));
        assertEquals(4, simulate(app, "--max-events", "0"));
        assertEquals(0, number("events"));
    }

    @Test
    void computationIsMultipliedOrLeftOut() throws Exception {
        ProgramBuilder program = new ProgramBuilder("computes", 4);
        program.addBarrier(program.world());
        for (int rank = 0; rank < 4; rank++) {
            program.addCompute(rank, COMPUTED_CYCLES);
        }
        String app = "A=" + RecordedPrograms.record(folder.resolve("run"), program.addBarrier(program.world()));
        assertEquals(0, simulate(app, "--no-compute"));
        long without = number("virtualTimeNs");
        assertEquals(0, simulate(app));
        long once = number("virtualTimeNs") - without;
        assertTrue(once > COMPUTED_CYCLES / 10, "computation takes " + once + " ns");
        assertEquals(0, simulate(app, "--compute-scale", "3"));
        assertEquals(3.0, (double) (number("virtualTimeNs") - without) / once, 1e-6);
        assertEquals(0, simulate(app, "--compute-scale", "0.5"));
        assertEquals(0.5, (double) (number("virtualTimeNs") - without) / once, 1e-6);
        assertEquals(0, simulate(app, "--compute-scale", "0"));
        assertEquals(without, number("virtualTimeNs"));
    }

    @Test
    void unknownCallsAreChargedAsTheyWereRecorded() throws Exception {
        String app = ring();
        replaceInTraces("Barrier", "Comm_join");
        assertEquals(2, simulate(app));
        assertEquals("", out());
        assertEquals(0, simulate(app, "--ignore-unknown"));
        assertTrue(err().contains("Comm_join: called 20 times, can't be simulated, charged as computation"), err());
        long charged = functionTime("Comm_join");
        assertTrue(charged > 0, out());
        assertEquals(0, simulate(app, "--ignore-unknown", "--compute-scale", "2"));
        assertEquals(2.0, (double) functionTime("Comm_join") / charged, 0.01);
    }

    @Test
    void aDeadlockIsToldInPieces() throws Exception {
        Path locked = RecordedPrograms.record(
                folder.resolve("locked"),
                RecordedPrograms.locked(),
                "ClientMethod[Send]=NoOperation",
                "ClientMethod[Recv]=NoOperation");
        assertEquals(3, simulate("A=" + locked));
        List<String> cycle = new ArrayList<>();
        Matcher members = Pattern.compile(
                        "\\{\"application\":\"A\",\"rank\":([0-9]),\"thread\":0,\"function\":\"Recv\","
                                + "\"tag\":3,\"communicator\":\"([^\"]+)\"}")
                .matcher(out());
        while (members.find()) {
            cycle.add(members.group(1) + members.group(2));
        }
        assertEquals(4, cycle.size(), out());
        assertEquals(1, cycle.stream().map(text -> text.substring(1)).distinct().count(), out());
        assertEquals(
                List.of("0", "1", "2", "3"),
                cycle.stream().map(text -> text.substring(0, 1)).toList());
    }

    @Test
    void messagesThatNobodyReceivedAreListed() throws Exception {
        ProgramBuilder program = new ProgramBuilder("sends", 4);
        program.addSend(1, 2, 77, 5).addBarrier(program.world());
        String app = "A=" + RecordedPrograms.record(folder.resolve("run"), program);
        assertEquals(0, simulate(app));
        assertEquals(1, number("unreceivedMessages"));
        assertTrue(out().contains("\"not received: Send of rank 1 to rank 2 with tag 5 of 77 B"), out());
        assertTrue(out().contains("\"cycle\":[]"), out());
        assertEquals(0, simulate(ring()));
        assertEquals(0, number("unreceivedMessages"));
        assertTrue(out().contains("\"unreceived\":[]"), out());
    }

    @Test
    void theProfileAddsUpToTheRun() throws Exception {
        String app = ring();
        assertEquals(0, simulate(app));
        assertFalse(out().contains("\"profile\""), out());
        long events = number("events");
        String target = folder.resolve("sim").toString();
        assertEquals(0, simulate(app, "--profile", "-o", target));
        long sum = 0;
        double share = 0;
        double seconds = 0;
        Matcher handlers = Pattern.compile(
                        "\\{\"name\":\"[^\"]+\",\"events\":([0-9]+),\"share\":([0-9.E-]+),\"seconds\":([0-9.E-]+)}")
                .matcher(out());
        while (handlers.find()) {
            sum += Long.parseLong(handlers.group(1));
            share += Double.parseDouble(handlers.group(2));
            seconds += Double.parseDouble(handlers.group(3));
        }
        assertEquals(events, sum);
        assertEquals(1, share, 1e-9);
        assertTrue(seconds > 0 && seconds <= real("runSeconds"), out());
        for (String phase : List.of("readSeconds", "setUpSeconds", "writeSeconds")) {
            assertTrue(real(phase) > 0, phase + " in " + out());
        }
        assertTrue(number("peakHeapBytes") > 1 << 20, out());
        assertTrue(err().contains("hdtrace simulate: read "), err());
        assertEquals(
                events,
                err().lines()
                        .filter(line -> line.contains(" events, "))
                        .mapToLong(RunOptionsTest::count)
                        .sum());
    }

    /** Of each component the bytes and the time that it was busy, as a step function and as means over 1.7 ms. */
    @Test
    void statisticsOverIntervalsConserveThoseOfTheStepFunction() throws Exception {
        String app = ring();
        Path steps = folder.resolve("steps");
        Path means = folder.resolve("means");
        assertEquals(0, simulate(app, "--trace", "all", "-o", steps.toString()));
        long end = number("virtualTimeNs");
        assertEquals(
                0, simulate(app, "--trace", "all", "--statistics-interval", "1.7ms", "-o", means.toString()), err());
        assertTrue(end > 5_000_000, "several intervals");
        Map<String, List<Long>> sums = sums(steps, end);
        assertTrue(sums.size() > 10, sums.toString());
        assertTrue(sums.values().stream().anyMatch(sum -> sum.get(2) > 0), "something waits");
        assertEquals(sums, sums(means, end));
        for (StatisticsFile file : Project.open(means).statistics()) {
            try (StatisticsReader reader = StatisticsReader.open(file.path())) {
                while (reader.group().name().equals("Component") && reader.next()) {
                    long start = reader.intervalStartNanos();
                    assertEquals(0, start % 1_700_000);
                    assertEquals(Math.min(end, start + 1_700_000), reader.timeNanos());
                }
            }
        }
    }

    @Test
    void anIntervalNeedsComponentsAndALength() throws Exception {
        String app = ring();
        String target = folder.resolve("sim").toString();
        assertEquals(2, simulate(app, "--statistics-interval", "1ms", "-o", target));
        assertTrue(err().contains("--statistics-interval=1ms: such statistics need --trace servers or all"), err());
        assertEquals(2, simulate(app, "--statistics-interval", "0", "--trace", "all", "-o", target));
        assertTrue(err().contains("--statistics-interval=0: must be at least 1ns"), err());
        assertEquals(2, simulate(app, "--statistics-interval", "soon", "--trace", "all", "-o", target));
        assertTrue(err().contains("--statistics-interval=soon: must be a time as 1.5, 20ms, 3us, 100ns or 1e3"), err());
        assertFalse(Files.exists(folder.resolve("sim")));
    }

    /** By file: bytes, ns that it was busy, and the integral of its queue in ns. */
    private static Map<String, List<Long>> sums(Path project, long end) throws Exception {
        Map<String, List<Long>> sums = new TreeMap<>();
        for (StatisticsFile file : Project.open(project).statistics()) {
            try (StatisticsReader reader = StatisticsReader.open(file.path())) {
                if (!reader.group().name().equals("Component")) {
                    continue;
                }
                long bytes = 0;
                double busy = 0;
                double queue = 0;
                long last = 0;
                while (reader.next()) {
                    long length = reader.timeNanos() - reader.intervalStartNanos();
                    busy += reader.doubleValue(0) / 100 * length;
                    queue += reader.doubleValue(1) * length;
                    bytes += reader.longValue(2);
                    last = reader.timeNanos();
                }
                assertEquals(end, last);
                sums.put(file.path().getFileName().toString(), List.of(bytes, Math.round(busy), Math.round(queue)));
            }
        }
        return sums;
    }

    private static long count(String line) {
        return Long.parseLong(line.replaceAll(".* ([0-9]+) events, .*", "$1"));
    }

    private String ring() throws Exception {
        return "A=" + RecordedPrograms.record(folder.resolve("ring"), RecordedPrograms.ring(5));
    }

    private void replaceInTraces(String from, String to) throws Exception {
        try (Stream<Path> files = Files.list(folder.resolve("ring"))) {
            for (Path file :
                    files.filter(path -> path.toString().endsWith(".trc")).toList()) {
                Files.writeString(
                        file,
                        Files.readString(file)
                                .replace("<" + from + " ", "<" + to + " ")
                                .replace("</" + from + ">", "</" + to + ">"));
            }
        }
    }

    private long functionTime(String name) {
        return Long.parseLong(
                out().replaceAll("(?s).*\"name\":\"" + name + "\",\"count\":20,\"totalNs\":([0-9]+).*", "$1"));
    }

    private long number(String key) {
        return Long.parseLong(out().replaceAll("(?s).*\"" + key + "\":([0-9]+).*", "$1"));
    }

    private double real(String key) {
        return Double.parseDouble(out().replaceAll("(?s).*\"" + key + "\":([0-9.E-]+).*", "$1"));
    }

    private int simulate(String app, String... options) {
        out.reset();
        err.reset();
        return Main.run(
                Stream.concat(Stream.of(MODEL, "--app", app, "--json"), Stream.of(options))
                        .toArray(String[]::new),
                new PrintStream(out, true, StandardCharsets.UTF_8),
                new PrintStream(err, true, StandardCharsets.UTF_8),
                false);
    }

    private String out() {
        return out.toString(StandardCharsets.UTF_8);
    }

    private String err() {
        return err.toString(StandardCharsets.UTF_8);
    }
}
