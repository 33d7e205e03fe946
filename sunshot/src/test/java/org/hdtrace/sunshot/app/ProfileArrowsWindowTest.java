// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.sunshot.app;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.awt.event.MouseEvent;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import javax.swing.JCheckBox;
import javax.swing.JComboBox;
import org.hdtrace.sunshot.TestProjects;
import org.hdtrace.sunshot.control.RowProfile;
import org.hdtrace.sunshot.model.Interval;
import org.hdtrace.sunshot.paint.PictureWriter;
import org.hdtrace.sunshot.query.RowPairs;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Arcs beside the bars of the profile, of who sends messages to whom (SUNSHOT 1.5). */
class ProfileArrowsWindowTest extends OpenWindow {
    private static final String TIP =
            "Rank 0 → Rank 1    1 message    8 B    mean bandwidth 13.3 B/s    mean time 600.0 ms";

    @Override
    Path project(Path target) throws IOException {
        return TestProjects.chain(target);
    }

    private ProfileBars bars() {
        return driver.component("profile.bars", ProfileBars.class);
    }

    private JCheckBox box() {
        return driver.component("profile.arrows", JCheckBox.class);
    }

    private void openPanel() throws Exception {
        driver.run(Command.PROFILE);
        driver.await("messages are shown", () -> bars().pairs().pairs().size() == 1);
    }

    /** In the middle of the arc between the first two bars, where it reaches furthest. */
    private MouseEvent event(int kind) throws Exception {
        ProfileBars target = bars();
        return WindowDriver.compute(() -> {
            for (int x = 0; x < 100; x++) {
                if (target.pairAt(x, ProfileBars.LINE).isPresent()) {
                    return new MouseEvent(target, kind, 0, 0, x + 2, ProfileBars.LINE, 1, false, MouseEvent.BUTTON1);
                }
            }
            throw new AssertionError("no arc");
        });
    }

    @Tag("S-57")
    @Tag("V-08")
    @Test
    void anArcTellsItsFiguresAndAClickGoesToTheMessages() throws Exception {
        openPanel();
        assertTrue(box().isSelected());
        assertEquals("Messages of 1 pair of rows", driver.text("profile.hover"));
        MouseEvent over = event(MouseEvent.MOUSE_MOVED);
        assertEquals(TIP, tip(over));
        driver.onEventThread(() -> bars().dispatchEvent(over));
        assertEquals(tip(over), driver.text("profile.hover"));
        MouseEvent beside = new MouseEvent(bars(), MouseEvent.MOUSE_MOVED, 0, 0, 300, 3 * ProfileBars.LINE, 0, false);
        assertNull(tip(beside));
        MouseEvent press = event(MouseEvent.MOUSE_PRESSED);
        driver.onEventThread(() -> bars().dispatchEvent(press));
        assertEquals(new Interval(200_000_000L, 800_000_000L), driver.model().visible());
        assertEquals("0:c/0/0", driver.model().selectedKey());
    }

    private String tip(MouseEvent event) throws Exception {
        ProfileBars target = bars();
        return WindowDriver.compute(() -> target.getToolTipText(event));
    }

    @Tag("V-08")
    @Test
    void theSwitchTakesThemAwayAndTheSessionKnows() throws Exception {
        openPanel();
        assertTrue(picture().contains("arcs: messages of 1 pair of rows"));
        driver.onEventThread(box()::doClick);
        driver.await("no arcs", () -> bars().pairs().pairs().isEmpty());
        assertFalse(picture().contains("arcs:"));
        Path project = driver.model().runs().get(0).file();
        driver.close();
        driver = WindowDriver.open(folder.resolve("recent"));
        driver.load(project);
        driver.await(
                "the session is read",
                () -> driver.window().arrows().betweenBars().isPresent());
        driver.await("counted", () -> !bars().profiles().isEmpty());
        assertFalse(WindowDriver.compute(box()::isSelected));
        driver.onEventThread(box()::doClick);
        driver.await("and back", () -> bars().pairs().pairs().size() == 1);
    }

    private String picture() throws Exception {
        ProfilePanel panel = driver.component("profile", ProfilePanel.class);
        Path svg = folder.resolve("picture.svg");
        PictureWriter.write(WindowDriver.compute(panel::picture).get(), svg);
        return Files.readString(svg);
    }

    @Test
    void whatStaysOnANodeIsALoopAndGoesToItsFirstRank() throws Exception {
        openPanel();
        driver.onEventThread(
                () -> driver.component("profile.scope", JComboBox.class).setSelectedItem(RowProfile.Scope.NODES));
        driver.await("the node sends to itself", () -> loop().isPresent());
        ProfilePanel panel = driver.component("profile", ProfilePanel.class);
        driver.run(Command.MAP_RANKS);
        driver.await("nodes have no row", () -> driver.model().indexOf("0:c") < 0 && loop().isPresent());
        driver.onEventThread(() -> panel.goTo(loop().orElseThrow()));
        assertEquals("0:c/0/0", driver.model().selectedKey());
    }

    private Optional<RowPairs.Pair> loop() {
        return bars().pairs().pairs().stream()
                .filter(pair -> pair.from().equals("0:c") && pair.to().equals("0:c"))
                .findFirst();
    }

    @Test
    void aClosedProjectLeavesNone() throws Exception {
        openPanel();
        driver.run(Command.CLOSE);
        driver.await("no arcs", () -> bars().pairs().pairs().isEmpty());
        driver.await("nothing told of them", () -> driver.text("profile.hover").isBlank());
    }

    @Test
    void withoutMessagesTheSwitchIsOff() throws Exception {
        driver.load(TestProjects.halves(folder.resolve("silent")));
        driver.run(Command.PROFILE);
        driver.await("counted", () -> !bars().profiles().isEmpty());
        assertFalse(driver.becomes(box()::isSelected));
        driver.onEventThread(box()::doClick);
        driver.await("says so", () -> driver.text("profile.hover").equals("No messages"));
    }
}
