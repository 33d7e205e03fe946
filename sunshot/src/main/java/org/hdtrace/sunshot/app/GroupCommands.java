// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.sunshot.app;

import java.util.Set;
import org.hdtrace.sunshot.control.RowGrouping;
import org.hdtrace.sunshot.control.ViewModel;

/** The commands that put rows together into groups (SUNSHOT V-07). */
final class GroupCommands {
    private final MainWindow window;
    private final Stage stage;
    private final ViewModel model;
    private final CommandActions actions;
    private final RowGrouping grouping;

    GroupCommands(MainWindow window, CommandActions actions) {
        this.window = window;
        this.stage = window.stage();
        this.model = window.model();
        this.actions = actions;
        this.grouping = new RowGrouping(model);
    }

    void define() {
        actions.define(Command.PICK_ROW, () -> {
            if (model.selectedIndex() >= 0) {
                stage.turnPicked(model.selectedKey());
            }
        });
        actions.define(Command.GROUP_ROWS, this::group);
        actions.define(Command.RENAME_GROUP, () -> grouping.at(model.selectedKey())
                .ifPresent(group -> NameDialog.show(
                        window.frame(), words("Rename group"), group.name(), name -> grouping.rename(group, name))));
        actions.define(Command.UNGROUP, () -> grouping.at(model.selectedKey()).ifPresent(grouping::takeApart));
        stage.listen(this::enable);
    }

    void enable() {
        // No group is seen between the ranks of several runs.
        boolean seen = !model.query().interleaves(model.runs());
        boolean group = seen && grouping.at(model.selectedKey()).isPresent();
        actions.get(Command.RENAME_GROUP).setEnabled(group);
        actions.get(Command.UNGROUP).setEnabled(group);
        actions.get(Command.GROUP_ROWS).setEnabled(seen && !rows().isEmpty());
    }

    /** The rows that were picked, or the chosen one, without headings. */
    private Set<String> rows() {
        Set<String> rows = stage.pickedOrChosen();
        rows.removeIf(key -> model.rows().get(model.indexOf(key)).isHeading());
        return rows;
    }

    private void group() {
        Set<String> rows = rows();
        if (rows.isEmpty()) {
            return;
        }
        String title = rows.size() == 1 ? "Group of one row" : "Group of " + rows.size() + " rows";
        NameDialog.show(window.frame(), words(title), grouping.freeName(), name -> {
            grouping.group(rows, name);
            stage.setPicked(Set.of());
            stage.reveal(model.selectedIndex());
        });
    }

    private static NameDialog.Words words(String title) {
        return new NameDialog.Words("group", title, "Name of the group");
    }
}
