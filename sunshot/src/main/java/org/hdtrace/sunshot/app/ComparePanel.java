// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.sunshot.app;

import java.awt.BorderLayout;
import java.awt.Dimension;
import java.awt.FlowLayout;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.Consumer;
import javax.swing.BorderFactory;
import javax.swing.JComboBox;
import javax.swing.JLabel;
import javax.swing.JPanel;
import javax.swing.JScrollPane;
import javax.swing.JSpinner;
import javax.swing.JTabbedPane;
import javax.swing.SpinnerNumberModel;
import org.hdtrace.analysis.compare.Comparison;
import org.hdtrace.analysis.compare.Contributor;
import org.hdtrace.analysis.compare.FunctionComparison;
import org.hdtrace.analysis.compare.RankComparison;
import org.hdtrace.analysis.messages.PairDifference;
import org.hdtrace.analysis.messages.PairValues;
import org.hdtrace.analysis.path.PathDifference;
import org.hdtrace.analysis.text.Units;
import org.hdtrace.format.TraceFormatException;
import org.hdtrace.format.project.Project;
import org.hdtrace.sunshot.compare.Alignment;
import org.hdtrace.sunshot.compare.RunPair;
import org.hdtrace.sunshot.query.ValueText;

/** The figures of a comparison, and how the two runs are laid over each other (SUNSHOT V-12). */
final class ComparePanel extends JPanel {
    private static final long serialVersionUID = 1L;
    private static final int LARGEST = 200;

    private final JComboBox<Alignment.Kind> align = new JComboBox<>(Alignment.Kind.values());
    private final JSpinner operation = new JSpinner(new SpinnerNumberModel(0, 0, Integer.MAX_VALUE, 1));
    private final JLabel summary = new JLabel("Compare two open runs with the menu Compare");
    private final PanelButton copy = PanelButton.copy("compare.copy", this::csv);
    private final JTabbedPane tabs = new JTabbedPane();
    private final transient List<ListTable<?>> tables = new ArrayList<>();
    private final ListTable<FunctionComparison> functions = functionTable();
    private final ListTable<RankComparison> ranks = rankTable();
    private final ListTable<Contributor> largest = largestTable();
    private final ListTable<PathDifference.Line> path = pathTable();
    private final ListTable<PairDifference.Cell> messages = messageTable();
    private final transient LatestTask reader = new LatestTask("sunshot-differences");
    private final transient Consumer<String> failed;
    /** Whose paths and messages have not been read yet. */
    private transient RunPair unread;

    private transient RunPair shown;

    private transient boolean updating;

    /**
     * An empty panel.
     *
     * @param aligned is told when the user chooses an alignment
     * @param chosen is told which line of the largest differences was clicked
     * @param failed takes one line when a run can't be read any more
     */
    ComparePanel(Consumer<Alignment.Kind> aligned, Consumer<Contributor> chosen, Consumer<String> failed) {
        super(new BorderLayout(0, 4));
        this.failed = failed;
        setName("compare");
        setBorder(BorderFactory.createEmptyBorder(6, 6, 6, 6));
        setPreferredSize(new Dimension(420, 240));
        align.setName("compare.align");
        operation.setName("compare.operation");
        operation.setPreferredSize(new Dimension(90, operation.getPreferredSize().height));
        operation.setToolTipText("Number of the operation among those of the first rank of A, from 0");
        summary.setName("compare.summary");
        align.addActionListener(event -> tell(aligned));
        operation.addChangeListener(event -> tell(aligned));
        tabs.setName("compare.tabs");
        addTab("Functions", functions);
        addTab("Ranks", ranks);
        addTab("Largest differences", largest);
        largest.onClick(1, chosen);
        addTab("Critical path", path);
        addTab("Messages", messages);
        tabs.addChangeListener(event -> readMore());
        add(controls(), BorderLayout.NORTH);
        add(tabs);
        clear();
    }

    private JPanel controls() {
        JPanel left = new JPanel(new FlowLayout(FlowLayout.LEFT, 8, 0));
        left.add(new JLabel("Align"));
        left.add(align);
        left.add(operation);
        JPanel north = new JPanel(new BorderLayout(10, 4));
        north.add(left, BorderLayout.WEST);
        north.add(copy, BorderLayout.EAST);
        // A line of its own, as it is a long one.
        summary.setBorder(BorderFactory.createEmptyBorder(0, 8, 2, 8));
        north.add(summary, BorderLayout.SOUTH);
        return north;
    }

    private void addTab(String title, ListTable<?> lines) {
        tables.add(lines);
        tabs.addTab(title, new JScrollPane(lines.table()));
    }

    /** Paths and messages are read when somebody wants to see them. */
    private void readMore() {
        RunPair pair = unread;
        if (pair == null || tabs.getSelectedIndex() < tables.indexOf(path)) {
            return;
        }
        unread = null;
        reader.submit(() -> More.of(pair), more -> {
            if (!more.problem().isEmpty()) {
                failed.accept(more.problem());
            } else if (pair.equals(shown)) {
                path.show(more.path().lines());
                messages.show(more.messages().cells(PairValues.Metric.BYTES));
            }
        });
    }

    /** What was read of both runs, or why it could not be. */
    private record More(PathDifference path, PairDifference messages, String problem) {
        static More of(RunPair pair) {
            try {
                Project a = Project.open(pair.a().file());
                Project b = Project.open(pair.b().file());
                return new More(Differences.paths(a, b, told -> {}), Differences.messages(a, b, told -> {}), "");
            } catch (TraceFormatException | IllegalArgumentException e) {
                return new More(null, null, Problems.describe(e));
            }
        }
    }

    void stop() {
        reader.stop();
    }

    private void tell(Consumer<Alignment.Kind> aligned) {
        operation.setVisible(align.getSelectedItem() == Alignment.Kind.OPERATION);
        revalidate();
        if (!updating) {
            aligned.accept((Alignment.Kind) align.getSelectedItem());
        }
    }

    /** Number of the operation to align at. */
    int operation() {
        return (Integer) operation.getValue();
    }

    /** Shows how the runs lie, without telling anybody. */
    void setAlignment(Alignment.Kind kind) {
        updating = true;
        align.setSelectedItem(kind);
        updating = false;
    }

    void clear() {
        summary.setText("Compare two open runs with the menu Compare");
        tables.forEach(table -> table.show(List.of()));
        shown = null;
        unread = null;
        copy.setMissing("Nothing is compared");
        align.setEnabled(false);
        operation.setVisible(false);
        operation.setEnabled(false);
        setAlignment(Alignment.Kind.START);
    }

    void show(RunPair pair, String nameA, String nameB) {
        Comparison comparison = pair.comparison();
        List<FunctionComparison> rows = new ArrayList<>(comparison.functions());
        rows.add(comparison.computation());
        rows.add(comparison.total());
        functions.show(rows);
        ranks.show(comparison.ranks());
        largest.show(comparison.largest(LARGEST));
        shown = pair;
        unread = pair;
        readMore();
        FunctionComparison total = comparison.total();
        String missing = comparison.missing().isEmpty()
                ? ""
                : "  ·  " + comparison.missing().size() + " traces in one run only";
        summary.setText("A = " + nameA + ", B = " + nameB + "  ·  B − A = " + signedTime(total.deltaNanos())
                + " (" + ratio(total) + ")  ·  " + Units.count(comparison.unmatched()) + " calls without counterpart"
                + missing);
        // In a narrow panel the end of it is not seen.
        summary.setToolTipText(summary.getText()
                + (comparison.missing().isEmpty() ? "" : ": " + String.join(", ", comparison.missing())));
        copy.setMissing("");
        align.setEnabled(true);
        operation.setEnabled(true);
    }

    /** The table in front, as comma-separated values. */
    String csv() {
        return tables.get(tabs.getSelectedIndex()).csv();
    }

    private static ListTable<FunctionComparison> functionTable() {
        return new ListTable<FunctionComparison>("compare.functions")
                .text("Function", 150, FunctionComparison::name)
                .number("Calls", 70, row -> Units.count(row.count()), "calls", FunctionComparison::count)
                .number("A", 90, row -> Units.time(row.aNanos()), "a_ns", FunctionComparison::aNanos)
                .number("B", 90, row -> Units.time(row.bNanos()), "b_ns", FunctionComparison::bNanos)
                .number("B/A", 70, ComparePanel::ratio, "ratio", FunctionComparison::ratio)
                .number("B − A", 100, row -> signedTime(row.deltaNanos()), "delta_ns", FunctionComparison::deltaNanos);
    }

    private static String ratio(FunctionComparison row) {
        return Double.isInfinite(row.ratio()) ? "–" : String.format(Locale.ROOT, "%.3f ×", row.ratio());
    }

    private static ListTable<RankComparison> rankTable() {
        return new ListTable<RankComparison>("compare.ranks")
                .number("Rank", 50, RankComparison::rank, "rank", RankComparison::rank)
                .number("Calls", 70, row -> Units.count(row.matched()), "calls", RankComparison::matched)
                .number("In calls, A", 100, row -> Units.time(row.totalA()), "a_ns", RankComparison::totalA)
                .number("B", 100, row -> Units.time(row.totalB()), "b_ns", RankComparison::totalB)
                .number(
                        "Between, A",
                        100,
                        row -> Units.time(row.totalGapA()),
                        "computation_a_ns",
                        RankComparison::totalGapA)
                .number("B", 100, row -> Units.time(row.totalGapB()), "computation_b_ns", RankComparison::totalGapB)
                .number("B behind A at the end", 140, row -> signedTime(drift(row)), "drift_ns", row -> drift(row));
    }

    private static String signedTime(long nanos) {
        return ValueText.minus(Units.signedTime(nanos));
    }

    private static long drift(RankComparison row) {
        return row.matched() == 0 ? 0 : row.driftNanos(row.matched() - 1);
    }

    private static ListTable<Contributor> largestTable() {
        return new ListTable<Contributor>("compare.largest")
                .number("Rank", 50, Contributor::rank, "rank", Contributor::rank)
                .number("Call", 60, Contributor::ordinal, "call", Contributor::ordinal)
                .text("What", 220, row -> (row.gap() ? "computation before " : "") + row.name())
                .number("A", 90, row -> Units.time(row.aNanos()), "a_ns", Contributor::aNanos)
                .number("B", 90, row -> Units.time(row.bNanos()), "b_ns", Contributor::bNanos)
                .number("B − A", 100, row -> signedTime(row.deltaNanos()), "delta_ns", Contributor::deltaNanos)
                .number(
                        "Share",
                        60,
                        row -> String.format(Locale.ROOT, "%.1f %%", 100 * row.share()),
                        "share",
                        Contributor::share);
    }

    private static ListTable<PathDifference.Line> pathTable() {
        return new ListTable<PathDifference.Line>("compare.path")
                .text("On the critical path", 200, PathDifference.Line::name)
                .number("A", 90, row -> Units.time(row.aNanos()), "a_ns", PathDifference.Line::aNanos)
                .number("B", 90, row -> Units.time(row.bNanos()), "b_ns", PathDifference.Line::bNanos)
                .number("B − A", 100, row -> signedTime(row.deltaNanos()), "delta_ns", PathDifference.Line::deltaNanos);
    }

    private static ListTable<PairDifference.Cell> messageTable() {
        return new ListTable<PairDifference.Cell>("compare.messages")
                .text("From", 80, PairDifference.Cell::from)
                .text("To", 80, PairDifference.Cell::to)
                .number("Bytes, A", 100, row -> ValueText.of(row.a(), "B"), "a_bytes", PairDifference.Cell::a)
                .number("B", 100, row -> ValueText.of(row.b(), "B"), "b_bytes", PairDifference.Cell::b)
                .number("B − A", 100, row -> ValueText.of(row.delta(), "B"), "delta_bytes", PairDifference.Cell::delta);
    }
}
