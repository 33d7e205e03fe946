// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.sunshot.dock;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.awt.Component;
import java.awt.Container;
import java.lang.reflect.InvocationTargetException;
import javax.swing.JPanel;
import javax.swing.SwingUtilities;
import org.junit.jupiter.api.Test;

/** Who gives way when a window becomes small (SUNSHOT V-02). */
class DockTest {
    private final JPanel centre = new JPanel();
    private final JPanel side = new JPanel();

    /** Without a window nothing is laid out by itself. */
    private static void layOut(Component at) {
        at.doLayout();
        if (at instanceof Container container) {
            for (Component child : container.getComponents()) {
                layOut(child);
            }
        }
    }

    private static void resize(Dock dock, int width) {
        dock.setSize(width, 600);
        layOut(dock);
    }

    @Test
    void theCentreKeepsRoomWhenTheWindowBecomesNarrow() throws InterruptedException, InvocationTargetException {
        SwingUtilities.invokeAndWait(() -> {
            Dock dock = new Dock(centre);
            dock.add("side", "Side", side, DockSide.RIGHT, true);
            dock.apply(dock.layoutNow());
            resize(dock, 1400);
            int wide = side.getWidth();
            assertTrue(wide > 300, () -> "side=" + side.getWidth());
            resize(dock, 1200);
            assertEquals(wide, side.getWidth(), "as long as there is room the side keeps its width");
            resize(dock, 700);
            assertTrue(centre.getWidth() >= 390, () -> "centre=" + centre.getWidth() + " side=" + side.getWidth());
            assertTrue(side.getWidth() < wide);
            resize(dock, 450);
            assertTrue(side.getWidth() >= 50, () -> "centre=" + centre.getWidth() + " side=" + side.getWidth());
        });
    }
}
