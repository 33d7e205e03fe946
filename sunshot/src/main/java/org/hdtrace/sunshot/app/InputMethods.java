// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.sunshot.app;

import java.awt.Toolkit;
import java.awt.datatransfer.DataFlavor;
import java.awt.datatransfer.SystemFlavorMap;
import java.awt.im.InputContext;

/**
 * How keys become letters is asked of the display the first time that a window gets an event, which holds the event thread for some 50 ms
 * on X11 (SUNSHOT G-14), and how text is handed to other programs the first time that some is selected, which takes 10 ms. Both are asked
 * once for all windows.
 */
final class InputMethods {
    private InputMethods() {}

    /** Asks beside the event thread, while the first window is made. */
    static Thread ask() {
        Thread asking = new Thread(InputMethods::askAll, "sunshot-input-methods");
        asking.setDaemon(true);
        asking.start();
        return asking;
    }

    private static void askAll() {
        InputContext.getInstance().getInputMethodControlObject();
        // A field that gets the focus offers its text to other programs.
        Toolkit.getDefaultToolkit().getSystemSelection();
        SystemFlavorMap.getDefaultFlavorMap().getNativesForFlavors(new DataFlavor[] {DataFlavor.stringFlavor});
    }
}
