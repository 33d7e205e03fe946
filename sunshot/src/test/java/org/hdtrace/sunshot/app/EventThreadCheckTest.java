// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.sunshot.app;

import static org.junit.jupiter.api.Assertions.assertThrows;

import java.lang.reflect.InvocationTargetException;
import javax.swing.JLabel;
import javax.swing.RepaintManager;
import javax.swing.SwingUtilities;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What watches over the tests of windows finds what it is there for. */
class EventThreadCheckTest {
    private final EventThreadCheck check = EventThreadCheck.begin();

    @AfterEach
    void end() {
        RepaintManager.setCurrentManager(null);
    }

    private static JLabel label() throws InterruptedException, InvocationTargetException {
        JLabel[] made = new JLabel[1];
        SwingUtilities.invokeAndWait(() -> {
            made[0] = new JLabel("a");
            made[0].setText("b");
        });
        return made[0];
    }

    @Test
    void aChangeBesideTheEventThreadIsRefusedAndRemembered() throws Exception {
        JLabel label = label();
        check.assertNothingFound();
        assertThrows(IllegalStateException.class, () -> label.setText("c"));
        assertThrows(AssertionError.class, check::assertNothingFound);
    }

    @Test
    void everyThreadMayRepaint() throws Exception {
        label().repaint();
        check.assertNothingFound();
    }
}
