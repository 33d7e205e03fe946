// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.sunshot.app;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Function;
import org.hdtrace.sunshot.control.RowMove;
import org.hdtrace.sunshot.control.RowOrder;
import org.hdtrace.sunshot.control.RowSort;
import org.hdtrace.sunshot.control.RowValues;
import org.hdtrace.sunshot.control.ViewModel;
import org.hdtrace.sunshot.model.Run;
import org.hdtrace.sunshot.query.RowQuery;

/** The commands that sort, move, pin and hide rows (SUNSHOT V-07). */
final class RowCommands {
    private static final int[] COUNTS = {5, 10, 15, 20, 30, 40, 50, 60, 80, 100};

    private final MainWindow window;
    private final ViewModel model;
    private final CommandActions actions;
    private final LatestTask counter = new LatestTask("sunshot-sort");
    /** What values were asked for last, so that an order without any row is not asked for again and again. */
    private RowOrder.Basis completed;

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
        actions.define(Command.HIDE_ROW, this::hide);
        actions.define(Command.SHOW_ROWS, () -> model.setOrder(model.order().withHidden(Set.of())));
        actions.defineSwitch(Command.HIDE_IDLE, () -> model.order().hideIdle(), () -> {
            boolean hide = !model.order().hideIdle();
            model.setOrder(model.order().withHideIdle(hide));
        });
        actions.define(Command.MOVE_UP, () -> move(-1));
        actions.define(Command.MOVE_DOWN, () -> move(1));
        actions.define(Command.ROW_COUNT, this::askForCount);
        model.listen(change -> completeOrder());
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

    private void hide() {
        Set<String> rows = window.stage().pickedOrChosen();
        window.stage().setPicked(Set.of());
        model.setOrder(model.order().hide(rows));
    }

    private void move(int places) {
        RowMove.by(model.rows(), model.selectedIndex(), places).ifPresent(moved -> {
            model.setOrder(model.order().withMoved(moved.parent(), moved.children()));
            window.stage().reveal(model.selectedIndex());
        });
    }

    private void sortByBusyTime() {
        sortBy(RowSort.BUSY, new RowOrder.Basis(model.visible(), ""));
    }

    private void askForStatistic() {
        List<QuickChooser.Choice> choices = new ArrayList<>();
        for (String name : RowValues.statisticNames(model.runs())) {
            choices.add(new QuickChooser.Choice(name, "", true, () -> sortByStatistic(name)));
        }
        QuickChooser.show(window.frame().getRootPane(), "statisticChooser", "Sort by the mean in view of …", choices);
    }

    private void askForCount() {
        List<QuickChooser.Choice> choices = new ArrayList<>();
        for (int count : COUNTS) {
            choices.add(new QuickChooser.Choice(
                    count + " rows", "", true, () -> window.stage().showRows(count)));
        }
        QuickChooser.show(window.frame().getRootPane(), "rowCountChooser", "Show that many rows at once", choices);
    }

    private void sortByStatistic(String name) {
        sortBy(RowSort.STATISTIC, new RowOrder.Basis(model.visible(), name));
    }

    private void sortBy(RowSort sort, RowOrder.Basis basis) {
        count(basis, values -> model.setOrder(model.order().withSort(sort, values, basis)));
    }

    /** An order that was kept tells what it is by; the values are worked out anew for the runs that are open. */
    private void completeOrder() {
        RowOrder.Basis basis = model.order().basis().orElse(null);
        if (!model.order().needsValues() || model.runs().isEmpty()) {
            completed = null;
        } else if (!basis.equals(completed)) {
            completed = basis;
            count(basis, values -> {
                if (model.order().basis().filter(basis::equals).isPresent()) {
                    model.setOrder(model.order().withValues(values));
                }
            });
        }
    }

    /** Counts beside the event thread; what belongs to runs that were closed meanwhile is dropped. */
    private void count(RowOrder.Basis basis, Consumer<Map<String, Double>> deliver) {
        List<Run> runs = model.runs();
        RowQuery query = model.query();
        counter.submit(
                () -> basis.statistic().isEmpty()
                        ? RowValues.busy(runs, query, basis.time())
                        : RowValues.statistic(runs, query, basis.time(), basis.statistic()),
                values -> {
                    if (runs.equals(model.runs())) {
                        deliver.accept(values);
                    }
                });
    }

    void stop() {
        counter.stop();
    }
}
