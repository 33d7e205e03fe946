// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.sunshot.app;

import java.awt.BorderLayout;
import java.awt.Dimension;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.ToLongFunction;
import java.util.stream.Collectors;
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
import org.hdtrace.format.Csv;
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
    private static final String RUN = "Run";
    private static final String NODE = "Node";
    private static final String CALL = "Call or operation";

    private final transient ViewModel model;
    private final transient RunReading<Known> reading;
    private final JLabel head = new JLabel(" ");
    private final JComboBox<Grouping> grouping = new JComboBox<>(Grouping.values());
    private final ListTable<Line> shares = new ListTable<Line>("path.shares")
            .path(RUN, 100, Line::run)
            .text(NODE, 130, line -> line.share().node())
            .text(CALL, 150, line -> line.share().name())
            .number("Time", 90, line -> TimeTicks.duration(line.share().nanos()), "pathNs", line -> line.share()
                    .nanos())
            .number("Share", 60, line -> ValueText.percent(line.of()), "share", Line::of);
    private final ListTable<Piece> pieces = new ListTable<Piece>("path.pieces")
            .number("From", 110, piece -> TimeTicks.instant(piece.fromNanos()), "fromNs", Piece::fromNanos)
            .path(RUN, 100, Piece::name)
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

    private record Line(String run, CriticalPath.Share share, double of) {}

    /** @param fromNanos since the start of its run */
    private record Piece(int run, String name, String row, Interval time, long fromNanos) {}

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
                all.add(new Piece(run, reading.names().get(run), row, time, time.startNanos() - origin));
            }
        }
        pieces.setColumnShown(RUN, isNamed());
        pieces.show(all);
        showShares();
        head.setText(
                known.isEmpty()
                        ? reading.isRunning() ? "Reading along what the run took its time …" : " "
                        : headOf(known));
        lay.accept(layers);
    }

    /** Whether lines are of several runs, so that each tells its own. */
    private boolean isNamed() {
        return reading.names().stream().anyMatch(name -> !name.isEmpty());
    }

    private String headOf(List<Known> known) {
        List<String> parts = new ArrayList<>();
        for (int run = 0; run < known.size(); run++) {
            CriticalPath path = known.get(run).path();
            String length = TimeTicks.duration(path.nanos()) + " in "
                    + ValueText.count(path.segments().size())
                    + (path.segments().size() == 1 ? " piece" : " pieces");
            if (!isNamed()) {
                return length;
            }
            if (!model.recorded().get(run).isDerived()) {
                parts.add(reading.names().get(run) + ": " + length);
            }
        }
        return String.join("  ·  ", parts);
    }

    private void showShares() {
        shares.setColumnShown(NODE, grouping.getSelectedItem() != Grouping.CALL);
        shares.setColumnShown(CALL, grouping.getSelectedItem() != Grouping.NODE);
        shares.setColumnShown(RUN, isNamed());
        shares.show(lines(this::shares));
    }

    private List<Line> lines(Function<CriticalPath, List<CriticalPath.Share>> summed) {
        List<Line> lines = new ArrayList<>();
        for (int run = 0; run < reading.values().size(); run++) {
            CriticalPath path = reading.values().get(run).path();
            double whole = Math.max(1, path.nanos());
            for (CriticalPath.Share share : summed.apply(path)) {
                lines.add(new Line(reading.names().get(run), share, share.nanos() / whole));
            }
        }
        return lines;
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
        if (!isNamed()) {
            return reading.values().stream()
                    .map(known -> PathReport.csv(known.path()))
                    .collect(Collectors.joining());
        }
        Csv csv = new Csv();
        csv.line("run", "node", "name", "ns", "share");
        for (Line line : lines(CriticalPath::shares)) {
            csv.line(
                    line.run(),
                    line.share().node(),
                    line.share().name(),
                    line.share().nanos(),
                    line.of());
        }
        return csv.toString();
    }

    void stop() {
        reading.stop();
    }
}
