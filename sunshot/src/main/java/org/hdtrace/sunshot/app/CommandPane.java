// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.sunshot.app;

import java.awt.BorderLayout;
import java.awt.event.InputEvent;
import java.awt.event.KeyEvent;
import javax.swing.JMenuBar;
import javax.swing.JPanel;
import javax.swing.KeyStroke;
import javax.swing.text.JTextComponent;

/** Holds what the window shows, and the keys of the commands; while somebody writes, letters are letters. */
final class CommandPane extends JPanel {
    private static final long serialVersionUID = 1L;
    private static final int COMMAND_KEYS =
            InputEvent.CTRL_DOWN_MASK | InputEvent.ALT_DOWN_MASK | InputEvent.META_DOWN_MASK;

    CommandPane() {
        super(new BorderLayout());
        setName("content");
    }

    @Override
    protected boolean processKeyBinding(KeyStroke stroke, KeyEvent event, int condition, boolean pressed) {
        return !isWriting(event) && super.processKeyBinding(stroke, event, condition, pressed);
    }

    private static boolean isWriting(KeyEvent event) {
        boolean command = (event.getModifiersEx() & COMMAND_KEYS) != 0 || isFunctionKey(event.getKeyCode());
        return !command && event.getComponent() instanceof JTextComponent text && text.isEditable();
    }

    /** The menu bar shows the same keys and so keeps to the same rule. */
    static final class Bar extends JMenuBar {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean processKeyBinding(KeyStroke stroke, KeyEvent event, int condition, boolean pressed) {
            return !isWriting(event) && super.processKeyBinding(stroke, event, condition, pressed);
        }
    }

    private static boolean isFunctionKey(int code) {
        return code >= KeyEvent.VK_F1 && code <= KeyEvent.VK_F12;
    }
}
