// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.sunshot.app;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.awt.datatransfer.DataFlavor;
import java.awt.datatransfer.StringSelection;
import java.awt.datatransfer.Transferable;
import java.io.File;
import java.io.InputStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import javax.swing.JRootPane;
import javax.swing.TransferHandler;
import org.hdtrace.sunshot.TestProjects;
import org.hdtrace.sunshot.dock.DockSide;
import org.hdtrace.sunshot.model.Interval;
import org.hdtrace.sunshot.model.Run;
import org.hdtrace.sunshot.query.VisibleRow;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;

/** Opening projects, one or several (SUNSHOT S-01, S-06, S-07). */
class ProjectsWindowTest extends OpenWindow {
    private static final long SECOND = 1_000_000_000L;

    private Interval visible() throws Exception {
        return WindowDriver.compute(() -> driver.model().visible());
    }

    private Path project() {
        return folder.resolve("p").resolve("halves.proj");
    }

    @Tag("S-01")
    @Test
    void theCommandLineOpensAView() throws Exception {
        ViewOptions options = CommandLine.populateCommand(
                new ViewOptions(), "--from", "0.5", "--to", "1.5", "--rows", "n1/?/0", "--filter", "size > 1000");
        driver.run(Command.CLOSE);
        driver.onEventThread(() -> driver.window().open(List.of(project()), options, new OffsetOptions(), false));
        driver.await("it is open", () -> !driver.model().runs().isEmpty());
        assertEquals(new Interval(SECOND / 2, 3 * SECOND / 2), visible());
        assertTrue(WindowDriver.compute(() -> driver.model().indexOf("0:n1/Utilization/CPU_TOTAL")) < 0);
        assertEquals(1, driver.model().runs().get(0).stateCount(), "Send of 4096 bytes");
    }

    /** The file is the one that the sample writer of the importer's tests makes of a Work, with a Send in it, and a Work. */
    @Test
    void aFileOfSlog2Opens() throws Exception {
        Path trace = folder.resolve("two-lines.slog2");
        try (InputStream made = ProjectsWindowTest.class.getResourceAsStream("two-lines.slog2")) {
            Files.copy(made, trace);
        }
        String home = System.setProperty("user.home", folder.toString());
        try {
            driver.onEventThread(() -> driver.window().open(List.of(trace), false));
            driver.await("the trace is open", () -> driver.model().runs().stream()
                    .anyMatch(run -> run.name().equals("two-lines")));
            Run run = driver.model().runs().get(0);
            assertEquals(List.of(2, 3L), List.of(run.traceCount(), run.stateCount()));
            assertEquals(2 * SECOND, run.interval().durationNanos());
            int before = driver.model().categories().size();
            driver.model().categories().idOf("Work");
            assertEquals(before, driver.model().categories().size(), "the names are those of the file");
            driver.awaitRecent(trace);
        } finally {
            System.setProperty("user.home", home);
        }
    }

    @Tag("S-01")
    @Test
    void aWrongNameIsToldOnTheTerminal() {
        StringWriter told = new StringWriter();
        String missing = folder.resolve("missing.proj").toString();
        int status = Main.run(new PrintWriter(told), new PrintWriter(told, true), "view", missing);
        assertEquals(Main.BAD_INPUT, status);
        assertEquals(1, told.toString().lines().count(), told.toString());
        assertTrue(told.toString().contains(missing), told.toString());
    }

    @Tag("S-06")
    @Test
    void anAddedProjectSharesTheTimeAxis() throws Exception {
        Path later = TestProjects.halves(folder.resolve("later"));
        for (String trace : List.of("halves_n1_0_0.trc", "halves_n1_1_0.trc")) {
            replace(later.resolveSibling(trace), "'1300000000'", "'1300000010'");
        }
        replace(later, "<Utilization/>", "");
        Files.delete(later.resolveSibling("halves_n1_Utilization.stat"));
        driver.run(Command.ZOOM_IN);
        driver.onEventThread(() -> driver.window().open(List.of(later), true));
        driver.await("both are open", () -> driver.model().runs().size() == 2);
        assertEquals(new Interval(0, 2 * SECOND), visible(), "all of both is seen, from their starts");
        List<String> keys = WindowDriver.compute(
                () -> driver.model().rows().stream().map(VisibleRow::key).toList());
        assertTrue(keys.containsAll(List.of("0:n1/0/0", "1:n1/0/0")), keys.toString());
        driver.press("timelines", "R");
        assertEquals(
                new Interval(0, 12 * SECOND),
                WindowDriver.compute(() -> driver.model().viewport().whole()));
    }

    @Tag("S-06")
    @Test
    void whatIsDroppedOntoTheWindowIsOpened() throws Exception {
        Path chain = TestProjects.chain(folder.resolve("q"));
        assertFalse(WindowDriver.compute(() -> drop(new StringSelection("chain"))), "no file");
        assertFalse(WindowDriver.compute(() -> drop(files(List.of()))), "a link to elsewhere");
        driver.await("it is told", () -> driver.dialog("errorDialog") != null);
        assertEquals("what was dropped is no file", driver.dialogText("errorDialog"));
        assertEquals("halves", driver.model().runs().get(0).name(), "what is open stays");
        assertTrue(WindowDriver.compute(
                () -> drop(files(List.of(chain.toFile(), project().getParent().toFile())))));
        driver.await("a file and a folder are open", () -> driver.model().runs().size() == 2);
        assertEquals(
                List.of("chain", "halves"),
                driver.model().runs().stream().map(Run::name).toList());
    }

    private boolean drop(Transferable what) {
        JRootPane pane = driver.window().frame().getRootPane();
        TransferHandler.TransferSupport support = new TransferHandler.TransferSupport(pane, what);
        return pane.getTransferHandler().canImport(support)
                && pane.getTransferHandler().importData(support);
    }

    private static Transferable files(List<File> files) {
        return new Transferable() {
            @Override
            public DataFlavor[] getTransferDataFlavors() {
                return new DataFlavor[] {DataFlavor.javaFileListFlavor};
            }

            @Override
            public boolean isDataFlavorSupported(DataFlavor flavor) {
                return DataFlavor.javaFileListFlavor.equals(flavor);
            }

            @Override
            public List<File> getTransferData(DataFlavor flavor) {
                return files;
            }
        };
    }

    /** Read to the end, or nearly, or hardly begun. */
    @ParameterizedTest
    @ValueSource(ints = {1000, 20, 0})
    void whatIsBeingReadWhenAllIsClosedDoesNotAppear(int millis) throws Exception {
        Path other = TestProjects.chain(folder.resolve("other"));
        driver.onEventThread(() -> {
            driver.window().open(List.of(other), true);
            pause(millis);
            driver.window().closeAll();
        });
        driver.await("nothing is read any more", () -> !driver.shown("cancel"));
        assertEquals(List.of(), driver.model().runs());
        assertEquals("Sunshot", driver.window().frame().getTitle());
        driver.load(other);
        assertEquals("chain", driver.model().runs().get(0).name());
    }

    private static void pause(int millis) {
        try {
            Thread.sleep(millis);
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    private static void replace(Path file, String old, String other) throws Exception {
        Files.writeString(file, Files.readString(file).replace(old, other));
    }

    @Tag("S-07")
    @Test
    void theLegendIsBesideTheTimelinesAndPanelsStayWhereTheyWerePut() throws Exception {
        assertTrue(WindowDriver.compute(() -> driver.shown("legend")), "at once, without a command");
        driver.onEventThread(() -> driver.window().dock().move("legend", DockSide.LEFT));
        Path other = TestProjects.chain(folder.resolve("q"));
        driver.onEventThread(() -> driver.window().open(List.of(other), false));
        driver.await("the other one is open", () -> driver.model().runs().stream()
                .anyMatch(run -> run.name().equals("chain")));
        assertTrue(WindowDriver.compute(
                () -> driver.window().dock().layoutNow().shownAt(DockSide.LEFT).contains("legend")));
    }
}
