// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.sunshot.app;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotSame;

import java.awt.AWTEvent;
import java.awt.EventQueue;
import java.util.ArrayList;
import java.util.List;
import javax.swing.JFrame;
import javax.swing.JLabel;
import javax.swing.JPanel;
import javax.swing.JRootPane;
import javax.swing.SwingUtilities;
import org.hdtrace.sunshot.dock.Dock;
import org.hdtrace.sunshot.dock.DockSide;
import org.junit.jupiter.api.Test;

/** A new look comes in turns of the event thread of its own (SUNSHOT G-14). */
class LooksWindowTest {
    private static final int MOST_TURNS = 10_000;

    private static final class Counted extends JLabel {
        private static final long serialVersionUID = 1L;
        private int looks;

        @Override
        public void updateUI() {
            looks++;
            super.updateUI();
        }
    }

    @Test
    void whoeverAskedInTheSameTurnComesFirst() throws Exception {
        WindowDriver.needDisplay();
        List<Integer> seen = new ArrayList<>();
        JFrame[] frame = new JFrame[1];
        Counted label = WindowDriver.compute(Counted::new);
        SwingUtilities.invokeAndWait(() -> {
            frame[0] = new JFrame();
            frame[0].add(label);
            frame[0].pack();
            int before = label.looks;
            SwingUtilities.invokeLater(() -> seen.add(label.looks - before));
            Looks.spread();
            seen.add(label.looks - before);
        });
        for (int turn = 0; turn < MOST_TURNS && WindowDriver.compute(() -> label.looks) < 2; turn++) {
            // The look had a turn before this one.
        }
        assertEquals(2, WindowDriver.compute(() -> label.looks), "the label's own look and the new one");
        assertEquals(List.of(0, 0), seen);
        SwingUtilities.invokeAndWait(frame[0]::dispose);
    }

    /** Tells which component got a new look in which turn. */
    private final class Slow extends JPanel {
        private static final long serialVersionUID = 1L;

        @Override
        public void updateUI() {
            super.updateUI();
            if (turns != null) {
                turns.add(EventQueue.getCurrentEvent());
                WindowDriver.rest(20);
            }
        }
    }

    private final class Root extends JRootPane {
        private static final long serialVersionUID = 1L;

        @Override
        public void updateUI() {
            super.updateUI();
            if (turns != null) {
                root = EventQueue.getCurrentEvent();
                before = turns.size();
            }
        }
    }

    private final class Frame extends JFrame {
        private static final long serialVersionUID = 1L;

        @Override
        protected JRootPane createRootPane() {
            return new Root();
        }
    }

    private List<AWTEvent> turns;
    private AWTEvent root;
    private int before;

    @Test
    void closedPanelsComeOneAfterTheOtherAndTheWindowItselfLast() throws Exception {
        WindowDriver.needDisplay();
        JFrame[] frame = new JFrame[1];
        SwingUtilities.invokeAndWait(() -> {
            JPanel closed = new JPanel();
            closed.add(new Slow());
            closed.add(new Slow());
            Dock dock = new Dock(new JPanel());
            dock.add("closed", "Closed", closed, DockSide.RIGHT, false);
            frame[0] = new Frame();
            frame[0].add(dock);
            frame[0].pack();
            turns = new ArrayList<>();
            Looks.spread();
        });
        for (int turn = 0; turn < MOST_TURNS && WindowDriver.compute(() -> root) == null; turn++) {
            // The look had a turn before this one.
        }
        SwingUtilities.invokeAndWait(frame[0]::dispose);
        assertEquals(2, turns.size());
        assertNotSame(turns.get(0), turns.get(1));
        assertEquals(2, before, "the background of the window paints all of it");
        assertFalse(turns.contains(root));
    }
}
