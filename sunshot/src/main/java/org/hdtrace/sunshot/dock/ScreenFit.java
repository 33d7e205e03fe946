// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.sunshot.dock;

import java.awt.Dimension;
import java.awt.GraphicsConfiguration;
import java.awt.Insets;
import java.awt.Rectangle;
import java.awt.Toolkit;
import java.awt.Window;

/** Windows no larger than the screen they open on, which at 200 % holds a quarter of what it holds at 100 %. */
public final class ScreenFit {
    private ScreenFit() {}

    /**
     * Gives a window its size, less where the screen has less room, and centres it.
     *
     * @param window the window, packed if it is to be shown at once
     * @param wanted its size in user space, that is before the screen's scale
     * @param owner the window to centre it over, or null for the middle of the screen
     */
    public static void place(Window window, Dimension wanted, Window owner) {
        window.setSize(within(wanted, usable(owner == null ? window : owner)));
        window.setLocationRelativeTo(owner);
    }

    static Dimension within(Dimension wanted, Rectangle screen) {
        return new Dimension(Math.min(wanted.width, screen.width), Math.min(wanted.height, screen.height));
    }

    /** The part of the window's screen that bars of the desktop leave. */
    private static Rectangle usable(Window window) {
        GraphicsConfiguration screen = window.getGraphicsConfiguration();
        Rectangle bounds = screen.getBounds();
        Insets bars = Toolkit.getDefaultToolkit().getScreenInsets(screen);
        return new Rectangle(
                bounds.x + bars.left,
                bounds.y + bars.top,
                bounds.width - bars.left - bars.right,
                bounds.height - bars.top - bars.bottom);
    }
}
