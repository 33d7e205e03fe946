// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.sunshot.app;

import java.util.List;
import java.util.function.UnaryOperator;
import javax.swing.JPopupMenu;
import org.hdtrace.sunshot.control.ViewModel;
import org.hdtrace.sunshot.model.StatisticSeries;
import org.hdtrace.sunshot.paint.SeriesPainter;
import org.hdtrace.sunshot.query.CounterLook;
import org.hdtrace.sunshot.query.CounterLooks;

/** The counters of the legend: whether each has rows, and what the axes of its rows are (SUNSHOT S-41, S-54). */
final class LegendStatistics {
    private final Stage stage;
    private final ListTable<StatisticSeries> table = new ListTable<>("legend.statistics");

    LegendStatistics(Stage stage) {
        this.stage = stage;
        table.check(
                        "",
                        "Whether this counter has rows",
                        of -> look(of).shown(),
                        (of, on) -> set(of, look(of).withShown(on)))
                .colored(
                        "Statistic",
                        190,
                        CounterLooks::nameOf,
                        of -> SeriesPainter.colorOf(of, stage.theme()),
                        of -> CounterLooks.nameOf(of) + (of.unit().isEmpty() ? "" : " [" + of.unit() + "]") + " ("
                                + of.group() + ")")
                .check(
                        "Log",
                        44,
                        "Logarithmic axis",
                        of -> look(of).logarithmic(),
                        (of, on) -> set(of, look(of).withLogarithmic(on)))
                .choice(
                        "From",
                        66,
                        "What the axis begins with: 0, or the least of this counter, of its group or of the row",
                        List.of(CounterLook.Low.values()),
                        of -> look(of).low(),
                        (of, low) -> set(of, look(of).withLow(low)))
                .choice(
                        "To",
                        66,
                        "What the axis ends with: the most of this counter, of its group or of the row, 1 or 100",
                        List.of(CounterLook.High.values()),
                        of -> look(of).high(),
                        (of, high) -> set(of, look(of).withHigh(high)))
                .check(
                        "Mean",
                        58,
                        "A line at the mean of the visible time",
                        of -> look(of).average(),
                        (of, on) -> set(of, look(of).withAverage(on)));
        table.setMenu(menu());
    }

    private CounterLook look(StatisticSeries of) {
        return model().looks().of(of);
    }

    private void set(StatisticSeries of, CounterLook look) {
        model().setLooks(model().looks().with(CounterLooks.nameOf(of), look));
    }

    private ViewModel model() {
        return stage.model();
    }

    private JPopupMenu menu() {
        JPopupMenu menu = new JPopupMenu();
        menu.setName("legend.statisticsMenu");
        menu.add("Draw all like the chosen one").addActionListener(event -> {
            StatisticSeries chosen = table.chosen();
            if (chosen != null) {
                CounterLook look = look(chosen);
                setAll(old -> look.withShown(old.shown()));
            }
        });
        menu.add("Show all").addActionListener(event -> setAll(look -> look.withShown(true)));
        menu.add("Hide all").addActionListener(event -> setAll(look -> look.withShown(false)));
        menu.add("All as usual").addActionListener(event -> setAll(look -> CounterLook.USUAL));
        return menu;
    }

    private void setAll(UnaryOperator<CounterLook> change) {
        CounterLooks looks = model().looks();
        for (StatisticSeries each : table.items()) {
            looks = looks.with(CounterLooks.nameOf(each), change.apply(looks.of(each)));
        }
        model().setLooks(looks);
    }

    ListTable<StatisticSeries> table() {
        return table;
    }

    /** Shows the counters of the open runs that are not left out for being silent. */
    void refresh() {
        List<StatisticSeries> counters = CounterLooks.counters(model().runs()).stream()
                .filter(each -> model().silentShown() || each.max() != 0 || each.min() != 0)
                .toList();
        if (counters.equals(table.items())) {
            table.table().repaint();
        } else {
            table.show(counters);
        }
    }
}
