// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.sunshot.app;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import javax.swing.JComboBox;
import javax.swing.JSpinner;
import javax.swing.JTabbedPane;
import org.hdtrace.format.Csv;
import org.hdtrace.sunshot.TestProjects;
import org.hdtrace.sunshot.compare.Alignment;
import org.hdtrace.sunshot.control.Mark;
import org.hdtrace.sunshot.control.ViewModel;
import org.hdtrace.sunshot.model.Interval;
import org.hdtrace.sunshot.model.Run;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

class CompareWindowTest extends OpenWindow {
    private static final long SECOND = 1_000_000_000L;

    /** In the second run rank 0 sends for 3 s instead of 1 s. */
    private Path second(String trace) throws Exception {
        Path project = TestProjects.halves(folder.resolve("second"));
        Files.writeString(project.resolveSibling("halves_n1_0_0.trc"), trace);
        return project;
    }

    private void addSlower() throws Exception {
        addSecond(
                second(
                        """
                        <Program timeAdjustment='1300000000'>
                        <Send size='4096' toRank='1' time='0.000000000' end='3.000000000'/>
                        <File_write size='100' fid='1' time='3.000000000' end='4.000000000'/>
                        </Program>
                        """));
    }

    private void compareWithSlower() throws Exception {
        addSlower();
        driver.run(Command.COMPARE);
        driver.await("compared", () -> model().runs().size() == 3);
    }

    private void addSecond(Path project) throws Exception {
        driver.onEventThread(() -> driver.window().open(List.of(project), true));
        driver.await("both are open", () -> model().runs().size() == 2);
    }

    private ViewModel model() {
        return driver.model();
    }

    private ComparePanel panel() {
        return driver.component("compare", ComparePanel.class);
    }

    @Tag("V-12")
    @Test
    void ranksLieBelowEachOtherWithTheirDifferences() throws Exception {
        compareWithSlower();
        List<String> titles = WindowDriver.compute(
                () -> model().rows().stream().map(row -> row.title()).limit(4).toList());
        assertTrue(titles.get(0).startsWith("Rank 0 · ") && titles.get(1).startsWith("Rank 0 · "), titles.toString());
        assertEquals(List.of("Rank 0 · B/A", "B behind A"), titles.subList(2, 4));
        driver.run(Command.COMPARE_INTERLEAVED);
        assertTrue(WindowDriver.compute(() -> model().rows().get(0).isHeading()), "A above B");
        String csv = WindowDriver.compute(() -> panel().csv());
        assertTrue(csv.contains("\nSend,2,2000000000,4000000000,2.0,2000000000\n"), csv);
        driver.run(Command.COMPARE_END);
        assertEquals(2, model().runs().size());
        assertFalse(WindowDriver.compute(() -> model().query().interleaved()));
    }

    /** With a difference between calls, too. */
    @Tag("V-12")
    @Test
    void theFiguresAreThoseOfTheCommand() throws Exception {
        addSecond(
                second(
                        """
                        <Program timeAdjustment='1300000000'>
                        <Send size='4096' toRank='1' time='0.000000000' end='2.500000000'/>
                        <File_write size='100' fid='1' time='3.000000000' end='4.250000000'/>
                        </Program>
                        """));
        driver.run(Command.COMPARE);
        driver.await("compared", () -> model().runs().size() == 3);
        String json = compareCommand(
                model().runs().get(0).file(), model().runs().get(1).file());

        List<String> functions = objects(json, "functions", "name", "count", "aNs", "bNs", "ratio");
        assertEquals(2, functions.size(), json);
        assertEquals(functions, figures(0, 0, 1, 2, 3, 4).subList(0, 2));
        List<String> sums = new ArrayList<>(objects(json, "computation", "count", "aNs", "bNs", "ratio"));
        sums.addAll(objects(json, "total", "count", "aNs", "bNs", "ratio"));
        assertEquals(sums, figures(0, 1, 2, 3, 4).subList(2, 4));
        assertEquals(4, figures(0, 0).size());

        assertEquals(
                objects(json, "ranks", "rank", "matched", "aNs", "bNs", "computationANs", "computationBNs", "driftNs"),
                figures(1, 0, 1, 2, 3, 4, 5, 6));
        List<String> largest = objects(json, "largest", "rank", "index", "aNs", "bNs", "deltaNs", "share");
        assertEquals(3, largest.size(), json);
        assertEquals(largest, figures(2, 0, 1, 3, 4, 5, 6));
    }

    /** What {@code hdtrace compare --json} prints. */
    private static String compareCommand(Path a, Path b) {
        String headless = System.getProperty("java.awt.headless");
        StringWriter printed = new StringWriter();
        try {
            int status = Main.run(
                    new PrintWriter(printed),
                    new PrintWriter(printed),
                    "compare",
                    a.toString(),
                    b.toString(),
                    "--json");
            assertEquals(0, status, printed.toString());
        } finally {
            if (headless == null) {
                System.clearProperty("java.awt.headless");
            } else {
                System.setProperty("java.awt.headless", headless);
            }
        }
        return printed.toString();
    }

    /** Of the objects that a field of JSON has, which hold no others: some of their values, between commas. */
    private static List<String> objects(String json, String field, String... names) {
        int from = json.indexOf("\"" + field + "\":");
        boolean several = json.charAt(from + field.length() + 3) == '[';
        String text = json.substring(from, json.indexOf(several ? ']' : '}', from) + 1);
        return Pattern.compile("\\{[^}]*}")
                .matcher(text)
                .results()
                .map(object -> Arrays.stream(names)
                        .map(name ->
                                normal(object.group().replaceFirst("(?s).*\"" + name + "\":\"?([^,}\"]*).*", "$1")))
                        .collect(Collectors.joining(",")))
                .toList();
    }

    /** Some columns of a tab as it copies them, line by line. */
    private List<String> figures(int tab, int... columns) throws Exception {
        JTabbedPane tabs = driver.component("compare.tabs", JTabbedPane.class);
        String csv = WindowDriver.compute(() -> {
            tabs.setSelectedIndex(tab);
            return panel().csv();
        });
        return csv.lines()
                .skip(1)
                .map(Csv::split)
                .map(line -> Arrays.stream(columns)
                        .mapToObj(column -> normal(line.get(column)))
                        .collect(Collectors.joining(",")))
                .toList();
    }

    /** Numbers in one form, whoever wrote them; JSON has no word for infinity. */
    private static String normal(String value) {
        try {
            return new BigDecimal(value).stripTrailingZeros().toPlainString();
        } catch (NumberFormatException e) {
            return value.equals("Infinity") ? "null" : value;
        }
    }

    @Test
    void whatIsClosedWhileItIsComparedDoesNotComeBack() throws Exception {
        addSecond(TestProjects.chain(folder.resolve("second")));
        driver.onEventThread(() -> {
            driver.window().actions().run(Command.COMPARE);
            driver.window().closeAll();
        });
        driver.await(
                "the work is done", () -> !driver.window().details().shown().contains("comparing"));
        assertFalse(WindowDriver.compute(() -> driver.window().comparing().isActive()));
        assertEquals(List.of(), model().runs());
    }

    @Tag("S-37")
    @Test
    void aComparisonTellsWhyNothingMovesInTime() throws Exception {
        compareWithSlower();
        driver.onEventThread(() -> model().select(model().rows().get(0).key()));
        driver.run(Command.OFFSET);
        driver.await("it is told", () -> driver.dialog("errorDialog") != null);
        String told = driver.dialogText("errorDialog");
        assertTrue(told.startsWith("A comparison is of the recorded times"), told);
        assertTrue(WindowDriver.compute(() -> model().offsets().isEmpty()));
    }

    @Tag("V-12")
    @Test
    void oneClickGoesToTheLargestDifference() throws Exception {
        compareWithSlower();
        driver.onEventThread(() -> driver.window()
                .comparing()
                .goTo(driver.window().comparing().largest().get(0)));
        assertEquals("0:n1/0/0", model().selectedKey());
        assertEquals(SECOND, model().chosen().orElseThrow().time().durationNanos());
    }

    @Tag("V-12")
    @Tag("V-13")
    @Test
    void pathsAndMessagesAreComparedWhenTheirTabsAreSeen() throws Exception {
        compareWithSlower();
        JTabbedPane tabs = driver.component("compare.tabs", JTabbedPane.class);
        driver.onEventThread(() -> tabs.setSelectedIndex(3));
        driver.await("the paths are read", () -> panel().csv().contains("\nSend,"));
        String csv = WindowDriver.compute(() -> panel().csv());
        assertTrue(csv.startsWith("On the critical path,a_ns,b_ns,delta_ns\n"), csv);
        driver.onEventThread(() -> tabs.setSelectedIndex(4));
        assertEquals(
                "From,To,a_bytes,b_bytes,delta_bytes\n", WindowDriver.compute(() -> panel().csv()), "nobody receives");
    }

    @Tag("V-12")
    @Test
    void theMatrixShowsTheDifference() throws Exception {
        compareWithSlower();
        driver.run(Command.MATRIX);
        MatrixPanel matrix = driver.component("matrix", MatrixPanel.class);
        driver.onEventThread(
                () -> driver.component("matrix.of", JComboBox.class).setSelectedIndex(1));
        driver.onEventThread(
                () -> driver.component("matrix.what", JComboBox.class).setSelectedIndex(2));
        driver.await("accesses of both", () -> matrix.csv().contains("\n0,fid 1,1,1,100,100,1.0,1.0\n"));
    }

    @Tag("V-12")
    @Test
    void stretchedOperationsLineUp() throws Exception {
        compareWithSlower();
        driver.run(Command.COMPARE_STRETCH);
        driver.await("stretched", () -> model().runs().get(1).isDerived());
        assertEquals(
                model().runs().get(0).interval().endNanos(),
                model().runs().get(1).interval().endNanos());
        driver.run(Command.COMPARE_START);
        driver.await("as it was", () -> !model().runs().get(1).isDerived());
    }

    @Tag("V-12")
    @Test
    void marksInBothRunsCanLieAtOnePlace() throws Exception {
        compareWithSlower();
        driver.onEventThread(() -> model().setMarks(List.of(
                new Mark(0, new Interval(0, SECOND), SECOND, "0:n1/0/0", ""),
                new Mark(0, new Interval(0, SECOND), 3 * SECOND, "1:n1/0/0", ""))));
        driver.run(Command.COMPARE_MARKS);
        driver.await("moved", () -> model().runs().get(0).interval().durationNanos() == 4 * SECOND);
        assertEquals(List.of(3 * SECOND, 3 * SECOND), WindowDriver.compute(() -> model().marks().stream()
                .map(Mark::atNanos)
                .toList()));
    }

    @Tag("V-02")
    @Test
    void marksOutliveComparisons() throws Exception {
        Mark inA = new Mark(1, new Interval(0, SECOND), SECOND / 2, "0:n1/0/0", "a");
        Mark inB = new Mark(2, new Interval(0, SECOND), SECOND, "1:n1/0/0", "b");
        driver.onEventThread(() -> model().setMarks(List.of(inA)));
        addSlower();
        assertEquals(List.of(inA), model().marks(), "another project was added");
        driver.onEventThread(() -> model().setMarks(List.of(inA, inB)));
        driver.run(Command.COMPARE);
        driver.await("compared", () -> model().runs().size() == 3);
        assertEquals(List.of(inA, inB), model().marks());
        driver.run(Command.COMPARE_MARKS);
        driver.await("moved", () -> model().runs().get(0).interval().durationNanos() == 5 * SECOND / 2);
        driver.run(Command.COMPARE_END);
        assertEquals(List.of(inA, inB), model().marks());
    }

    @Tag("V-12")
    @Test
    void aChosenOperationOfBothLiesAtOnePlace() throws Exception {
        compareWithSlower();
        driver.onEventThread(() -> {
            driver.component("compare.align", JComboBox.class).setSelectedItem(Alignment.Kind.OPERATION);
            driver.component("compare.operation", JSpinner.class).setValue(1);
        });
        // File_write of rank 0 begins at 1 s in A and at 3 s in B.
        driver.await("moved", () -> model().runs().get(0).interval().durationNanos() == 4 * SECOND);
        assertEquals(4 * SECOND, model().runs().get(1).interval().durationNanos());
    }

    @Tag("V-12")
    @Test
    void ofAnObservedAndASimulatedRunTheObservedOneIsA() throws Exception {
        Path observed = model().runs().get(0).file();
        Path simulated = TestProjects.halves(folder.resolve("simulated"));
        Files.writeString(simulated, Files.readString(simulated).replace("Hostname", "Component"));
        driver.onEventThread(() -> driver.window().open(List.of(simulated, observed), false));
        driver.await("both are open", () -> model().runs().size() == 2);
        assertEquals(simulated, model().runs().get(0).file());
        driver.run(Command.COMPARE);
        driver.await("compared", () -> model().runs().size() == 3);
        assertEquals(
                List.of(observed, simulated),
                WindowDriver.compute(
                        () -> model().runs().stream().map(Run::file).limit(2).toList()));
    }

    @Test
    void anOperationWithoutCounterpartIsToldAndNothingChanges() throws Exception {
        compareWithSlower();
        driver.onEventThread(() -> driver.window().comparing().align(Alignment.Kind.MARKS));
        driver.await("told", () -> driver.dialog("errorDialog") != null);
        assertTrue(driver.dialogText("errorDialog").contains("write a note"));
        assertEquals(3, model().runs().size());
    }

    @Test
    void runsThatShareNothingAreTold() throws Exception {
        Path stranger = second("<Program timeAdjustment='1300000000'>\n<Barrier time='0.0' end='1.0'/>\n</Program>\n");
        Files.writeString(
                stranger.resolveSibling("halves_n1_1_0.trc"),
                "<Program timeAdjustment='1300000000'>\n<Barrier time='0.0' end='1.0'/>\n</Program>\n");
        addSecond(stranger);
        driver.run(Command.COMPARE);
        driver.await("told", () -> driver.dialog("errorDialog") != null);
        assertTrue(driver.dialogText("errorDialog").contains("no call of one has a counterpart in the other"));
        assertEquals(2, model().runs().size());
    }
}
