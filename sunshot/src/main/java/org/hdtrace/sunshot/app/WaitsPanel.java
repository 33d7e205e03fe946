// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.sunshot.app;

import java.awt.BorderLayout;
import java.awt.Dimension;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import javax.swing.BorderFactory;
import javax.swing.JLabel;
import javax.swing.JPanel;
import javax.swing.JScrollPane;
import javax.swing.JSplitPane;
import org.hdtrace.analysis.waits.WaitKind;
import org.hdtrace.format.Csv;
import org.hdtrace.sunshot.control.StateNavigator;
import org.hdtrace.sunshot.control.ViewModel;
import org.hdtrace.sunshot.dock.QuietSplitPane;
import org.hdtrace.sunshot.model.Interval;
import org.hdtrace.sunshot.model.Run;
import org.hdtrace.sunshot.model.RunShift;
import org.hdtrace.sunshot.paint.WaitPainter;
import org.hdtrace.sunshot.query.TimeTicks;
import org.hdtrace.sunshot.query.ValueText;
import org.hdtrace.sunshot.waits.WaitLoader;
import org.hdtrace.sunshot.waits.WaitTable;

/**
 * Who waits for whom in the visible time: sums by reason and row with their share of the time of all processes, and the longest waits,
 * which a click goes to. While it is open the waits lie over the timelines (SUNSHOT V-18).
 */
final class WaitsPanel extends JPanel {
    private static final long serialVersionUID = 1L;
    private static final int MOST = 500;

    private final transient ViewModel model;
    private final transient RunReading<WaitTable> reading;
    private final transient LatestTask counter = LatestTask.calm("sunshot-waits");
    private final JLabel head = new JLabel(" ");
    private final ListTable<Line> sums = new ListTable<Line>("waits.sums")
            .colored(
                    "Waits for",
                    130,
                    line -> line.sum().kind().title(),
                    line -> WaitPainter.colorOf(line.sum().kind()))
            .path("Row", 90, line -> line.sum().row().isEmpty() ? "all" : line.row())
            .number("Count", 60, line -> ValueText.count(line.sum().count()), "count", line -> line.sum()
                    .count())
            .number("Time", 80, line -> TimeTicks.duration(line.sum().nanos()), "waitNs", line -> line.sum()
                    .nanos())
            .number("Share", 74, line -> ValueText.percent(line.share()), "share", Line::share);
    private final ListTable<Found> longest = new ListTable<Found>("waits.longest")
            .number(
                    "Waited",
                    80,
                    found -> TimeTicks.duration(found.one().time().durationNanos()),
                    "waitNs",
                    found -> found.one().time().durationNanos())
            .colored(
                    "For",
                    130,
                    found -> found.one().kind().title(),
                    found -> WaitPainter.colorOf(found.one().kind()))
            .path("Row", 110, found -> found.prefix() + found.one().row())
            .path("Other side", 110, found -> found.one().cause())
            .number("From", 124, found -> TimeTicks.instant(found.fromNanos()), "fromNs", Found::fromNanos);

    /** A sum of one run, or over all. */
    record Line(String row, WaitTable.Sum sum, double share) {}

    /** @param fromNanos since the start of its run */
    private record Found(int run, String prefix, WaitTable.One one, long fromNanos) {}

    private record Counted(List<Line> lines, List<Found> longest) {}

    /**
     * A panel that is not seen yet.
     *
     * @param failed takes one line when traces can't be read
     */
    WaitsPanel(Stage stage, Consumer<String> failed) {
        super(new BorderLayout(0, 4));
        this.model = stage.model();
        setName("waits");
        setBorder(BorderFactory.createEmptyBorder(6, 6, 6, 6));
        setPreferredSize(new Dimension(420, 240));
        head.setName("waits.head");
        JPanel north = new JPanel(new BorderLayout(10, 0));
        north.add(head);
        north.add(PanelButton.copy("waits.copy", this::csv).whileOpen(model), BorderLayout.EAST);
        add(north, BorderLayout.NORTH);
        JSplitPane both = new QuietSplitPane(JSplitPane.HORIZONTAL_SPLIT, sized(sums, 390), sized(longest, 550));
        both.setResizeWeight(0.4);
        add(both);
        StateNavigator navigator = new StateNavigator(model);
        longest.onChoice(found ->
                navigator.showTime(found.run(), found.one().row(), found.one().time()));
        reading = new RunReading<>(
                model,
                (run, project) -> WaitLoader.read(project).shifted(RunShift.byPath(run)),
                WaitTable.none(),
                tables -> {
                    stage.setWaits(tables);
                    refresh();
                },
                failed);
        model.listen(change -> refresh());
    }

    /** Reads and shows waits, or takes them away. */
    void setActive(boolean active) {
        reading.want(active);
    }

    private static JScrollPane sized(ListTable<?> list, int width) {
        JScrollPane pane = new JScrollPane(list.table());
        pane.setPreferredSize(new Dimension(width, 150));
        return pane;
    }

    private void refresh() {
        List<WaitTable> tables = reading.values();
        if (tables.isEmpty()) {
            head.setText(reading.isRunning() ? "Reading who waits for whom …" : " ");
            sums.show(List.of());
            longest.show(List.of());
            return;
        }
        List<Run> runs = model.runs();
        List<Interval> times = new ArrayList<>();
        for (int run = 0; run < runs.size(); run++) {
            times.add(model.visible().shift(model.query().originOf(runs, run)));
        }
        List<String> names = reading.names();
        counter.submit(() -> count(tables, runs, names, times), counted -> {
            if (tables == reading.values()) {
                show(counted);
            }
        });
    }

    private void show(Counted counted) {
        sums.show(counted.lines());
        longest.show(counted.longest());
        head.setText(headOf(counted.lines()));
    }

    /** Many operations wait in one queue at the same time, so that their time is no share of that of the processes. */
    static String headOf(List<Line> lines) {
        if (lines.isEmpty()) {
            return "Nobody waits for anybody in the visible time";
        }
        double processes = 0;
        long queued = 0;
        for (Line line : lines) {
            boolean total = line.sum().row().isEmpty();
            boolean queue = line.sum().kind() == WaitKind.SERVER_QUEUE;
            processes += total && !queue ? line.share() : 0;
            queued += total && queue ? line.sum().nanos() : 0;
        }
        return "Processes wait " + ValueText.percent(processes) + " of the visible time"
                + (queued == 0 ? "" : ", operations in queues of servers " + TimeTicks.duration(queued) + " in all");
    }

    private static Counted count(List<WaitTable> tables, List<Run> runs, List<String> names, List<Interval> times) {
        List<Line> lines = new ArrayList<>();
        List<Found> longest = new ArrayList<>();
        List<WaitTable.Sum> all = new ArrayList<>();
        double whole = 0;
        for (int run = 0; run < tables.size(); run++) {
            whole += (double) runs.get(run).traceCount()
                    * inside(times.get(run), runs.get(run).interval());
            all.addAll(tables.get(run).sums(times.get(run)));
        }
        double processNanos = Math.max(1, whole);
        WaitTable.totals(all).forEach(sum -> lines.add(new Line("", sum, sum.nanos() / processNanos)));
        for (int run = 0; run < tables.size(); run++) {
            String prefix = names.get(run).isEmpty() ? "" : names.get(run) + " ";
            int number = run;
            double own = Math.max(1, inside(times.get(run), runs.get(run).interval()));
            tables.get(run)
                    .sums(times.get(run))
                    .forEach(sum -> lines.add(new Line(prefix + sum.row(), sum, sum.nanos() / own)));
            long origin = runs.get(run).interval().startNanos();
            tables.get(run)
                    .longest(times.get(run), MOST)
                    .forEach(one -> longest.add(
                            new Found(number, prefix, one, one.time().startNanos() - origin)));
        }
        longest.sort((a, b) ->
                Long.compare(b.one().time().durationNanos(), a.one().time().durationNanos()));
        return new Counted(lines, longest);
    }

    private static long inside(Interval visible, Interval run) {
        return Math.max(
                0, Math.min(visible.endNanos(), run.endNanos()) - Math.max(visible.startNanos(), run.startNanos()));
    }

    /** The sums, as comma-separated values. */
    String csv() {
        Csv csv = new Csv();
        csv.line("kind", "row", "count", "waitNs", "share");
        for (Line line : sums.items()) {
            csv.line(
                    line.sum().kind().title(),
                    line.row(),
                    line.sum().count(),
                    line.sum().nanos(),
                    line.share());
        }
        return csv.toString();
    }

    void stop() {
        reading.stop();
        counter.stop();
    }
}
