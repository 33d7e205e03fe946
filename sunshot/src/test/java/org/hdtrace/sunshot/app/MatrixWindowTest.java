// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.sunshot.app;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import javax.swing.JComboBox;
import javax.swing.JComponent;
import org.hdtrace.analysis.messages.PairValues;
import org.hdtrace.sunshot.TestProjects;
import org.hdtrace.sunshot.model.Interval;
import org.hdtrace.sunshot.paint.MatrixPicture;
import org.hdtrace.sunshot.paint.Theme;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

class MatrixWindowTest extends OpenWindow {
    private static final long SECOND = 1_000_000_000L;

    /** Rank 0 sends 4 KiB to rank 1 in the first second; the second one is empty. */
    @BeforeEach
    void openPanel() throws Exception {
        Path project = TestProjects.halves(folder.resolve("talking"));
        Files.writeString(
                project.resolveSibling("halves_n1_1_0.trc"),
                """
                <Program timeAdjustment='1300000000'>
                <Recv size='4096' fromRank='0' time='0.500000000' end='1.000000000'/>
                <Barrier time='1.000000000' end='2.000000000'/>
                </Program>
                """);
        driver.load(project);
        driver.run(Command.MATRIX);
    }

    private MatrixPanel panel() {
        return driver.component("matrix", MatrixPanel.class);
    }

    @Test
    void theBoxesBeginWithLargeLetters() throws Exception {
        for (String box : List.of("matrix.what", "matrix.metric", "matrix.of")) {
            JComboBox<?> choices = driver.component(box, JComboBox.class);
            for (int i = 0; i < choices.getItemCount(); i++) {
                String text = String.valueOf(choices.getItemAt(i));
                assertTrue(Character.isUpperCase(text.charAt(0)), text);
            }
        }
        JComboBox<?> metric = driver.component("matrix.metric", JComboBox.class);
        List<PairValues.Metric> expected = List.of(
                PairValues.Metric.COUNT,
                PairValues.Metric.BYTES,
                PairValues.Metric.BANDWIDTH,
                PairValues.Metric.LATENCY);
        for (int i = 0; i < expected.size(); i++) {
            int item = i;
            driver.onEventThread(() -> metric.setSelectedIndex(item));
            assertEquals(expected.get(i), WindowDriver.compute(panel()::metric));
        }
    }

    @Tag("V-11")
    @Test
    void withoutAProjectItIsAsEmptyAsTheTimelines() throws Exception {
        driver.run(Command.CLOSE);
        JComponent square = driver.component("matrix.square", JComponent.class);
        int pixels = square.getWidth() * square.getHeight();
        assertEquals(pixels, WindowDriver.compute(() -> Painted.pixels(square, Theme.LIGHT.background())));
    }

    @Test
    void theFiguresAreThoseOfTheViewAndAClickGoesToTheMessages() throws Exception {
        driver.await("read", () -> panel().csv().contains("\n0,1,1,4096,4096.0,1.0\n"));
        driver.onEventThread(() -> panel().goTo(new MatrixPicture.Cell(0, 1)));
        assertEquals(new Interval(0, SECOND), driver.model().visible());
        assertEquals("0:n1/0/0", driver.model().selectedKey());
        driver.onEventThread(
                () -> driver.model().go(driver.model().viewport().select(SECOND + SECOND / 2, 2 * SECOND)));
        driver.await("nothing is sent there", () -> panel().csv().lines().count() == 1);
    }
}
