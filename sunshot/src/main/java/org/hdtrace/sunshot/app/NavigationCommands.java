// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.sunshot.app;

import org.hdtrace.sunshot.control.StateNavigator;
import org.hdtrace.sunshot.control.ViewModel;
import org.hdtrace.sunshot.control.Viewport;
import org.hdtrace.sunshot.model.Interval;

/** The commands that move in time and from state to state (SUNSHOT V-03). */
final class NavigationCommands {
    private static final double STEP = 1.5;
    /** Time left free on each side of a state that is zoomed to. */
    private static final double ROOM = 0.1;

    private final Stage stage;
    private final ViewModel model;
    private final StateNavigator navigator;
    private final CommandActions actions;

    NavigationCommands(Stage stage, CommandActions actions) {
        this.stage = stage;
        this.model = stage.model();
        this.navigator = new StateNavigator(model);
        this.actions = actions;
    }

    void define() {
        actions.define(Command.ZOOM_IN, () -> model.go(model.viewport().zoom(STEP)));
        actions.define(Command.ZOOM_OUT, () -> model.go(model.viewport().zoom(1 / STEP)));
        actions.define(Command.HOME, this::home);
        actions.define(Command.FIT, () -> {
            home();
            stage.fitRows();
        });
        actions.define(Command.FOCUS, this::focus);
        actions.define(Command.RUN_START, () -> startAt(model.viewport().whole().startNanos()));
        actions.define(Command.RUN_END, () -> startAt(model.viewport().whole().endNanos()));
        actions.define(Command.UNDO, model::undo);
        actions.define(Command.REDO, model::redo);
        pan(Command.PAN_LEFT, -0.1);
        pan(Command.PAN_RIGHT, 0.1);
        pan(Command.PAGE_LEFT, -0.5);
        pan(Command.PAGE_RIGHT, 0.5);
        step(Command.NEXT_STATE, () -> navigator.step(true));
        step(Command.PREVIOUS_STATE, () -> navigator.step(false));
        step(Command.NEXT_SAME, () -> navigator.stepCategory(true));
        step(Command.PREVIOUS_SAME, () -> navigator.stepCategory(false));
        step(Command.NEXT_MARKED, () -> navigator.stepMarked(true));
        step(Command.PREVIOUS_MARKED, () -> navigator.stepMarked(false));
        for (MouseMode mode : MouseMode.values()) {
            Command command = Command.valueOf("MOUSE_" + mode);
            actions.defineSwitch(command, () -> stage.mouseMode() == mode, () -> stage.setMouseMode(mode));
        }
        stage.listen(actions::updateSwitches);
    }

    private void home() {
        model.go(Viewport.all(model.viewport().whole()));
    }

    private void startAt(long nanos) {
        model.go(model.viewport().startAt(nanos));
    }

    private void pan(Command command, double share) {
        actions.define(command, () -> model.glide(model.viewport().pan(share)));
    }

    private void step(Command command, Runnable step) {
        actions.define(command, () -> {
            step.run();
            stage.reveal(model.selectedIndex());
        });
    }

    /** Shows the chosen state with some room around it; without one everything. */
    private void focus() {
        if (model.chosen().isEmpty()) {
            actions.run(Command.FIT);
            return;
        }
        Interval time = navigator.onCommonScale(model.chosen().get());
        long room = Math.max(Viewport.LEAST_NANOS, Math.round(time.durationNanos() * ROOM));
        model.go(model.viewport().select(time.startNanos() - room, time.endNanos() + room));
        stage.reveal(model.selectedIndex());
    }
}
