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
        while (WindowDriver.compute(() -> label.looks) < 2) {
            Thread.sleep(5);
        }
        assertEquals(List.of(0, 0), seen);
        SwingUtilities.invokeAndWait(frame[0]::dispose);
    }
}
