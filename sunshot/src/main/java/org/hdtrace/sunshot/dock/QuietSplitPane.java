// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.sunshot.dock;

import java.awt.Component;
import javax.swing.BorderFactory;
import javax.swing.InputMap;
import javax.swing.JSplitPane;
import javax.swing.KeyStroke;

/**
 * A split pane without border that leaves keys to what is around it. An ordinary one takes the arrows, Home and End from
 * everything inside, to move its divider.
 */
public final class QuietSplitPane extends JSplitPane {
    private static final long serialVersionUID = 1L;
    private static final Object NOTHING = "none";

    public QuietSplitPane(int orientation, Component first, Component second) {
        super(orientation, true, first, second);
        setBorder(BorderFactory.createEmptyBorder());
    }

    /** The look brings its keys; for each of them the pane's own map says that nothing is meant. */
    @Override
    public void updateUI() {
        super.updateUI();
        InputMap keys = getInputMap(WHEN_ANCESTOR_OF_FOCUSED_COMPONENT);
        KeyStroke[] taken = keys.allKeys();
        if (taken != null) {
            for (KeyStroke key : taken) {
                keys.put(key, NOTHING);
            }
        }
    }
}
