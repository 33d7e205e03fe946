// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.sunshot.app;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.ArrayList;
import java.util.List;
import javax.swing.JFrame;
import javax.swing.JLabel;
import javax.swing.SwingUtilities;
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
}
