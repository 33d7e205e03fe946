// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.sunshot.app;

import java.util.ArrayList;
import java.util.List;
import javax.swing.Action;
import org.hdtrace.sunshot.control.RowFinder;
import org.hdtrace.sunshot.control.ViewModel;
import org.hdtrace.sunshot.model.Row;
import org.hdtrace.sunshot.model.Run;

/** The commands that find something by a few letters: another command, or a row. */
final class FindCommands {
    private final MainWindow window;
    private final CommandActions actions;

    FindCommands(MainWindow window, CommandActions actions) {
        this.window = window;
        this.actions = actions;
    }

    void define() {
        actions.define(Command.PALETTE, this::palette);
        actions.define(Command.FIND_ROW, this::findRow);
        actions.define(Command.SEARCH, () -> {
            window.dock().setShown("search", true);
            window.search().focusField();
        });
        actions.define(Command.NEXT_HIT, () -> window.search().step(true));
        actions.define(Command.PREVIOUS_HIT, () -> window.search().step(false));
        actions.define(Command.FOLLOW, () -> window.arrows().follow(true));
        actions.define(Command.FOLLOW_BACK, () -> window.arrows().follow(false));
        window.search().addButtons(actions.get(Command.PREVIOUS_HIT), actions.get(Command.NEXT_HIT));
        window.search().onSteps(this::enableSteps);
    }

    private void enableSteps(boolean any) {
        String none = window.model().runs().isEmpty() ? PanelButton.NO_PROJECT : "There are no hits";
        actions.setMissing(Command.NEXT_HIT, any ? "" : none);
        actions.setMissing(Command.PREVIOUS_HIT, any ? "" : none);
    }

    private void palette() {
        List<QuickChooser.Choice> choices = new ArrayList<>();
        for (Command command : Command.values()) {
            if (command != Command.PALETTE) {
                Action action = actions.get(command);
                choices.add(new QuickChooser.Choice(
                        command.menu().title() + ": " + command.title(),
                        SearchWords.of(command),
                        command.keyText(),
                        action.isEnabled(),
                        () -> actions.run(command)));
            }
        }
        QuickChooser.show(window.frame().getRootPane(), "palette", "Type a command", choices);
    }

    private void findRow() {
        ViewModel model = window.model();
        boolean several = model.runs().size() > 1;
        List<String> titles = Run.titles(model.runs());
        List<QuickChooser.Choice> choices = new ArrayList<>();
        for (RowFinder.Place place : new RowFinder(model.runs(), model.query()).places()) {
            String run = several ? titles.get(place.run()) + ": " : "";
            choices.add(new QuickChooser.Choice(run + title(place.row()), kind(place.row()), true, () -> {
                model.reveal(place.key());
                window.stage().reveal(model.selectedIndex());
            }));
        }
        QuickChooser.show(
                window.frame().getRootPane(), "rowFinder", "Type a row, or a regular expression in /.../", choices);
    }

    /** The path with the label where that says more, as "Rank 3" does. */
    private static String title(Row row) {
        return row.path().endsWith(row.label()) ? row.path() : row.path() + "  (" + row.label() + ")";
    }

    private static String kind(Row row) {
        return row instanceof Row.Trace ? "states" : row instanceof Row.Statistic ? "values" : "group";
    }
}
