// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.sunshot.app;

import org.hdtrace.sunshot.compare.Alignment;
import org.hdtrace.sunshot.control.ViewModel;

/** The commands of the menu Compare. */
final class CompareCommands {
    private static final String PANEL = "compare";

    private final MainWindow window;
    private final CommandActions actions;

    CompareCommands(MainWindow window, CommandActions actions) {
        this.window = window;
        this.actions = actions;
    }

    void define() {
        Comparing comparing = window.comparing();
        ViewModel model = window.model();
        actions.define(Command.COMPARE, () -> {
            window.dock().setShown(PANEL, true);
            comparing.start();
        });
        actions.define(Command.COMPARE_END, comparing::stop);
        actions.defineSwitch(
                Command.COMPARE_INTERLEAVED,
                () -> model.query().interleaved(),
                () -> model.setQuery(
                        model.query().withInterleaved(!model.query().interleaved())));
        actions.defineSwitch(Command.COMPARE_PANEL, () -> window.dock().isShown(PANEL), () -> window.dock()
                .setShown(PANEL, !window.dock().isShown(PANEL)));
        actions.define(Command.COMPARE_START, () -> comparing.align(Alignment.Kind.START));
        actions.define(Command.COMPARE_MARKS, () -> comparing.align(Alignment.Kind.MARKS));
        actions.define(Command.COMPARE_STRETCH, () -> comparing.align(Alignment.Kind.STRETCH));
    }

    static void enable(Comparing comparing, CommandActions actions) {
        boolean active = comparing.isActive();
        actions.get(Command.COMPARE).setEnabled(comparing.isPossible() && !active);
        actions.get(Command.COMPARE_END).setEnabled(active);
        actions.get(Command.COMPARE_INTERLEAVED).setEnabled(comparing.isPossible());
        actions.get(Command.COMPARE_START).setEnabled(active);
        actions.get(Command.COMPARE_MARKS).setEnabled(active);
        actions.get(Command.COMPARE_STRETCH).setEnabled(active);
    }
}
