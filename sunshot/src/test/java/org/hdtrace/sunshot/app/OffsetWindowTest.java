// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.sunshot.app;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import javax.swing.JButton;
import javax.swing.JComponent;
import javax.swing.JLabel;
import javax.swing.JTextField;
import org.hdtrace.sunshot.TestProjects;
import org.hdtrace.sunshot.arrow.ArrowLevel;
import org.hdtrace.sunshot.arrow.ArrowTable;
import org.hdtrace.sunshot.model.CategoryColors;
import org.hdtrace.sunshot.model.Interval;
import org.hdtrace.sunshot.model.Occurrence;
import org.hdtrace.sunshot.model.Run;
import org.hdtrace.sunshot.paint.ArrowLayer;
import org.hdtrace.sunshot.paint.Theme;
import org.hdtrace.sunshot.query.Usage;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Nodes that are moved in time (SUNSHOT S-37). */
class OffsetWindowTest extends OpenWindow {
    private static final long SECOND = 1_000_000_000L;

    @Override
    Path project(Path target) throws IOException {
        return TestProjects.chain(target);
    }

    private void move(String key, String by) throws Exception {
        driver.onEventThread(() -> driver.model().select(key));
        driver.run(Command.OFFSET);
        driver.await("it is asked for", () -> driver.dialog("offsetDialog") != null);
        JTextField field = driver.inDialog("offsetDialog", "offset.field", JTextField.class);
        JButton apply = driver.inDialog("offsetDialog", "offset.apply", JButton.class);
        driver.onEventThread(() -> field.setText("soon"));
        assertFalse(WindowDriver.compute(apply::isEnabled));
        assertEquals(
                "no time: soon",
                WindowDriver.compute(driver.inDialog("offsetDialog", "offset.fault", JLabel.class)::getText));
        driver.onEventThread(() -> {
            field.setText(by);
            apply.doClick();
        });
    }

    private long start() {
        return driver.model().runs().get(0).interval().startNanos();
    }

    private int marks() {
        return Painted.pixels(driver.component("tree", JComponent.class), Theme.LIGHT.mark());
    }

    /** Times of the first arrow of a kind, from the begin of the run; null while there is none. */
    private List<Long> arrow(ArrowLayer.Kind kind) {
        for (ArrowLayer layer : driver.window().stage().options().arrows()) {
            ArrowTable table = layer.table();
            if (layer.kind() == kind && table.arrowCount() > 0) {
                ArrowLevel all = table.levels().get(0);
                return List.of(all.startNanos(0) - start(), all.endNanos(0) - start());
            }
        }
        return null;
    }

    @Tag("S-37")
    @Test
    void rowsArrowsAndFiguresMoveAndTheSessionKnows() throws Exception {
        driver.run(Command.MESSAGES);
        driver.run(Command.RELATIONS);
        driver.await(
                "arrows are there",
                () -> arrow(ArrowLayer.Kind.MESSAGES) != null && arrow(ArrowLayer.Kind.RELATIONS) != null);
        assertEquals(List.of(SECOND / 5, 4 * SECOND / 5), arrow(ArrowLayer.Kind.MESSAGES));
        assertEquals(0, WindowDriver.compute(this::marks));
        move("0:c/1/0", "500 ms");
        List<Long> later = List.of(SECOND / 5, 13 * SECOND / 10);
        driver.await("the message ends later", () -> later.equals(arrow(ArrowLayer.Kind.MESSAGES)));
        driver.await("the tree tells of it", () -> marks() > 10);
        move("0:s1", "-0.1");
        List<Long> cause = List.of(SECOND, 11 * SECOND / 10);
        driver.await("so does what the server does", () -> cause.equals(arrow(ArrowLayer.Kind.RELATIONS)));
        assertEquals(SECOND / 2, received(), "Recv began at 0");
        long counted = WindowDriver.compute(() -> Usage.of(
                        driver.model().runs(),
                        driver.model().query(),
                        new Interval(SECOND, 2 * SECOND),
                        driver.model().categories().size(),
                        true)
                .inclusiveNanos(driver.model().categories().idOf("Recv")));
        assertEquals(3 * SECOND / 10, counted, "legend and profile count it where it is");
        driver.run(Command.CLOSE);
        WindowDriver.awaitSessions();
        Path session = folder.resolve("p").resolve("chain.sunshot");
        assertTrue(Files.readString(session).contains("offset="), Files.readString(session));
        driver.load(folder.resolve("p").resolve("chain.proj"));
        driver.await(
                "moved as before",
                () -> driver.model().offsets().equals(Map.of("0:c/1/0", SECOND / 2, "0:s1", -SECOND / 10)));
        driver.await("so are the arrows", () -> later.equals(arrow(ArrowLayer.Kind.MESSAGES)));
        driver.run(Command.NO_OFFSETS);
        driver.await("as recorded", () -> List.of(SECOND / 5, 4 * SECOND / 5).equals(arrow(ArrowLayer.Kind.MESSAGES)));
        assertEquals(0, WindowDriver.compute(this::marks));
    }

    @Test
    void aComparisonIsOfTheRecordedTimesAndWhatWasMovedComesBackBehindIt() throws Exception {
        Path second = TestProjects.chain(folder.resolve("second"));
        driver.onEventThread(() -> driver.window().open(List.of(second), true));
        driver.await("both are open", () -> driver.model().runs().size() == 2);
        Map<String, Long> moved = Map.of("1:c/1/0", SECOND / 2);
        driver.onEventThread(() -> driver.model().setOffsets(moved));
        driver.run(Command.COMPARE);
        driver.await("compared", () -> driver.model().runs().size() == 3);
        assertEquals(Map.of(), driver.model().offsets());
        driver.run(Command.COMPARE_END);
        assertEquals(moved, WindowDriver.compute(() -> driver.model().offsets()));
        driver.run(Command.COMPARE);
        driver.await("compared again", () -> driver.model().runs().size() == 3);
        Path third = TestProjects.chain(folder.resolve("third"));
        driver.onEventThread(() -> driver.window().open(List.of(third), true));
        driver.await(
                "a third one is beside both",
                () -> driver.model().opened().size() == 3
                        && !driver.model().opened().get(2).isDerived());
        assertEquals(moved, WindowDriver.compute(() -> driver.model().offsets()));
    }

    @Test
    void whatWasMovedComesBackWhenAComparisonIsReadAgain() throws Exception {
        Path second = TestProjects.chain(folder.resolve("second"));
        Path third = TestProjects.chain(folder.resolve("third"));
        driver.onEventThread(() -> driver.window().open(List.of(second, third), true));
        driver.await("all are open", () -> driver.model().runs().size() == 3);
        Map<String, Long> moved = Map.of("1:c/1/0", SECOND / 2);
        driver.onEventThread(() -> driver.model().setOffsets(moved));
        driver.run(Command.COMPARE);
        driver.await(
                "compared",
                () -> driver.model().runs().size() == 3
                        && driver.model().runs().get(2).isDerived());
        JTextField field = driver.component("filter", JTextField.class);
        driver.onEventThread(() -> {
            field.setText(".category = Send");
            field.postActionEvent();
        });
        driver.await(
                "all three are read again",
                () -> driver.model().opened().size() == 3
                        && driver.model().opened().stream().noneMatch(Run::isDerived));
        assertEquals(moved, WindowDriver.compute(() -> driver.model().offsets()));
    }

    /** When Recv of rank 1 begins, found as a step along the row finds it. */
    private long received() throws Exception {
        driver.onEventThread(() -> driver.model().choose(null));
        driver.onEventThread(() -> driver.model().select("0:c/1/0"));
        driver.run(Command.NEXT_STATE);
        Occurrence found = driver.model().chosen().orElseThrow();
        assertEquals("c/1/0", found.path());
        driver.await("its entry is found in the trace", () -> driver.component("details.report", ReportPane.class)
                .getText()
                .contains("<Recv"));
        return found.time().startNanos() - start();
    }

    @Tag("S-37")
    @Test
    void whatBeginsBeforeTheRunIsSeenAndTheViewStays() throws Exception {
        driver.onEventThread(() -> driver.model().go(driver.model().viewport().select(SECOND, 2 * SECOND)));
        int write = CategoryColors.colorOf("File_write");
        JComponent timelines = driver.component("timelines", JComponent.class);
        driver.awaitPicture();
        int before = WindowDriver.compute(() -> Painted.pixels(timelines, write));
        assertTrue(before > 1000, "File_write is drawn");
        move("0:c/1/0", "-2");
        driver.await(
                "the run is longer", () -> driver.model().viewport().whole().durationNanos() == 5 * SECOND);
        assertEquals(new Interval(3 * SECOND, 4 * SECOND), WindowDriver.compute(() -> driver.model()
                .visible()));
        driver.await("the same is seen", () -> Painted.pixels(timelines, write) == before);
    }
}
