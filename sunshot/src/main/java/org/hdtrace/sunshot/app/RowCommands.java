// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.sunshot.app;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Supplier;
import org.hdtrace.sunshot.control.RowMove;
import org.hdtrace.sunshot.control.RowOrder;
import org.hdtrace.sunshot.control.RowSort;
import org.hdtrace.sunshot.control.RowValues;
import org.hdtrace.sunshot.control.ViewModel;
import org.hdtrace.sunshot.model.Interval;
import org.hdtrace.sunshot.model.Run;
import org.hdtrace.sunshot.query.RowQuery;

/** The commands that sort, move, pin and hide rows (SUNSHOT V-07). */
final class RowCommands {
    private final MainWindow window;
    private final ViewModel model;
    private final CommandActions actions;
    private final LatestTask counter = new LatestTask("sunshot-sort");

    RowCommands(MainWindow window, CommandActions actions) {
        this.window = window;
        this.model = window.model();
        this.actions = actions;
    }

    void define() {
        sort(RowSort.AS_ARRANGED, () -> apply(RowSort.AS_ARRANGED, Map.of()));
        sort(RowSort.NAME, () -> apply(RowSort.NAME, Map.of()));
        sort(RowSort.RANK, () -> apply(RowSort.RANK, Map.of()));
        sort(RowSort.BUSY, this::sortByBusyTime);
        sort(RowSort.STATISTIC, this::askForStatistic);
        actions.define(Command.PIN_ROW, () -> onSelected(key -> model.order().togglePinned(key)));
        actions.define(Command.HIDE_ROW, () -> onSelected(key -> model.order().hide(key)));
        actions.define(Command.SHOW_ROWS, () -> model.setOrder(model.order().withHidden(Set.of())));
        actions.defineSwitch(Command.HIDE_IDLE, () -> model.order().hideIdle(), () -> {
            boolean hide = !model.order().hideIdle();
            model.setOrder(model.order().withHideIdle(hide));
        });
        actions.define(Command.MOVE_UP, () -> move(-1));
        actions.define(Command.MOVE_DOWN, () -> move(1));
    }

    private void sort(RowSort sort, Runnable run) {
        actions.defineSwitch(
                Command.valueOf("SORT_" + sort), () -> model.order().sort() == sort, run);
    }

    private void apply(RowSort sort, Map<String, Double> values) {
        model.setOrder(model.order().withSort(sort, values));
    }

    private void onSelected(Function<String, RowOrder> change) {
        if (model.selectedIndex() >= 0) {
            model.setOrder(change.apply(model.selectedKey()));
        }
    }

    private void move(int places) {
        RowMove.by(model.rows(), model.selectedIndex(), places).ifPresent(moved -> {
            model.setOrder(model.order().withMoved(moved.parent(), moved.children()));
            window.stage().reveal(model.selectedIndex());
        });
    }

    private void sortByBusyTime() {
        List<Run> runs = model.runs();
        RowQuery query = model.query();
        Interval visible = model.visible();
        count(RowSort.BUSY, runs, () -> RowValues.busy(runs, query, visible));
    }

    private void askForStatistic() {
        List<QuickChooser.Choice> choices = new ArrayList<>();
        for (String name : RowValues.statisticNames(model.runs())) {
            choices.add(new QuickChooser.Choice(name, "", true, () -> sortByStatistic(name)));
        }
        QuickChooser.show(window.frame().getRootPane(), "statisticChooser", "Sort by the mean in view of …", choices);
    }

    private void sortByStatistic(String name) {
        List<Run> runs = model.runs();
        RowQuery query = model.query();
        Interval visible = model.visible();
        count(RowSort.STATISTIC, runs, () -> RowValues.statistic(runs, query, visible, name));
    }

    /** Counts beside the event thread; what belongs to runs that were closed meanwhile is dropped. */
    private void count(RowSort sort, List<Run> runs, Supplier<Map<String, Double>> values) {
        counter.submit(values, counted -> {
            if (runs.equals(model.runs())) {
                apply(sort, counted);
            }
        });
    }

    void stop() {
        counter.stop();
    }
}
