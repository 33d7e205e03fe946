// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.sunshot.app;

import java.awt.Toolkit;
import java.awt.datatransfer.DataFlavor;
import java.awt.datatransfer.SystemFlavorMap;
import java.awt.im.InputContext;

/**
 * What is asked of the display once for all windows, and holds who asks. How keys become letters is asked the first time that a window
 * gets an event, which takes some 50 ms on X11 (SUNSHOT G-14), and how text is handed to other programs the first time that some is
 * selected, which takes 10 ms.
 */
final class DisplayQuestions {
    private DisplayQuestions() {}

    /** Asks all of it, so that the event thread finds the answers. Thread: any but the event thread. */
    static void ask() {
        InputContext.getInstance().getInputMethodControlObject();
        // A field that gets the focus offers its text to other programs.
        Toolkit.getDefaultToolkit().getSystemSelection();
        SystemFlavorMap.getDefaultFlavorMap().getNativesForFlavors(new DataFlavor[] {DataFlavor.stringFlavor});
    }
}
