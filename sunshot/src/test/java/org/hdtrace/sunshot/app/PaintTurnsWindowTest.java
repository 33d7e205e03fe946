// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.sunshot.app;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.awt.BorderLayout;
import java.awt.Dimension;
import java.awt.Graphics;
import java.awt.GridLayout;
import java.awt.Rectangle;
import java.awt.Robot;
import java.awt.Toolkit;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import javax.swing.JComponent;
import javax.swing.JFrame;
import javax.swing.JPanel;
import javax.swing.JRootPane;
import javax.swing.JScrollPane;
import javax.swing.RepaintManager;
import javax.swing.SwingUtilities;
import org.hdtrace.sunshot.TestProjects;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Painting leaves turns of the event thread to others, and nothing unpainted. */
@Timeout(300)
class PaintTurnsWindowTest {
    private static final int PANELS = 6;

    /** Numbers of the panels, in the order in which they were painted. */
    private final List<Integer> painted = Collections.synchronizedList(new ArrayList<>());

    private final List<JPanel> panels = new ArrayList<>();

    @TempDir
    private Path folder;

    private JFrame frame;
    private WindowDriver driver;

    @AfterEach
    void end() throws Exception {
        RepaintManager.setCurrentManager(null);
        if (frame != null) {
            SwingUtilities.invokeAndWait(frame::dispose);
        }
        if (driver != null) {
            WindowDriver.end(driver);
        }
    }

    /** Takes a while to paint. */
    private final class Slow extends JPanel {
        private static final long serialVersionUID = 1L;
        private final int number;

        Slow(int number) {
            this.number = number;
        }

        @Override
        protected void paintComponent(Graphics graphics) {
            super.paintComponent(graphics);
            WindowDriver.rest(30);
            painted.add(number);
        }
    }

    private void showPanels() throws Exception {
        WindowDriver.needDisplay();
        RepaintManager.setCurrentManager(new PaintTurns());
        SwingUtilities.invokeAndWait(() -> {
            frame = new JFrame();
            frame.setLayout(new GridLayout(2, PANELS / 2));
            for (int i = 0; i < PANELS; i++) {
                panels.add(new Slow(i));
                frame.add(panels.get(i));
            }
            frame.setSize(1500, 800);
            frame.setVisible(true);
        });
        awaitQuiet();
    }

    /** Until everything is painted and stays so. */
    private void awaitQuiet() throws Exception {
        awaitQuiet(PANELS);
    }

    /** What was painted until then. */
    private List<Integer> awaitQuiet(int least) throws Exception {
        int before = -1;
        while (painted.size() < least || painted.size() != before) {
            before = painted.size();
            Thread.sleep(400);
            Toolkit.getDefaultToolkit().sync();
            SwingUtilities.invokeAndWait(() -> {});
        }
        List<Integer> all = List.copyOf(painted);
        painted.clear();
        return all;
    }

    /** How many panels were painted when each of these turns of others came. */
    private List<Integer> turnsBetween(Runnable change) throws Exception {
        List<Integer> seen = Collections.synchronizedList(new ArrayList<>());
        SwingUtilities.invokeAndWait(change);
        while (painted.size() < PANELS) {
            SwingUtilities.invokeAndWait(() -> seen.add(painted.size()));
        }
        return seen;
    }

    @Test
    void othersHaveTurnsBetweenWhatChanged() throws Exception {
        showPanels();
        List<Integer> seen = turnsBetween(() -> panels.forEach(JComponent::repaint));
        assertTrue(seen.stream().anyMatch(count -> count > 0 && count < PANELS), seen.toString());
        awaitNothingMore();
    }

    /** What is left of a window after some of its panels were painted has corners that hold them. */
    @Test
    void othersHaveTurnsBetweenTheParts() throws Exception {
        showPanels();
        List<Integer> seen = turnsBetween(() -> frame.getRootPane().repaint());
        assertTrue(seen.stream().anyMatch(count -> count > 0 && count < PANELS), seen.toString());
        awaitNothingMore();
    }

    @Test
    void othersHaveTurnsBetweenThePartsOfAWindowThatTheDisplayAsksFor() throws Exception {
        showPanels();
        List<Integer> seen = turnsBetween(frame::repaint);
        assertTrue(seen.stream().anyMatch(count -> count > 0 && count < PANELS), seen.toString());
        awaitNothingMore();
    }

    private void awaitNothingMore() throws Exception {
        List<Integer> once = List.copyOf(painted);
        assertEquals(List.of(0, 1, 2, 3, 4, 5), once.stream().sorted().toList(), "each once");
        painted.addAll(once);
        awaitQuiet();
    }

    @Test
    void whatChangesAllTheTimeKeepsNothingWaiting() throws Exception {
        showPanels();
        SwingUtilities.invokeAndWait(() -> panels.forEach(JComponent::repaint));
        while (new ArrayList<>(painted).stream().distinct().count() < PANELS) {
            SwingUtilities.invokeAndWait(() -> panels.get(0).repaint());
            assertTrue(painted.size() < 4 * PANELS, painted.toString());
        }
    }

    /** As a list that scrolls asks, whose pixels are moved then. */
    @Test
    void whatWaitsIsKnownToBeDirty() throws Exception {
        showPanels();
        RepaintManager manager = RepaintManager.currentManager(frame);
        List<String> wrong = Collections.synchronizedList(new ArrayList<>());
        SwingUtilities.invokeAndWait(() -> frame.getRootPane().repaint());
        while (painted.size() < PANELS) {
            SwingUtilities.invokeAndWait(() -> {
                for (int i = 0; i < PANELS && !painted.isEmpty(); i++) {
                    boolean isDirty = !manager.getDirtyRegion(panels.get(i)).isEmpty();
                    if (isDirty == painted.contains(i)) {
                        wrong.add("panel " + i + " when " + painted + " were painted");
                    }
                }
            });
        }
        assertEquals(List.of(), wrong);
    }

    @Test
    void whatIsScrolledAwayDrawsNothingElseIn() throws Exception {
        showPanels();
        JPanel wide = new JPanel();
        SwingUtilities.invokeAndWait(() -> {
            wide.setPreferredSize(new Dimension(5000, 5000));
            panels.get(0).setLayout(new BorderLayout());
            panels.get(0).add(new JScrollPane(wide));
            frame.validate();
            frame.repaint();
        });
        awaitQuiet(PANELS - 1); // the first one is covered
        SwingUtilities.invokeAndWait(() -> {
            wide.repaint();
            frame.getRootPane().repaint(0, 0, 9, 9);
        });
        assertEquals(List.of(), awaitQuiet(0));
    }

    /** What repaints itself in its own painting goes on, however many others are painted in the same turn. */
    @Test
    void whatMovesGoesOn() throws Exception {
        showPanels();
        AtomicInteger left = new AtomicInteger();
        JPanel moving = new JPanel() {
            private static final long serialVersionUID = 1L;

            @Override
            protected void paintComponent(Graphics graphics) {
                if (left.getAndDecrement() > 0) {
                    repaint();
                }
            }
        };
        List<JPanel> quick = List.of(new JPanel(), last(moving), moving);
        SwingUtilities.invokeAndWait(() -> {
            frame.getContentPane().removeAll();
            quick.forEach(frame::add);
            frame.validate();
            frame.repaint();
        });
        Thread.sleep(500);
        for (int round = 0; round < 20; round++) {
            SwingUtilities.invokeAndWait(() -> {
                left.set(10);
                quick.get(0).repaint();
                quick.get(1).repaint();
            });
            long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(20);
            while (left.get() > 0) {
                assertTrue(System.nanoTime() < end, "it stopped in round " + round);
                Thread.sleep(5);
            }
        }
    }

    /** Its painting makes another one move. */
    private static JPanel last(JPanel moving) {
        return new JPanel() {
            private static final long serialVersionUID = 1L;

            @Override
            protected void paintComponent(Graphics graphics) {
                moving.repaint();
            }
        };
    }

    @Test
    void aWindowInUseShowsWhatAWholePaintShows() throws Exception {
        WindowDriver.needDisplay();
        driver = WindowDriver.open(folder.resolve("recent"));
        driver.load(TestProjects.large(folder.resolve("p")));
        new ScriptedSession(driver.window()).run(5);
        JRootPane root = driver.window().frame().getRootPane();
        int[] used = still(root);
        SwingUtilities.invokeAndWait(root::repaint);
        assertArrayEquals(used, still(root));
    }

    /** What the screen shows of a component once it shows the same for a while. */
    private static int[] still(JComponent component) throws Exception {
        Robot robot = new Robot();
        int[] now = {};
        int[] before;
        do {
            before = now;
            Thread.sleep(700);
            robot.waitForIdle();
            Toolkit.getDefaultToolkit().sync();
            Rectangle place =
                    WindowDriver.compute(() -> new Rectangle(component.getLocationOnScreen(), component.getSize()));
            now = robot.createScreenCapture(place).getRGB(0, 0, place.width, place.height, null, 0, place.width);
        } while (!Arrays.equals(before, now));
        return now;
    }
}
