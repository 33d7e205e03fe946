// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.piosim.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.hdtrace.format.Csv;
import org.hdtrace.piosim.model.program.ProgramBuilder;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SweepCommandTest extends CommandRuns {
    private static final String MODEL = RecordedPrograms.MODEL.toString();
    private static final String LATENCY = "NetworkEdge[*]/Latency";
    private static final String EAGER = "GlobalSettings/MaxEagerSendSize";
    private static final String BARRIER = "ClientMethod[Barrier]";

    @TempDir
    Path folder;

    private String app;

    @BeforeEach
    void recordAProgram() throws Exception {
        app = "A=" + RecordedPrograms.record(folder.resolve("run"), RecordedPrograms.ring(5));
    }

    @Test
    void everyPointIsWhatASingleRunGives() throws IOException {
        Random random = new Random(7);
        for (int sweep = 0; sweep < 4; sweep++) {
            String latencies = "1us.." + (2 + random.nextInt(30)) + "us*" + (2 + random.nextInt(2));
            String sizes = random.nextInt(10_000) + "," + (10_000 + random.nextInt(20_000));
            String scale = "0." + (1 + random.nextInt(9));
            Path results = folder.resolve("r" + sweep + ".csv");
            int jobs = 1 + random.nextInt(4);
            sweep(
                    results,
                    "--vary",
                    LATENCY + "=" + latencies,
                    "--vary",
                    EAGER + "=" + sizes,
                    "--vary",
                    BARRIER + "=BinaryTree,VirtualSync",
                    "--compute-scale",
                    scale,
                    "--jobs",
                    "" + jobs);
            List<String> rows = Files.readAllLines(results);
            assertTrue(rows.size() >= 9, rows.toString());
            for (String row : rows.subList(1, rows.size())) {
                List<String> fields = Csv.split(row);
                assertEquals(
                        0,
                        run(
                                MODEL,
                                "--app",
                                app,
                                "--json",
                                "--compute-scale",
                                scale,
                                "--set",
                                LATENCY + "=" + fields.get(0),
                                "--set",
                                EAGER + "=" + fields.get(1),
                                "--set",
                                BARRIER + "=" + fields.get(2)));
                assertEquals(List.of(number("virtualTimeNs"), number("events")), fields.subList(3, 5), row);
                assertEquals(ends(), fields.subList(5, 7), row);
                assertEquals("", fields.get(7));
            }
        }
    }

    @Test
    void jobsAndSharesChangeNoByte() throws IOException {
        String[] grid = {"--vary", LATENCY + "=1us..30us+3us", "--vary", EAGER + "=0,100000"};
        Path one = folder.resolve("one.csv");
        sweep(one, with(grid, "--jobs", "1"));
        Path four = folder.resolve("four.csv");
        sweep(four, with(grid, "--jobs", "4"));
        assertEquals(Files.readString(one), Files.readString(four));
        Path shared = folder.resolve("shared.csv");
        for (int rank = 0; rank < 3; rank++) {
            assertFalse(Files.exists(shared));
            sweep(shared, with(grid, "--share", rank + "/3"));
            assertEquals(rank < 2, err().contains("other processes have points to do"), err());
        }
        assertEquals(Files.readString(one), Files.readString(shared));
        assertEquals(
                LATENCY + "," + EAGER + ",virtualTimeNs,events,A.firstEndNs,A.lastEndNs,error",
                Files.readAllLines(one).get(0));
    }

    @Test
    void aSweepGoesOnWithAnotherNumberOfProcesses() throws IOException {
        String[] grid = {"--vary", LATENCY + "=1us..30us+3us"};
        Path whole = folder.resolve("whole.csv");
        sweep(whole, grid);
        Path resumed = folder.resolve("resumed.csv");
        sweep(resumed, with(grid, "--share", "1/3"));
        sweep(resumed, with(grid, "--share", "0/2"));
        sweep(resumed, grid);
        assertEquals(Files.readString(whole), Files.readString(resumed));
        sweep(resumed, grid);
        assertEquals(resumed + ": 10 points\n", out());
    }

    @Test
    void whatChangesResultsMakesAnotherSweep() throws Exception {
        Path results = folder.resolve("r.csv");
        Path model = Files.copy(RecordedPrograms.MODEL, folder.resolve("model.xml"));
        String[] sweep = {
            "sweep", model.toString(), "--app", app, "--out", results.toString(), "--vary", LATENCY + "=1us,2us"
        };
        assertEquals(0, run(sweep), err());
        assertEquals(0, run(with(sweep, "--jobs", "3", "--json")), err());
        Path description = folder.resolve("r.csv.sweep");
        String told = Files.readString(description);
        String version = Files.readString(Path.of(System.getProperty("hd.root"), "VERSION"))
                .strip();
        assertTrue(told.contains("\nversion " + version + "\n"), told);
        Files.writeString(description, told.replace("\nversion " + version, "\nversion 0.0"));
        assertEquals(2, run(sweep));
        assertTrue(
                err().contains("r.csv: was begun by version 0.0 of the simulator, this is version " + version), err());
        assertEquals(1, err().lines().count(), err());
        Files.writeString(description, told);
        refused("instead of 'vary " + EAGER + "=1'", with(sweep, "--vary", EAGER + "=1"));
        refused("instead of 'set " + EAGER + "=1'", with(sweep, "--set", EAGER + "=1"));
        refused("instead of 'until 1000000000'", with(sweep, "--until", "1s"));
        refused("instead of 'max-events 9'", with(sweep, "--max-events", "9"));
        refused("instead of 'compute-scale 0.0'", with(sweep, "--no-compute"));
        refused("instead of 'ignore-unknown true'", with(sweep, "--ignore-unknown"));
        Files.writeString(model, Files.readString(model) + "\n");
        refused("with 'model ", sweep);
        Files.copy(RecordedPrograms.MODEL, model, StandardCopyOption.REPLACE_EXISTING);
        assertEquals(0, run(sweep), err());
        RecordedPrograms.record(folder.resolve("run"), RecordedPrograms.ring(6));
        refused("with 'program A ", sweep);
    }

    @Test
    void pointsThatFailSayWhyAndTheOthersCount() throws Exception {
        // Eager messages don't lock in a ring of sends, others do.
        var program = new ProgramBuilder("ring", 4);
        for (int rank = 0; rank < 4; rank++) {
            program.addSend(rank, (rank + 1) % 4, 5000, 1).addRecv(rank, (rank + 3) % 4, 1);
        }
        app = "A=" + RecordedPrograms.record(folder.resolve("locks"), program);
        Path results = folder.resolve("r.csv");
        assertEquals(
                1,
                run(
                        "sweep",
                        MODEL,
                        "--app",
                        app,
                        "--out",
                        results.toString(),
                        "--vary",
                        EAGER + "=100,10000",
                        "--json"));
        List<String> rows = Files.readAllLines(results);
        assertTrue(Csv.split(rows.get(1)).get(5).startsWith("deadlock: 4 ranks wait forever; rank 0: "), rows.get(1));
        assertTrue(rows.get(1).contains("cycle: rank 0 -> rank 1 -> rank 2 -> rank 3 -> rank 0"), rows.get(1));
        assertEquals(List.of("", ""), Csv.split(rows.get(1)).subList(3, 5));
        assertEquals("", Csv.split(rows.get(2)).get(5));
        assertTrue(err().contains("1 of 2 points have an error, the first: deadlock: 4 ranks"), err());
        assertTrue(out().contains("{\"values\":{\"" + EAGER + "\":\"100\"},\"virtualTimeNs\":"), out());
        assertTrue(out().contains("\"A.lastEndNs\":null,\"error\":\"deadlock: "), out());
        assertTrue(out().contains("\"error\":null"), out());
        assertEquals(
                1,
                run(
                        "sweep",
                        MODEL,
                        "--app",
                        app,
                        "--out",
                        folder + "/s.csv",
                        "--vary",
                        EAGER + "=10000",
                        "--max-events",
                        "3"));
        assertTrue(Files.readString(folder.resolve("s.csv")).endsWith(",3,,,limit reached\n"));
    }

    @Test
    void combinationsThatAreFaultyAreErrorsOfTheirPoints() throws Exception {
        ProgramBuilder program = new ProgramBuilder("one", 1);
        app = "A=" + RecordedPrograms.record(folder.resolve("one"), program.addBarrier(program.world()));
        String results = folder.resolve("r.csv").toString();
        String[] grid = {"--vary", "Star[*]/hosts=5,2", "--vary", "Star[*]/ranks=1,4"};
        assertEquals(1, run(with(new String[] {"sweep", MODEL, "--app", app, "--out", results}, grid)), err());
        List<List<String>> rows =
                Files.readAllLines(Path.of(results)).stream().map(Csv::split).toList();
        assertEquals(List.of("2", "4", "", "", "", ""), rows.get(4).subList(0, 6));
        assertTrue(
                rows.get(4).get(6).contains("hosts=2 is less than ranks=4"),
                rows.get(4).toString());
        assertEquals(
                List.of("", "", ""),
                rows.subList(1, 4).stream().map(row -> row.get(6)).toList());
    }

    @Test
    void aDryRunListsThePointsAndWritesNothing() throws IOException {
        assertEquals(
                0,
                run(
                        "sweep",
                        MODEL,
                        "--app",
                        app,
                        "--vary",
                        LATENCY + "=1us,2us",
                        "--vary",
                        EAGER + "=1,2",
                        "--dry-run"));
        assertEquals(LATENCY + "," + EAGER + "\n1us,1\n1us,2\n2us,1\n2us,2\n", out());
        bad("matches nothing", "--vary", "Nothing[*]/Here=1", "--dry-run");
        assertEquals(List.of("run"), names());
    }

    @Test
    void badInputGivesStatusTwoBeforeAnythingStarts() throws IOException {
        String[] good = {"--vary", LATENCY + "=1us", "--out", folder + "/r.csv"};
        bad("nothing varies", "--out", folder + "/r.csv");
        bad("give --out FILE.csv", "--vary", LATENCY + "=1us");
        bad("--jobs=0: must be > 0", with(good, "--jobs", "0"));
        bad("--share 3/3: must be", with(good, "--share", "3/3"));
        bad("--until=soon", with(good, "--until", "soon"));
        bad("Unknown option: '--json5', see piosimhd sweep --help", with(good, "--json5"));
        bad("--set Nothing/Here: matches nothing", with(good, "--set", "Nothing/Here=1"));
        bad("Nothing/Here: matches nothing", with(good, "--vary", "Nothing/Here=1"));
        bad("Latency", "--vary", LATENCY + "=1us,2us,fast", "--out", folder + "/r.csv");
        String[] methods = {"--vary", "ClientMethod[Bcast]=Nonsense,Direct", "--out", folder + "/r.csv"};
        bad("Bcast='Nonsense': must be one of", methods);
        // What isn't generated because of one fault is no second one.
        String generated = Path.of(System.getProperty("hd.root"), "examples/models/ethernet-100g.xml")
                .toString();
        assertEquals(
                2, run(with(new String[] {"sweep", generated, "--app", app, "--vary", LATENCY + "=1us,2us"}, methods)));
        assertTrue(err().contains("Bcast='Nonsense': must be one of"), err());
        assertEquals(1, err().lines().count(), err());
        bad("has the value 1us twice", "--vary", LATENCY + "=1us,1us", "--out", folder + "/r.csv");
        bad("there is no folder", "--vary", LATENCY + "=1us", "--out", folder + "/none/r.csv");
        bad("is a folder", "--vary", LATENCY + "=1us", "--out", folder.toString());
        assertEquals(List.of("run"), names());
        assertEquals(0, run("sweep", "--help"));
        for (String option : List.of(
                "--vary",
                "--out",
                "--jobs",
                "--share",
                "--dry-run",
                "--json",
                "--set",
                "--until",
                "--max-events",
                "--compute-scale",
                "--no-compute",
                "--ignore-unknown",
                "--app",
                "Exit status")) {
            assertTrue(out().contains(option), option);
        }
    }

    private void sweep(Path results, String... rest) {
        assertEquals(
                0, run(with(new String[] {"sweep", MODEL, "--app", app, "--out", results.toString()}, rest)), err());
    }

    private void refused(String cause, String... arguments) {
        assertEquals(2, run(arguments));
        assertTrue(err().contains("r.csv: belongs to another sweep, with "), err());
        assertTrue(err().contains(cause), err());
    }

    private void bad(String cause, String... rest) {
        assertEquals(2, run(with(new String[] {"sweep", MODEL, "--app", app}, rest)), err());
        assertTrue(err().contains(cause), err());
        assertEquals(1, err().lines().count(), err());
        assertEquals("", out());
    }

    private List<String> names() throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            return files.map(file -> file.getFileName().toString()).sorted().toList();
        }
    }

    private static String[] with(String[] first, String... rest) {
        return Stream.concat(Stream.of(first), Stream.of(rest)).toArray(String[]::new);
    }

    private String number(String key) {
        return out().replaceAll("(?s).*\"" + key + "\":([0-9]+).*", "$1");
    }

    private List<String> ends() {
        List<Long> ends = new ArrayList<>();
        Pattern.compile("\"endNs\":([0-9]+)")
                .matcher(out())
                .results()
                .forEach(match -> ends.add(Long.parseLong(match.group(1))));
        ends.sort(null);
        return List.of(ends.get(0).toString(), ends.get(ends.size() - 1).toString());
    }
}
