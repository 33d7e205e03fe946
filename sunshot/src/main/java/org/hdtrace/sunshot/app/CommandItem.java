// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.sunshot.app;

import com.formdev.flatlaf.ui.FlatMenuItemRenderer;
import com.formdev.flatlaf.ui.FlatMenuItemUI;
import java.awt.event.KeyEvent;
import javax.swing.Action;
import javax.swing.JMenuItem;
import javax.swing.KeyStroke;

/** An item of a menu that spells its key as {@link Command#keyText} does: signs as they are on the keyboard, not by their names. */
final class CommandItem extends JMenuItem {
    private static final long serialVersionUID = 1L;

    CommandItem(Action action) {
        super(action);
    }

    @Override
    public void updateUI() {
        setUI(new SpelledUI());
    }

    /** The usual tip, for buttons, would repeat the item; what is missing where it is off would not. */
    @Override
    protected void actionPropertyChanged(Action action, String property) {
        super.actionPropertyChanged(action, property);
        if (action.isEnabled()) {
            setToolTipText(null);
        }
    }

    private static final class SpelledUI extends FlatMenuItemUI {
        @Override
        protected FlatMenuItemRenderer createRenderer() {
            return new FlatMenuItemRenderer(menuItem, checkIcon, arrowIcon, acceleratorFont, acceleratorDelimiter) {
                @Override
                protected String getTextForAccelerator(KeyStroke key) {
                    return spelled(super.getTextForAccelerator(key));
                }
            };
        }
    }

    private static String spelled(String key) {
        return key.replace(KeyEvent.getKeyText(KeyEvent.VK_COMMA), ",");
    }
}
