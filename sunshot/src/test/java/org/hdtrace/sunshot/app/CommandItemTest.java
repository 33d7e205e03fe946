// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.sunshot.app;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.awt.event.InputEvent;
import java.awt.event.KeyEvent;
import java.util.ArrayList;
import java.util.List;
import javax.swing.KeyStroke;
import org.hdtrace.sunshot.paint.Theme;
import org.junit.jupiter.api.Test;

/** Keys are spelled alike in menus and everywhere else. */
class CommandItemTest {
    @Test
    void theMenuSpellsKeysAsThePaletteDoes() throws Exception {
        WindowDriver.needEventThread();
        List<String> widths = WindowDriver.compute(() -> {
            Looks.of(Theme.LIGHT).install();
            CommandActions actions = new CommandActions();
            List<String> wrong = new ArrayList<>();
            for (Command command : Command.values()) {
                actions.define(command, () -> {});
                if (command.keys().size() == 1) {
                    CommandItem item = new CommandItem(actions.get(command));
                    int shown = item.getPreferredSize().width;
                    item.setAccelerator(null);
                    int key = item.getFontMetrics(item.getFont()).stringWidth(command.keyText());
                    int around = around(item);
                    if (shown != item.getPreferredSize().width + key + around) {
                        wrong.add(command + ": " + command.keyText());
                    }
                }
            }
            return wrong;
        });
        assertEquals(List.of(), widths);
    }

    /** Pixels between the text of an item and its key. */
    private static int around(CommandItem item) {
        int before = item.getPreferredSize().width;
        item.setAccelerator(KeyStroke.getKeyStroke(KeyEvent.VK_Q, InputEvent.CTRL_DOWN_MASK));
        int with = item.getPreferredSize().width;
        item.setAccelerator(null);
        return with - before - item.getFontMetrics(item.getFont()).stringWidth("Ctrl+Q");
    }
}
