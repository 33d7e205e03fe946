// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.sunshot.app;

import javax.swing.event.DocumentEvent;
import javax.swing.event.DocumentListener;

/** Runs something whenever the text of a field changes. */
record TextChange(Runnable changed) implements DocumentListener {
    @Override
    public void insertUpdate(DocumentEvent event) {
        changed.run();
    }

    @Override
    public void removeUpdate(DocumentEvent event) {
        changed.run();
    }

    @Override
    public void changedUpdate(DocumentEvent event) {
        // Only the style of the text changed.
    }
}
