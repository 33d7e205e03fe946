// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.power.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.hdtrace.format.TraceFormatException;
import org.hdtrace.format.project.Project;
import org.hdtrace.format.statistics.StatisticsReader;
import org.hdtrace.power.RunFiles;
import org.hdtrace.power.TestSeries;
import org.hdtrace.power.input.ActivityReader;
import org.hdtrace.power.model.Feature;
import org.hdtrace.power.model.ModelReader;
import org.hdtrace.power.model.Source;
import org.hdtrace.power.series.Series;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class EnergyCommandsTest {
    @TempDir
    private Path folder;

    private Path first;
    private Path second;
    private Path model;

    /** 100 W and 50 W per CPU on node n0, 120 W and 50 W on n1. */
    @BeforeEach
    void write() throws IOException {
        first = run("first", 10, 30, 70, 100);
        second = run("second", 80, 20, 0, 55);
        model = folder.resolve("model.xml");
    }

    private Path run(String name, double... cpu) throws IOException {
        Path at = Files.createDirectory(folder.resolve(name));
        RunFiles files = new RunFiles(at, name);
        for (int node = 0; node < 2; node++) {
            double base = 100 + 20 * node;
            Series load = TestSeries.seconds(cpu);
            files.statistics("n" + node, "Utilization", RunFiles.Column.level("CPU_TOTAL", "%", load));
            files.statistics(
                    "n" + node, "Energy", RunFiles.Column.level("P", "W", load.map(value -> base + value / 2)));
            files.trace("n" + node, node, new RunFiles.Call("Init", RunFiles.START, RunFiles.START + RunFiles.SECOND));
        }
        files.close();
        return at;
    }

    private record Result(int status, String out, String err) {}

    private static Result energy(Object... arguments) {
        StringWriter out = new StringWriter();
        StringWriter err = new StringWriter();
        String[] words = List.of(arguments).stream().map(String::valueOf).toArray(String[]::new);
        int status = Main.run(new PrintWriter(out), new PrintWriter(err), words);
        return new Result(status, out.toString(), err.toString());
    }

    private void calibrate() {
        Result result = energy("calibrate", first, second, "-o", model);
        assertEquals(0, result.status(), result::err);
        assertTrue(result.out().contains("median error 0.00 %"), result.out());
    }

    @Test
    void predictsWhatWasMeasured() {
        calibrate();
        Result result = energy("predict", first, "--model", model, "--json");
        assertEquals(0, result.status(), result::err);
        assertTrue(result.out().startsWith("{\"nodes\":[{\"node\":\"n0\",\"energyJ\":505.0"), result.out());
        assertTrue(result.out().contains("\"measuredJ\":505.0"), result.out());
        assertTrue(result.out().contains("{\"node\":\"n1\",\"energyJ\":585.0"), result.out());
    }

    @Test
    void writesAProjectThatIsThereWholeOrNotAtAll() throws TraceFormatException, IOException {
        calibrate();
        Path estimate = folder.resolve("estimate");
        assertEquals(
                0, energy("predict", second, "--model", model, "-o", estimate).status());
        Project project = Project.open(estimate);
        assertEquals(List.of("EstimatedEnergy"), project.content().statisticsGroups());
        assertEquals(2, project.statistics().size());
        Result again = energy("predict", second, "--model", model, "-o", estimate);
        assertEquals(2, again.status());
        assertTrue(again.err().contains("is not empty"), again.err());
        // As any other statistics: what was written is what was estimated.
        Feature power = new Feature("p", List.of(new Source("", List.of("P"), false, 1, "W")));
        assertEquals(
                List.of(), ActivityReader.read(project, List.of(power), file -> {}), "estimates are no measurements");
        try (var reader = StatisticsReader.open(project.statistics().get(0).path())) {
            assertEquals(RunFiles.START, reader.startNanos());
            assertTrue(reader.next());
            assertEquals(140, reader.doubleValue(reader.group().indexOf("P")), 1e-4);
            assertEquals(40, reader.doubleValue(reader.group().indexOf("P_cpu")), 1e-4);
            assertEquals(100, reader.doubleValue(reader.group().indexOf("P_BASE")), 1e-4);
        }
        assertEquals(
                2,
                energy("predict", first, "--model", folder.resolve("none.xml"), "-o", folder.resolve("x"))
                        .status());
        assertFalse(Files.exists(folder.resolve("x")));
    }

    /** What is shown beside each other begins together, whenever the first statistics came. */
    @Test
    void anEstimateBeginsWithTheRun() throws TraceFormatException, IOException {
        calibrate();
        Path late = Files.createDirectory(folder.resolve("late"));
        long early = RunFiles.START - 3 * RunFiles.SECOND;
        RunFiles files = new RunFiles(late, "late");
        files.statistics("n0", "Utilization", RunFiles.Column.level("CPU_TOTAL", "%", TestSeries.seconds(80, 20)));
        files.trace("n0", 0, new RunFiles.Call("Init", early, RunFiles.START));
        files.close();
        Path estimate = folder.resolve("estimate");
        assertEquals(
                0, energy("predict", late, "--model", model, "-o", estimate).status());
        Project project = Project.open(estimate);
        try (var reader = StatisticsReader.open(project.statistics().get(0).path())) {
            int power = reader.group().indexOf("P");
            assertTrue(reader.next());
            assertEquals(early, reader.startNanos());
            assertEquals(RunFiles.START, reader.timeNanos());
            assertEquals(0, reader.doubleValue(power));
            assertTrue(reader.next());
            assertEquals(140, reader.doubleValue(power), 1e-4);
            assertTrue(reader.next());
            assertEquals(110, reader.doubleValue(power), 1e-4);
            assertFalse(reader.next());
        }
    }

    @Test
    void reportsWhoseEnergyItWas() {
        Result result = energy("report", first, "--json");
        assertEquals(0, result.status(), result::err);
        assertTrue(
                result.out().startsWith("{\"energyJ\":1090.0,\"seconds\":4.0,\"energyDelayJs\":4360.0"), result.out());
        assertTrue(result.out().contains("{\"name\":\"Init\",\"energyJ\":230.0"), result.out());
        assertTrue(energy("report", first).out().contains("1090.0 J in 4.000 s, 272.5 W"));
    }

    @Test
    void outsideOfTheRangeTheBandIsWider() throws IOException {
        Path narrow = run("narrow", 40, 50, 45);
        Path narrower = run("narrower", 42, 48, 44);
        assertEquals(0, energy("calibrate", narrow, narrower, "-o", model).status());
        Result result = energy("predict", first, "--model", model);
        assertEquals(0, result.status());
        assertTrue(result.err().contains("n0, n1: 'cpu' leaves the calibrated range, 0.400 to 0.500"), result.err());
        Result strict = energy("predict", first, "--model", model, "--strict-range");
        assertEquals(1, strict.status());
        assertTrue(strict.err().contains("n0: 'cpu' leaves the calibrated range, 0.400 to 0.500: 0.100"), strict.err());
    }

    @Test
    void ridgeShrinksAndTellsTheError() throws IOException, TraceFormatException {
        Result shrunk = energy("calibrate", first, second, "-o", model, "--ridge", "0.25");
        assertEquals(0, shrunk.status(), shrunk::err);
        assertTrue(shrunk.out().contains("ridge: lambda 0.25"), shrunk.out());
        assertTrue(shrunk.out().matches("(?s).*\\ncpu +40[.]00 .*"), shrunk.out());
        assertEquals(0.25, ModelReader.read(model).calibration().orElseThrow().ridge());
        Result chosen = energy("calibrate", first, second, "-o", model, "--ridge", "auto", "--json");
        assertTrue(chosen.out().contains("\"lambda\":0.0,"), chosen.out());
        assertTrue(chosen.out().contains("\"sampleW\":"), chosen.out());
        Result plain = energy("calibrate", first, second, "-o", model);
        assertFalse(plain.out().contains("ridge"), plain.out());
        assertEquals(0, ModelReader.read(model).calibration().orElseThrow().ridge());
        assertTrue(plain.out().contains("samples of runs that were left out: 0.000 W off"), plain.out());
    }

    /** Power of a meter whose clock is 2 s late. */
    private Path lateRun(String name, long seed) throws IOException {
        Path at = Files.createDirectory(folder.resolve(name));
        double[] cpu = new Random(seed).doubles(60, 0, 100).toArray();
        Series load = TestSeries.seconds(cpu);
        Series power = load.map(value -> 100 + value / 2).shifted(2 * RunFiles.SECOND);
        new RunFiles(at, name)
                .statistics("n0", "Utilization", RunFiles.Column.level("CPU_TOTAL", "%", load))
                .statistics("n0", "Energy", RunFiles.Column.level("P", "W", power))
                .close();
        return at;
    }

    @Test
    void latePowerIsToldAndMoved() throws IOException {
        Path late = lateRun("late", 1);
        Path later = lateRun("later", 2);
        Result told = energy("calibrate", late, later, "-o", model);
        assertTrue(told.err().contains("late: n0: power comes 2.0"), told.err());
        assertTrue(told.err().contains("; --align moves it"), told.err());
        Result moved = energy("calibrate", late, later, "-o", model, "--align", "--json");
        assertEquals(0, moved.status(), moved::err);
        assertTrue(moved.err().contains("and was moved"), moved.err());
        assertTrue(
                moved.out().contains("\"lags\":[{\"run\":\"late\",\"node\":\"n0\",\"feature\":\"cpu\""), moved.out());
        Result predicted = energy("predict", late, "--model", model, "--json");
        assertTrue(predicted.out().contains("\"node\":\"n0\""), predicted.out());
        Result all = energy("calibrate", late, later, "-o", model, "--align");
        assertTrue(all.out().contains("median error 0.0"), all.out());
    }

    @Test
    void strategiesAreComparedWithTheFirst() throws IOException {
        Path mapping = Files.writeString(folder.resolve("m.mapping"), "CPU_TOTAL pvscluster.CPU\n");
        Result result = energy("what-if", second, "--mapping", mapping);
        assertEquals(0, result.status(), result::err);
        for (String strategy :
                List.of("simple", "optimal", "approach", "multiple-state", "race-to-idle", "slow-down", "spin-down")) {
            assertTrue(result.out().contains(strategy), result.out());
        }
        Result chosen = energy("what-if", second, "--mapping", mapping, "--strategies", "optimal", "--json");
        assertTrue(chosen.out().contains("\"strategy\":\"optimal\""), chosen.out());
        assertFalse(chosen.out().contains("simple"), chosen.out());
    }

    /** Presets of the original have no errors: an estimate by them isn't shown as if it was exact. */
    @Test
    void aModelWithoutErrorsIsTold() throws IOException {
        Path mapping = Files.writeString(folder.resolve("m.mapping"), "CPU_TOTAL pvscluster.CPU\n");
        Result result = energy("predict", second, "--mapping", mapping);
        assertEquals(0, result.status(), result::err);
        assertEquals(
                "hdtrace energy predict: warning: n0, n1: the model tells no errors, so the band has no width",
                result.err().strip());
        calibrate();
        assertEquals("", energy("predict", second, "--model", model).err());
    }

    @Test
    void badInputIsOneLineAndStatusTwo() throws IOException {
        calibrate();
        Path bare = Files.createDirectory(folder.resolve("bare"));
        new RunFiles(bare, "bare")
                .statistics("n", "Utilization", RunFiles.Column.level("MEM_USED", "B", TestSeries.seconds(1)))
                .close();
        Path broken = Files.writeString(folder.resolve("broken.xml"), "<PowerModel version='1'>");
        Map<String, Object[]> cases = Map.of(
                "no node has the statistics of 'cpu', as CPU_TOTAL", new Object[] {"predict", bare, "--model", model},
                "no node has measured power", new Object[] {"calibrate", bare, "-o", folder.resolve("y.xml")},
                "--model estimates it", new Object[] {"report", bare},
                "one of --model and --mapping is needed", new Object[] {"predict", first},
                "broken.xml: line 1: is no XML", new Object[] {"predict", first, "--model", broken},
                "holds no project file", new Object[] {"report", folder},
                "'fast' is not known", new Object[] {"what-if", first, "--model", model, "--strategies", "fast"},
                "--estimated needs --model", new Object[] {"report", first, "--estimated"},
                "expected predict, calibrate", new Object[] {});
        for (String wrong : List.of("-1", "much", "NaN", "Infinity")) {
            Result result = energy("calibrate", first, "-o", folder.resolve("y.xml"), "--ridge=" + wrong);
            assertEquals(2, result.status());
            String told = "--ridge: '" + wrong + "' is neither a finite number from 0 on nor auto";
            assertEquals("hdtrace energy calibrate: " + told, result.err().strip());
        }
        cases.forEach((message, arguments) -> {
            Result result = energy(arguments);
            assertEquals(2, result.status(), () -> message + ": " + result.err());
            assertTrue(result.err().contains(message), result.err());
            assertEquals(1, result.err().lines().count(), result.err());
            assertEquals("", result.out());
        });
        assertFalse(Files.exists(folder.resolve("y.xml")), "nothing half-written");
    }

    @Test
    void aPlaceWhereNothingCanBeWrittenIsBadInput() throws IOException {
        calibrate();
        Path file = Files.writeString(folder.resolve("file"), "x");
        Path nowhere = folder.resolve("nowhere").resolve("m.xml");
        Map<String, Object[]> cases = Map.of(
                "can't be written: not a folder",
                new Object[] {"predict", first, "--model", model, "-o", file.resolve("x")},
                nowhere + ".tmp: can't be written: no such file",
                new Object[] {"calibrate", first, second, "-o", nowhere},
                "can't be read: no such file",
                new Object[] {"predict", first, "--mapping", nowhere});
        cases.forEach((message, arguments) -> {
            Result result = energy(arguments);
            assertEquals(2, result.status(), () -> message + ": " + result.err());
            assertTrue(result.err().contains(message), result.err());
            assertEquals(1, result.err().lines().count(), result.err());
        });
    }
}
