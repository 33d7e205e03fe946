// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.sunshot.app;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.awt.Component;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.swing.JComboBox;
import javax.swing.JTable;
import org.hdtrace.sunshot.TestProjects;
import org.hdtrace.sunshot.control.RowProfile;
import org.hdtrace.sunshot.paint.PictureWriter;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The profile of each row follows the visible time (SUNSHOT S-57). */
class ProfileWindowTest extends OpenWindow {
    @Override
    Path project(Path target) throws IOException {
        return TestProjects.halvesWithEvents(target);
    }

    @BeforeEach
    void openPanel() throws Exception {
        driver.run(Command.PROFILE);
        driver.await("counted", () -> csv().contains("n1/0/0,Send,1,1.000000000,1.000000000"));
    }

    private String csv() {
        return driver.component("profile", ProfilePanel.class).csv();
    }

    @Tag("S-29")
    @Tag("S-57")
    @Tag("V-10")
    @Test
    void theFiguresAreThoseOfTheView() throws Exception {
        driver.onEventThread(() -> driver.model().go(driver.model().viewport().select(500_000_000L, 1_000_000_000L)));
        driver.await("half of Send is left", () -> csv().contains("n1/0/0,Send,1,0.500000000,0.500000000"));
    }

    @Tag("V-10")
    @Test
    void nodesAndAllTogetherHaveABarAndTheirFigures() throws Exception {
        JTable figures = driver.component("profile.figures", JTable.class);
        driver.onEventThread(
                () -> driver.component("profile.scope", JComboBox.class).setSelectedItem(RowProfile.Scope.NODES));
        driver.await("measured", () -> csv().contains("\nn1,Send,2,2.000000000,2.000000000,1.000000000,1.000000000,"));
        assertEquals(
                Set.of("Send", "File_write"),
                Set.of(figures.getValueAt(0, 0), figures.getValueAt(1, 0)),
                "those with most time; which is read first is left to the threads");
        assertEquals("1.000 s", figures.getValueAt(0, 6), "p95");
        driver.onEventThread(
                () -> driver.component("profile.scope", JComboBox.class).setSelectedItem(RowProfile.Scope.TOTAL));
        driver.await("all together", () -> csv().contains("\nhalves,Send,2,"));
    }

    /** What is hidden has no part of a bar, and an event none of times. */
    @Tag("V-10")
    @Test
    void theLegendOfASavedPictureNamesWhatIsDrawn() throws Exception {
        assertEquals(Set.of("Send", "Wait", "File_write"), legend());
        int send = driver.model().categories().idOf("Send");
        driver.onEventThread(() -> driver.model().setVisible(send, false));
        assertEquals(Set.of("Wait", "File_write"), legend());
        driver.onEventThread(
                () -> driver.component("profile.metric", JComboBox.class).setSelectedItem(RowProfile.Metric.COUNT));
        assertEquals(Set.of("Wait", "File_write", "mark"), legend());
    }

    /** Those of the states and events that the picture names. */
    private Set<String> legend() throws Exception {
        Path saved = folder.resolve("saved.svg");
        ProfilePanel panel = driver.component("profile", ProfilePanel.class);
        PictureWriter.write(WindowDriver.compute(panel::picture).get(), saved);
        String text = Files.readString(saved);
        return Stream.of("Send", "Wait", "File_write", "mark")
                .filter(name -> text.contains(">" + name + "<"))
                .collect(Collectors.toSet());
    }

    /** Opening and closing panels must not send what is typed next into a field of the tool bar. */
    @Test
    void theTimelinesKeepTheKeysWhenPanelsComeAndGo() throws Exception {
        Component timelines = driver.component("timelines", Component.class);
        driver.onEventThread(timelines::requestFocusInWindow);
        Assumptions.assumeTrue(driver.becomes(timelines::isFocusOwner), "the display gives the window no focus");
        driver.run(Command.PROFILE);
        driver.run(Command.PROFILE);
        driver.run(Command.MARKS);
        driver.await("the timelines have the focus", timelines::isFocusOwner);
    }

    @Tag("S-57")
    @Test
    void aBarTellsItsFigures() throws Exception {
        ProfileBars bars = driver.component("profile.bars", ProfileBars.class);
        String text = WindowDriver.compute(() -> bars.textAt(160, 5));
        assertTrue(text.startsWith("Rank 0    "), text);
        assertTrue(text.contains("    1 time    "), text);
    }
}
