// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.sunshot.app;

import java.awt.im.InputContext;

/**
 * How keys become letters is asked of the display the first time that a window gets an event, which holds the event thread for some 50 ms
 * on X11 (SUNSHOT G-14). It is asked once for all windows.
 */
final class InputMethods {
    private InputMethods() {}

    /** Asks beside the event thread, while the first window is made. */
    static Thread ask() {
        Thread asking =
                new Thread(() -> InputContext.getInstance().getInputMethodControlObject(), "sunshot-input-methods");
        asking.setDaemon(true);
        asking.start();
        return asking;
    }
}
