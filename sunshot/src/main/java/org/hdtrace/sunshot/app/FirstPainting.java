// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.sunshot.app;

import java.awt.Graphics2D;
import java.awt.image.VolatileImage;
import javax.swing.JFrame;

/**
 * The first time that a window is painted takes several times as long as the next time, as code for letters, curves and each kind of
 * component is loaded and set up (SUNSHOT G-14). It is painted once before it is seen, so that nobody who uses it has to wait for that.
 */
final class FirstPainting {
    private FirstPainting() {}

    /** Paints a window that is laid out and not shown yet, to where nobody sees it; one that is shown is left alone. Thread: event thread. */
    static void of(JFrame frame) {
        if (frame.isVisible() || !frame.isDisplayable()) {
            return;
        }
        // Of the kind that components are painted to, so that what draws to the display is set up, too.
        VolatileImage unseen = frame.createVolatileImage(frame.getWidth(), frame.getHeight());
        Graphics2D graphics = unseen.createGraphics();
        try {
            frame.getRootPane().paint(graphics);
        } finally {
            graphics.dispose();
            unseen.flush();
        }
    }
}
