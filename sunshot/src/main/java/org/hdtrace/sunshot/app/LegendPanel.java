// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.sunshot.app;

import java.awt.BorderLayout;
import java.awt.Dimension;
import java.awt.event.ComponentAdapter;
import java.awt.event.ComponentEvent;
import java.util.BitSet;
import java.util.List;
import java.util.Map;
import javax.swing.JPanel;
import javax.swing.JScrollPane;
import javax.swing.JSplitPane;
import org.hdtrace.sunshot.control.ViewModel;
import org.hdtrace.sunshot.dock.QuietSplitPane;
import org.hdtrace.sunshot.model.Category;
import org.hdtrace.sunshot.model.Interval;
import org.hdtrace.sunshot.model.Run;
import org.hdtrace.sunshot.query.RowQuery;
import org.hdtrace.sunshot.query.TimeTicks;
import org.hdtrace.sunshot.query.Usage;
import org.hdtrace.sunshot.query.ValueText;

/**
 * The legend: colour, name and, for the visible time, count, inclusive and exclusive time and share. The check box
 * hides a category; chosen lines mark their categories wherever they occur.
 */
final class LegendPanel extends JPanel {
    private static final long serialVersionUID = 1L;
    private static final String EXCLUSIVE = "Exclusive";
    private static final Map<String, LegendOrder.By> ORDERS = Map.of(
            "State",
            LegendOrder.By.NAME,
            "Count",
            LegendOrder.By.COUNT,
            "Inclusive",
            LegendOrder.By.TIME,
            EXCLUSIVE,
            LegendOrder.By.EXCLUSIVE,
            "Share",
            LegendOrder.By.TIME);

    /** Pixels that all columns need. */
    private static final int LEAST_OF_ALL = 500;

    private final transient Stage stage;
    private final transient LatestTask counter = LatestTask.calm("sunshot-legend");
    private final ListTable<Category> table;
    private final transient LegendStatistics statistics;
    private final JSplitPane split = new QuietSplitPane(JSplitPane.VERTICAL_SPLIT, null, null);
    private final JScrollPane lower;
    private transient Usage usage;
    private transient Object countedFor;
    private transient LegendOrder order = LegendOrder.USUAL;

    LegendPanel(Stage stage) {
        super(new BorderLayout());
        this.stage = stage;
        setName("legendPanel");
        table = categoryTable(stage.model());
        table.onSelections(chosen -> stage.model().setMarked(numbers(chosen)));
        JScrollPane scroll = new JScrollPane(table.table());
        scroll.setName("legendScroll");
        statistics = new LegendStatistics(stage);
        lower = new JScrollPane(statistics.table().table());
        lower.setName("legend.statisticsScroll");
        lower.setMinimumSize(new Dimension(100, 60));
        scroll.setMinimumSize(new Dimension(100, 60));
        split.setTopComponent(scroll);
        split.setResizeWeight(0.6);
        add(split);
        setPreferredSize(new Dimension(540, 300));
        setMinimumSize(new Dimension(120, 100));
        addComponentListener(new ComponentAdapter() {
            @Override
            public void componentResized(ComponentEvent event) {
                // Of a narrow legend the names are worth more than the second of two times.
                table.setColumnShown(EXCLUSIVE, getWidth() >= LEAST_OF_ALL);
            }
        });
        stage.listen(this::refresh);
    }

    private ListTable<Category> categoryTable(ViewModel model) {
        return new ListTable<Category>("legend")
                .severalChosen()
                .check(
                        "",
                        "Whether these states are drawn",
                        category -> !model.hidden().get(category.id()),
                        (category, on) -> model.setVisible(category.id(), on))
                .colored(
                        "State",
                        146,
                        category -> model.categories().get(category.id()).title(),
                        category -> model.categories().get(category.id()).rgb(),
                        category -> category.name() + " (" + category.group().title() + ")")
                .number(
                        "Count",
                        76,
                        category -> ValueText.count(usage.count(category.id())),
                        "count",
                        category -> usage.count(category.id()))
                .number(
                        "Inclusive",
                        96,
                        category -> TimeTicks.duration(usage.inclusiveNanos(category.id())),
                        "inclusiveNs",
                        category -> usage.inclusiveNanos(category.id()))
                .number(
                        EXCLUSIVE,
                        96,
                        category -> TimeTicks.duration(usage.exclusiveNanos(category.id())),
                        "exclusiveNs",
                        category -> usage.exclusiveNanos(category.id()))
                .number(
                        "Share",
                        74,
                        category -> ValueText.percent(usage.inclusiveShare(category.id())),
                        "share",
                        category -> usage.inclusiveShare(category.id()));
    }

    /** A double click on a name does what the command for the marked category's colour does. */
    void onDoubleClick(Runnable chooseColor) {
        table.onClick(2, category -> chooseColor.run());
    }

    /** A right click chooses the state below it, too; titles of columns sort by them. */
    void addMenu(CommandActions actions) {
        table.setMenu(new LegendMenu(stage, table, actions));
        table.onTitle(title -> {
            LegendOrder.By by = ORDERS.get(title);
            if (by != null) {
                stage.setLegendOrder(stage.legendOrder().chosen(by));
            }
        });
    }

    /** Puts the switches of arrows above the states. */
    void addArrows(ArrowOverlay arrows, CommandActions actions) {
        add(new LegendArrows(stage, arrows, actions), BorderLayout.NORTH);
    }

    /** Counters have a table of their own, if there are any. */
    private void refreshStatistics() {
        statistics.refresh();
        boolean any = !statistics.table().items().isEmpty();
        if (any != (split.getBottomComponent() != null)) {
            split.setBottomComponent(any ? lower : null);
            split.resetToPreferredSizes();
        }
    }

    private void refresh() {
        refreshStatistics();
        Interval visible = stage.model().visible();
        List<Run> runs = stage.model().runs();
        RowQuery query = stage.model().query();
        boolean nested = stage.model().nested();
        Object wanted =
                List.of(visible, runs.stream().map(System::identityHashCode).toList(), query.alignStarts(), nested);
        if (!wanted.equals(countedFor)) {
            countedFor = wanted;
            int size = stage.model().categories().size();
            counter.submit(() -> Usage.of(runs, query, visible, size, nested), this::show);
        } else if (usage != null && !stage.legendOrder().equals(order)) {
            show(usage);
        } else {
            markLines();
            table.table().repaint();
        }
    }

    private void show(Usage counted) {
        usage = counted;
        List<Category> all = stage.model().categories().all();
        order = stage.legendOrder();
        boolean least = order.by().leastFirst() != order.reversed();
        ORDERS.forEach((title, by) -> table.markSorted(title, by == order.by().column(), least));
        // What is hidden or idle is there, too, so that it can be found again.
        List<Category> shown = order.sort(all, counted);
        table.show(shown);
        markLines();
    }

    /** A category whose colour was changed is another one, so that lines are found by numbers. */
    private void markLines() {
        BitSet marked = stage.model().marked();
        if (!numbers(table.allChosen()).equals(marked)) {
            table.mark(category -> marked.get(category.id()));
        }
    }

    private static BitSet numbers(List<Category> categories) {
        BitSet numbers = new BitSet();
        categories.forEach(category -> numbers.set(category.id()));
        return numbers;
    }

    void stop() {
        counter.stop();
    }
}
