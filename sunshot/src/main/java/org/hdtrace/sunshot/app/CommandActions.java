// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.sunshot.app;

import java.awt.event.ActionEvent;
import java.util.EnumMap;
import java.util.Map;
import java.util.function.BooleanSupplier;
import javax.swing.AbstractAction;
import javax.swing.Action;
import javax.swing.ActionMap;
import javax.swing.InputMap;
import javax.swing.JComponent;
import javax.swing.KeyStroke;

/** One {@link Action} per {@link Command}; menu, tool bar and keys all use the same. */
final class CommandActions {
    private final Map<Command, Action> actions = new EnumMap<>(Command.class);
    private final Map<Command, BooleanSupplier> switches = new EnumMap<>(Command.class);

    /** Says what a command does. */
    void define(Command command, Runnable run) {
        Action action = new AbstractAction(command.title()) {
            private static final long serialVersionUID = 1L;

            @Override
            public void actionPerformed(ActionEvent event) {
                run.run();
            }
        };
        action.putValue(Action.ACTION_COMMAND_KEY, command.name());
        action.putValue(Action.SHORT_DESCRIPTION, tip(command));
        if (!command.keys().isEmpty()) {
            action.putValue(Action.ACCELERATOR_KEY, stroke(command.keys().get(0)));
        }
        actions.put(command, action);
    }

    private static String tip(Command command) {
        String keys = command.keyText();
        return command.title() + (keys.isEmpty() ? "" : "  (" + keys + ")");
    }

    /** Turns a command off and tells what is missing, in one line; turns it on if nothing is. */
    void setMissing(Command command, String what) {
        get(command).setEnabled(what.isEmpty());
        get(command).putValue(Action.SHORT_DESCRIPTION, what.isEmpty() ? tip(command) : what);
    }

    Action get(Command command) {
        Action action = actions.get(command);
        if (action == null) {
            throw new IllegalStateException("no action for " + command);
        }
        return action;
    }

    /** Does what a command does, as if its menu item had been taken. */
    void run(Command command) {
        Action action = get(command);
        if (action.isEnabled()) {
            action.actionPerformed(new ActionEvent(this, ActionEvent.ACTION_PERFORMED, command.name()));
        }
    }

    /** Says what a command that is on or off does; its action carries whether it is on. */
    void defineSwitch(Command command, BooleanSupplier isOn, Runnable run) {
        define(command, run);
        switches.put(command, isOn);
        get(command).putValue(Action.SELECTED_KEY, isOn.getAsBoolean());
    }

    /** Looks again which switches are on. */
    void updateSwitches() {
        switches.forEach((command, isOn) -> get(command).putValue(Action.SELECTED_KEY, isOn.getAsBoolean()));
    }

    boolean isSwitch(Command command) {
        return switches.containsKey(command);
    }

    /** Binds all keys inside a component and everything it holds. */
    void bindKeys(JComponent component) {
        InputMap inputs = component.getInputMap(JComponent.WHEN_ANCESTOR_OF_FOCUSED_COMPONENT);
        ActionMap map = component.getActionMap();
        for (Map.Entry<Command, Action> entry : actions.entrySet()) {
            map.put(entry.getKey(), entry.getValue());
            entry.getKey().keys().forEach(key -> inputs.put(stroke(key), entry.getKey()));
        }
    }

    private static KeyStroke stroke(String key) {
        KeyStroke stroke = KeyStroke.getKeyStroke(key);
        if (stroke == null) {
            throw new IllegalArgumentException("key=" + key);
        }
        return stroke;
    }
}
