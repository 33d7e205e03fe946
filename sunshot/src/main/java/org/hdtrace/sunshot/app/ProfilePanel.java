// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.sunshot.app;

import java.awt.BorderLayout;
import java.awt.Dimension;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.CancellationException;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.Supplier;
import javax.swing.BorderFactory;
import javax.swing.JComboBox;
import javax.swing.JLabel;
import javax.swing.JPanel;
import javax.swing.JScrollPane;
import javax.swing.JSplitPane;
import org.hdtrace.sunshot.control.RowProfile;
import org.hdtrace.sunshot.control.ViewModel;
import org.hdtrace.sunshot.dock.QuietSplitPane;
import org.hdtrace.sunshot.model.CategoryTable;
import org.hdtrace.sunshot.model.Interval;
import org.hdtrace.sunshot.model.Row;
import org.hdtrace.sunshot.model.Run;
import org.hdtrace.sunshot.paint.Drawing;
import org.hdtrace.sunshot.paint.Picture;
import org.hdtrace.sunshot.paint.PictureContents;
import org.hdtrace.sunshot.paint.Scene;
import org.hdtrace.sunshot.paint.Theme;
import org.hdtrace.sunshot.query.RowPairs;
import org.hdtrace.sunshot.query.RowQuery;
import org.hdtrace.sunshot.query.TimeTicks;
import org.hdtrace.sunshot.query.ValueText;
import org.hdtrace.sunshot.query.VisibleRow;

/**
 * One stacked bar for each row, node or run over the visible time, and all figures of one of them (SUNSHOT S-57, V-10); counted beside
 * the event thread, only while seen. Times of single states come after the sums, since they take as long as there are states.
 */
final class ProfilePanel extends JPanel {
    private static final long serialVersionUID = 1L;

    private static final int LEAST_PICTURE = 1200;

    private final transient Stage stage;
    private final transient LatestTask counter = LatestTask.calm("sunshot-profile");
    private final transient LatestTask measurer = LatestTask.calm("sunshot-durations");
    private final JComboBox<RowProfile.Metric> metric = new JComboBox<>(RowProfile.Metric.values());
    private final JComboBox<RowProfile.Scope> scope = new JComboBox<>(RowProfile.Scope.values());
    private final ProfileBars bars;
    private final ListTable<RowProfile.Line> figures;
    private final transient ProfileArrows arrows;
    private final JLabel hover = new JLabel(" ");
    private String note = "";
    private transient String chosen = "";
    /** Read by the counting threads, which end when it is another one. */
    private transient volatile Object countedFor;

    /**
     * A panel that is not seen yet.
     *
     * @param overlay knows the messages of the runs
     * @param save asks for a file and writes what it is given
     */
    ProfilePanel(Stage stage, ArrowOverlay overlay, Consumer<Supplier<Drawing>> save) {
        super(new BorderLayout(0, 4));
        this.stage = stage;
        bars = new ProfileBars(stage);
        figures = figureTable(stage);
        arrows = new ProfileArrows(overlay, bars::show, this::tell);
        setName("profile");
        setBorder(BorderFactory.createEmptyBorder(6, 6, 6, 6));
        setPreferredSize(new Dimension(420, 220));
        metric.setName("profile.metric");
        metric.addActionListener(event -> bars.setMetric((RowProfile.Metric) metric.getSelectedItem()));
        scope.setName("profile.scope");
        scope.addActionListener(event -> refresh());
        hover.setName("profile.hover");
        bars.onHover(text -> hover.setText(text.isBlank() ? note : text));
        bars.onPair(this::goTo);
        bars.onChoice(profile -> choose(profile.row().key()));
        PanelButton picture = PanelButton.picture("profile.save", () -> save.accept(picture()));
        PanelButton copy = PanelButton.copy("profile.copy", this::csv);
        PanelHead north = new PanelHead(scope, metric, arrows.box());
        add(north.with(hover, picture.whileOpen(stage.model()), copy.whileOpen(stage.model())), BorderLayout.NORTH);
        JScrollPane scroll = new JScrollPane(bars);
        scroll.getVerticalScrollBar().setUnitIncrement(ProfileBars.LINE);
        JScrollPane table = new JScrollPane(figures.table());
        scroll.setPreferredSize(new Dimension(360, 150));
        table.setPreferredSize(new Dimension(620, 150));
        JSplitPane both = new QuietSplitPane(JSplitPane.HORIZONTAL_SPLIT, scroll, table);
        both.setResizeWeight(0.4);
        add(both);
        stage.listen(this::refresh);
        WhenSeen.run(this, this::refresh);
    }

    private static ListTable<RowProfile.Line> figureTable(Stage stage) {
        CategoryTable categories = stage.model().categories();
        return new ListTable<RowProfile.Line>("profile.figures")
                .colored("State", 120, line -> categories.get(line.category()).title(), line -> categories
                        .get(line.category())
                        .rgb())
                .number("Count", 62, line -> ValueText.count(line.count()), "count", RowProfile.Line::count)
                .number(
                        "Inclusive",
                        78,
                        line -> TimeTicks.duration(line.inclusive()),
                        "inclusiveNs",
                        RowProfile.Line::inclusive)
                .number(
                        "Exclusive",
                        78,
                        line -> TimeTicks.duration(line.exclusive()),
                        "exclusiveNs",
                        RowProfile.Line::exclusive)
                .number("Min", 78, line -> time(line, line.shortest()), "minNs", RowProfile.Line::shortest)
                .number("Mean", 78, line -> time(line, line.mean()), "meanNs", RowProfile.Line::mean)
                .number("p95", 78, line -> time(line, line.p95()), "p95Ns", RowProfile.Line::p95)
                .number("Max", 78, line -> time(line, line.longest()), "maxNs", RowProfile.Line::longest);
    }

    private static String time(RowProfile.Line line, Object nanos) {
        String unknown = line.durations().isCounted() ? "" : "…";
        return nanos instanceof Long known ? TimeTicks.duration(known) : unknown;
    }

    private void refresh() {
        if (!isShowing()) {
            return;
        }
        RowProfile.Scope wantedScope = (RowProfile.Scope) scope.getSelectedItem();
        List<Run> runs = stage.model().runs();
        List<VisibleRow> rows = RowProfile.rows(
                wantedScope, stage.model().rows(), runs, stage.model().query());
        Interval visible = stage.model().visible();
        boolean nested = stage.model().nested();
        int categories = stage.model().categories().size();
        Object wanted = List.of(
                runs.stream().map(System::identityHashCode).toList(),
                visible,
                nested,
                categories,
                wantedScope,
                rows.stream().map(VisibleRow::key).toList());
        if (wanted.equals(countedFor)) {
            arrows.choiceChanged();
            bars.repaint();
            return;
        }
        countedFor = wanted;
        counter.submit(() -> RowProfile.of(rows, runs, visible, categories, nested), counted -> {
            show(counted);
            if (wanted.equals(countedFor)) {
                arrows.show(new ProfileArrows.View(runs, rows, RowProfile.keys(counted), visible));
            }
            measurer.submit(
                    () -> measured(counted, visible, categories, nested, () -> !wanted.equals(countedFor)), all -> {
                        if (wanted.equals(countedFor) && !all.isEmpty()) {
                            show(all);
                        }
                    });
        });
    }

    /** A line that is shown while the pointer is elsewhere. */
    private void tell(String line) {
        boolean shown = hover.getText().isBlank() || hover.getText().equals(note);
        note = line.isEmpty() ? " " : line.substring(0, 1).toUpperCase(Locale.ROOT) + line.substring(1);
        if (shown) {
            hover.setText(note);
        }
        // Where the panel is narrow, the line is cut.
        hover.setToolTipText(line.isEmpty() ? null : note);
    }

    /** Shows the messages between two rows in the timelines. */
    void goTo(RowPairs.Pair pair) {
        String key = pair.from();
        if (stage.model().indexOf(key) < 0) {
            key = bars.profiles().stream()
                    .filter(bar -> bar.row().key().equals(pair.from()))
                    .map(bar -> bar.row().run() + ":" + firstTrace(bar.row().row()))
                    .findFirst()
                    .orElse(key);
        }
        Brushing.show(stage, pair.run(), pair.firstNanos(), pair.lastNanos(), key);
    }

    /** Path of the first timeline of a row, which may stand for a node or for all of a run. */
    private static String firstTrace(Row row) {
        List<String> paths = new ArrayList<>();
        row.walk(each -> {
            if (each instanceof Row.Trace) {
                paths.add(each.path());
            }
        });
        return paths.isEmpty() ? row.path() : paths.get(0);
    }

    /** Runs on the measurer's thread; empty if another view is wanted meanwhile. */
    private static List<RowProfile> measured(
            List<RowProfile> counted, Interval visible, int categories, boolean nested, BooleanSupplier cancelled) {
        try {
            return counted.stream()
                    .map(profile -> profile.withDurations(visible, categories, nested, cancelled))
                    .toList();
        } catch (CancellationException e) {
            return List.of();
        }
    }

    private void show(List<RowProfile> profiles) {
        bars.show(profiles);
        choose(chosen);
    }

    /** Shows the figures of a bar; of the first one if there is no such bar. */
    private void choose(String key) {
        chosen = key;
        Optional<RowProfile> profile = bars.profiles().stream()
                .filter(each -> each.row().key().equals(key))
                .findFirst()
                .or(() -> bars.profiles().stream().findFirst());
        bars.mark(profile.map(each -> each.row().key()).orElse(""));
        figures.show(profile.map(RowProfile::lines).orElse(List.of()));
    }

    /** What is shown, as comma-separated values. */
    String csv() {
        return RowProfile.csv(bars.profiles(), stage.model().categories().all());
    }

    /** The bars as they are now; the view may change before they are drawn. */
    Supplier<Drawing> picture() {
        ViewModel model = stage.model();
        List<Run> runs = model.runs();
        List<RowProfile> profiles = bars.profiles();
        RowQuery query = model.query();
        Interval visible = model.visible();
        Scene.Options options = stage.options().withArrows(List.of());
        Theme theme = stage.theme();
        RowProfile.Scope shown = (RowProfile.Scope) scope.getSelectedItem();
        RowProfile.Metric measured = (RowProfile.Metric) metric.getSelectedItem();
        Optional<RowPairs> pairs = arrows.box().isSelected() ? Optional.of(bars.pairs()) : Optional.empty();
        int width = Math.max(LEAST_PICTURE, bars.getWidth());
        return () -> {
            PictureContents.Arrangement stacked = PictureContents.Arrangement.STACKED;
            Picture.Content content =
                    PictureContents.of(runs, model.categories(), query, visible, "", stacked, options);
            return new ProfileDrawing(content, shown, measured, pairs).of(profiles, runs, theme, width);
        };
    }

    void stop() {
        counter.stop();
        measurer.stop();
        arrows.stop();
    }
}
