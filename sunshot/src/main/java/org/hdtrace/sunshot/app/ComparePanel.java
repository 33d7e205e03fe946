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
import org.hdtrace.analysis.text.Units;
import org.hdtrace.sunshot.compare.Alignment;
import org.hdtrace.sunshot.compare.RunPair;

/** The figures of a comparison, and how the two runs are laid over each other (SUNSHOT V-12). */
final class ComparePanel extends JPanel {
    private static final long serialVersionUID = 1L;
    private static final int LARGEST = 200;

    private final JComboBox<Alignment.Kind> align = new JComboBox<>(Alignment.Kind.values());
    private final JSpinner operation = new JSpinner(new SpinnerNumberModel(0, 0, Integer.MAX_VALUE, 1));
    private final JLabel summary = new JLabel("Compare two open runs with the menu Compare");
    private final JTabbedPane tabs = new JTabbedPane();
    private final transient List<ListTable<?>> tables = new ArrayList<>();
    private final ListTable<FunctionComparison> functions = functionTable();
    private final ListTable<RankComparison> ranks = rankTable();
    private final ListTable<Contributor> largest = largestTable();
    private transient boolean updating;

    /**
     * An empty panel.
     *
     * @param aligned is told when the user chooses an alignment
     * @param chosen is told which line of the largest differences was clicked
     */
    ComparePanel(Consumer<Alignment.Kind> aligned, Consumer<Contributor> chosen) {
        super(new BorderLayout(0, 4));
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
        add(controls(), BorderLayout.NORTH);
        add(tabs);
        clear();
    }

    private JPanel controls() {
        JPanel left = new JPanel(new FlowLayout(FlowLayout.LEFT, 8, 0));
        left.add(new JLabel("Align"));
        left.add(align);
        left.add(operation);
        JPanel north = new JPanel(new BorderLayout(10, 0));
        north.add(left, BorderLayout.WEST);
        north.add(summary);
        north.add(new CopyButton("compare.copy", this::csv), BorderLayout.EAST);
        return north;
    }

    private void addTab(String title, ListTable<?> lines) {
        tables.add(lines);
        tabs.addTab(title, new JScrollPane(lines.table()));
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
        FunctionComparison total = comparison.total();
        String missing = comparison.missing().isEmpty()
                ? ""
                : "  ·  " + comparison.missing().size() + " traces in one run only";
        summary.setText("A = " + nameA + ", B = " + nameB + "  ·  B − A = " + Units.signedTime(total.deltaNanos())
                + " (" + ratio(total) + ")  ·  " + Units.count(comparison.unmatched()) + " calls without counterpart"
                + missing);
        summary.setToolTipText(String.join(", ", comparison.missing()));
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
                .number(
                        "B − A",
                        100,
                        row -> Units.signedTime(row.deltaNanos()),
                        "delta_ns",
                        FunctionComparison::deltaNanos);
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
                .number(
                        "B behind A at the end",
                        140,
                        row -> Units.signedTime(drift(row)),
                        "drift_ns",
                        row -> drift(row));
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
                .number("B − A", 100, row -> Units.signedTime(row.deltaNanos()), "delta_ns", Contributor::deltaNanos)
                .number(
                        "Share",
                        60,
                        row -> String.format(Locale.ROOT, "%.1f %%", 100 * row.share()),
                        "share",
                        Contributor::share);
    }
}
