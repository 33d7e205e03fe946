// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.sunshot.app;

import java.awt.BorderLayout;
import java.awt.Dimension;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.ToLongFunction;
import javax.swing.BorderFactory;
import javax.swing.JComboBox;
import javax.swing.JLabel;
import javax.swing.JPanel;
import javax.swing.JScrollPane;
import javax.swing.JSplitPane;
import org.hdtrace.analysis.damage.Damages;
import org.hdtrace.analysis.path.CriticalPath;
import org.hdtrace.analysis.path.PathReport;
import org.hdtrace.analysis.path.Segment;
import org.hdtrace.format.project.Project;
import org.hdtrace.sunshot.arrow.ArrowLoader;
import org.hdtrace.sunshot.arrow.ArrowTable;
import org.hdtrace.sunshot.control.StateNavigator;
import org.hdtrace.sunshot.control.ViewModel;
import org.hdtrace.sunshot.dock.QuietSplitPane;
import org.hdtrace.sunshot.model.Interval;
import org.hdtrace.sunshot.model.Run;
import org.hdtrace.sunshot.model.RunShift;
import org.hdtrace.sunshot.paint.ArrowLayer;
import org.hdtrace.sunshot.query.TimeTicks;
import org.hdtrace.sunshot.query.ValueText;

/**
 * The critical path of each run: what share of it passed in which calls and on which nodes, and its pieces, which a click goes to.
 * While the panel is open the path lies over the timelines as a thick line (SUNSHOT V-13).
 */
final class PathPanel extends JPanel {
    private static final long serialVersionUID = 1L;
    private static final String NODE = "Node";
    private static final String CALL = "Call or operation";

    private final transient ViewModel model;
    private final transient RunReading<Known> reading;
    private final JLabel head = new JLabel(" ");
    private final JComboBox<Grouping> grouping = new JComboBox<>(Grouping.values());
    private final ListTable<Line> shares = new ListTable<Line>("path.shares")
            .text(NODE, 130, line -> line.share().node())
            .text(CALL, 150, line -> line.share().name())
            .number("Time", 90, line -> TimeTicks.duration(line.share().nanos()), "pathNs", line -> line.share()
                    .nanos())
            .number("Share", 60, line -> ValueText.percent(line.of()), "share", Line::of);
    private final ListTable<Piece> pieces = new ListTable<Piece>("path.pieces")
            .number("From", 110, piece -> TimeTicks.instant(piece.fromNanos()), "fromNs", Piece::fromNanos)
            .path("Row", 150, Piece::row)
            .number(
                    "Duration",
                    90,
                    piece -> TimeTicks.duration(piece.time().durationNanos()),
                    "durationNs",
                    piece -> piece.time().durationNanos());

    /** What shares are summed by. */
    private enum Grouping {
        CALL("By call"),
        NODE("By node"),
        BOTH("By node and call");

        private final String title;

        Grouping(String title) {
            this.title = title;
        }

        @Override
        public String toString() {
            return title;
        }
    }

    /** The path of one run, and the rows of its traces by number. */
    private record Known(CriticalPath path, List<String> rows, ArrowTable line) {}

    private static final Known NONE = new Known(
            new CriticalPath(List.of(), List.of(), new Damages()), List.of(), new ArrowTable.Builder().build());

    private record Line(CriticalPath.Share share, double of) {}

    /** @param fromNanos since the start of its run */
    private record Piece(int run, String row, Interval time, long fromNanos) {}

    /**
     * A panel that is not seen yet.
     *
     * @param lay takes the layers to draw over the timelines
     * @param failed takes one line when traces can't be read
     */
    PathPanel(Stage stage, Consumer<List<ArrowLayer>> lay, Consumer<String> failed) {
        super(new BorderLayout(0, 4));
        this.model = stage.model();
        setName("path");
        setBorder(BorderFactory.createEmptyBorder(6, 6, 6, 6));
        setPreferredSize(new Dimension(420, 240));
        head.setName("path.head");
        grouping.setName("path.grouping");
        grouping.setToolTipText("What the shares of the path are summed by");
        JPanel north = new JPanel(new BorderLayout(10, 0));
        north.add(grouping, BorderLayout.WEST);
        north.add(head);
        north.add(PanelButton.copy("path.copy", this::csv).whileOpen(model), BorderLayout.EAST);
        add(north, BorderLayout.NORTH);
        JSplitPane both = new QuietSplitPane(
                JSplitPane.HORIZONTAL_SPLIT, new JScrollPane(shares.table()), new JScrollPane(pieces.table()));
        both.setResizeWeight(0.5);
        add(both);
        StateNavigator navigator = new StateNavigator(model);
        pieces.onChoice(piece -> navigator.showTime(piece.run(), piece.row(), piece.time()));
        reading = new RunReading<>(model, PathPanel::read, NONE, known -> take(known, lay), failed);
        grouping.addActionListener(event -> showShares());
        showShares();
    }

    private static Known read(Run run, Project project) throws Exception {
        CriticalPath path = CriticalPath.of(project, file -> {});
        List<String> rows = project.traces().stream()
                .map(file -> String.join("/", file.node().path()))
                .toList();
        return new Known(path, rows, ArrowLoader.path(project, path.segments()).shifted(RunShift.byPath(run)));
    }

    /** Reads and shows the path, or takes it away. */
    void setActive(boolean active) {
        reading.want(active);
    }

    private void take(List<Known> known, Consumer<List<ArrowLayer>> lay) {
        List<ArrowLayer> layers = new ArrayList<>();
        List<Piece> all = new ArrayList<>();
        for (int run = 0; run < known.size(); run++) {
            layers.add(new ArrowLayer(
                    run, ArrowLayer.Kind.CRITICAL_PATH, known.get(run).line()));
            long origin = model.recorded().get(run).interval().startNanos();
            ToLongFunction<String> moved = RunShift.byPath(model.recorded().get(run));
            for (Segment segment : known.get(run).path().segments()) {
                String row = known.get(run).rows().get(segment.trace());
                Interval time = new Interval(segment.fromNanos(), segment.toNanos()).shift(moved.applyAsLong(row));
                all.add(new Piece(run, row, time, time.startNanos() - origin));
            }
        }
        pieces.show(all);
        showShares();
        long nanos = known.stream().mapToLong(each -> each.path().nanos()).sum();
        head.setText(
                known.isEmpty()
                        ? reading.isRunning() ? "Reading along what the run took its time …" : " "
                        : TimeTicks.duration(nanos) + " in " + ValueText.count(all.size()) + " pieces");
        lay.accept(layers);
    }

    private void showShares() {
        shares.setColumnShown(NODE, grouping.getSelectedItem() != Grouping.CALL);
        shares.setColumnShown(CALL, grouping.getSelectedItem() != Grouping.NODE);
        List<Line> lines = new ArrayList<>();
        for (Known known : reading.values()) {
            double whole = Math.max(1, known.path().nanos());
            for (CriticalPath.Share share : shares(known.path())) {
                lines.add(new Line(share, share.nanos() / whole));
            }
        }
        shares.show(lines);
    }

    private List<CriticalPath.Share> shares(CriticalPath path) {
        return switch ((Grouping) grouping.getSelectedItem()) {
            case CALL -> path.byName();
            case NODE -> path.byNode();
            case BOTH -> path.shares();
        };
    }

    /** The shares by node and call, as comma-separated values. */
    String csv() {
        StringBuilder all = new StringBuilder();
        reading.values().forEach(known -> all.append(PathReport.csv(known.path())));
        return all.toString();
    }

    void stop() {
        reading.stop();
    }
}
