// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.sunshot.app;

import java.util.HashMap;
import java.util.Map;
import org.hdtrace.sunshot.control.ViewModel;
import org.hdtrace.sunshot.model.Run;
import org.hdtrace.sunshot.model.RunShift;
import org.hdtrace.sunshot.query.VisibleRow;

/** The commands that move nodes in time (SUNSHOT S-37). */
final class OffsetCommands {
    private final MainWindow window;
    private final ViewModel model;
    private final CommandActions actions;

    OffsetCommands(MainWindow window, CommandActions actions) {
        this.window = window;
        this.model = window.model();
        this.actions = actions;
    }

    void define() {
        actions.define(Command.OFFSET, this::ask);
        actions.define(Command.NO_OFFSETS, () -> model.setOffsets(Map.of()));
    }

    void enable() {
        actions.get(Command.OFFSET).setEnabled(model.selectedIndex() >= 0);
        actions.get(Command.NO_OFFSETS).setEnabled(!model.offsets().isEmpty());
    }

    private void ask() {
        if (window.comparing().isActive()) {
            window.showError("A comparison is of the recorded times: end it to move nodes in time.");
            return;
        }
        VisibleRow row = model.rows().get(model.selectedIndex());
        Run run = model.runs().get(row.run());
        // "Other" parts of a node are the node.
        String path = row.isHeading() ? "" : row.row().path().replaceFirst("/$", "");
        if (path.isEmpty() || run.isDerived() || !RunShift.moves(run, path)) {
            window.showError("Can't move " + row.title() + " in time: choose a node, a timeline or a statistic.");
            return;
        }
        String key = row.run() + ":" + path;
        OffsetDialog.show(window.frame(), row.title(), model.offsets().getOrDefault(key, 0L), nanos -> {
            Map<String, Long> offsets = new HashMap<>(model.offsets());
            offsets.put(key, nanos);
            model.setOffsets(offsets);
            window.stage().reveal(model.selectedIndex());
        });
    }
}
