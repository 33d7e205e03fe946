// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.sunshot.app;

import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;

import java.util.HashMap;
import java.util.Map;
import javax.swing.KeyStroke;
import org.junit.jupiter.api.Test;

class CommandTest {
    @Test
    void eachKeyBelongsToOneCommand() {
        Map<KeyStroke, Command> owners = new HashMap<>();
        for (Command command : Command.values()) {
            for (String key : command.keys()) {
                KeyStroke stroke = KeyStroke.getKeyStroke(key);
                assertNotNull(stroke, key);
                assertNull(owners.put(stroke, command), key + " of " + command);
            }
        }
    }
}
