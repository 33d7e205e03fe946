// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.sunshot.app;

import java.awt.BorderLayout;
import java.awt.Color;
import java.awt.Dimension;
import java.awt.FlowLayout;
import java.awt.Graphics;
import java.awt.Graphics2D;
import java.awt.event.MouseAdapter;
import java.awt.event.MouseEvent;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Supplier;
import javax.swing.BorderFactory;
import javax.swing.JComboBox;
import javax.swing.JComponent;
import javax.swing.JLabel;
import javax.swing.JPanel;
import org.hdtrace.analysis.messages.PairDifference;
import org.hdtrace.analysis.messages.PairSums;
import org.hdtrace.analysis.messages.PairValues;
import org.hdtrace.format.Csv;
import org.hdtrace.format.TraceFormatException;
import org.hdtrace.format.project.Project;
import org.hdtrace.sunshot.compare.RunPair;
import org.hdtrace.sunshot.control.ViewModel;
import org.hdtrace.sunshot.model.Interval;
import org.hdtrace.sunshot.model.Row;
import org.hdtrace.sunshot.model.Run;
import org.hdtrace.sunshot.paint.Drawing;
import org.hdtrace.sunshot.paint.MatrixPicture;

/**
 * Who gives how much to whom in the visible time: messages of ranks, requests of clients to servers, accesses of ranks to files; of the
 * run of the chosen row, or by how much two runs differ (SUNSHOT V-11, V-12). A click on a pair goes to its time and row, the pairs of
 * the chosen row are framed. Read beside the event thread, only while seen.
 */
final class MatrixPanel extends JPanel {
    private static final long serialVersionUID = 1L;

    private final transient Stage stage;
    private final transient ViewModel model;
    private final transient RunTraffic traffic;
    private final transient Consumer<String> failed;
    private final transient LatestTask reader = LatestTask.calm("sunshot-matrix");
    private final JComboBox<What> what = new JComboBox<>(What.values());
    private final JComboBox<Figure> metric = new JComboBox<>(Figure.values());
    private final JComboBox<Of> of = new JComboBox<>(Of.values());
    private final JLabel hover = new JLabel(" ");
    private final JComponent square = new Square();
    private transient Object readFor;
    private transient Supplier<Optional<RunPair>> stretched = Optional::empty;
    private transient List<String> titles = List.of();
    private transient Answer shown = new Answer(0, null, Optional.empty(), "");

    /** The subjects in words for people. */
    private enum What {
        MESSAGES("Messages: rank to rank"),
        REQUESTS("Requests: client to server"),
        ACCESSES("Accesses: rank to file");

        private final String title;

        What(String title) {
            this.title = title;
        }

        @Override
        public String toString() {
            return title;
        }
    }

    /** The metrics in words for people. */
    private enum Figure {
        COUNT("Count"),
        BYTES("Bytes"),
        BANDWIDTH("Mean bandwidth"),
        LATENCY("Mean time");

        private final String title;

        Figure(String title) {
            this.title = title;
        }

        @Override
        public String toString() {
            return title;
        }
    }

    /** Whose figures. */
    private enum Of {
        CHOSEN("Of the chosen run"),
        DIFFERENCE("B − A of two runs");

        private final String title;

        Of(String title) {
            this.title = title;
        }

        @Override
        public String toString() {
            return title;
        }
    }

    /** What the reader found, or why it found nothing. */
    private record Answer(int run, PairSums sums, Optional<PairDifference> difference, String problem) {
        PairValues values() {
            return difference.isPresent() ? difference.get() : sums;
        }
    }

    MatrixPanel(Stage stage, RunTraffic traffic, Consumer<Drawing> saver, Consumer<String> failed) {
        super(new BorderLayout(0, 4));
        this.stage = stage;
        this.model = stage.model();
        this.traffic = traffic;
        this.failed = failed;
        setName("matrix");
        setBorder(BorderFactory.createEmptyBorder(6, 6, 6, 6));
        setPreferredSize(new Dimension(420, 320));
        what.setName("matrix.what");
        what.addActionListener(event -> refresh());
        metric.setName("matrix.metric");
        metric.setSelectedItem(Figure.BYTES);
        metric.addActionListener(event -> square.repaint());
        of.setName("matrix.of");
        of.addActionListener(event -> refresh());
        hover.setName("matrix.hover");
        PanelButton save = PanelButton.picture("matrix.save", () -> picture().ifPresent(saver));
        JPanel buttons = new JPanel(new FlowLayout(FlowLayout.TRAILING, 6, 0));
        buttons.add(save.whileOpen(model));
        buttons.add(PanelButton.copy("matrix.copy", this::csv).whileOpen(model));
        JPanel south = new JPanel(new BorderLayout(10, 0));
        south.add(hover);
        south.add(buttons, BorderLayout.EAST);
        add(new PanelHead(what, metric, of), BorderLayout.NORTH);
        add(square);
        add(south, BorderLayout.SOUTH);
        stage.listen(this::refresh);
        WhenSeen.run(this, this::refresh);
    }

    /** Who tells whether a run is stretched over another one, so that its own times are others. */
    void setStretched(Supplier<Optional<RunPair>> comparison) {
        stretched = comparison;
    }

    private void refresh() {
        List<Run> runs = model.runs();
        Optional<RunPair> pair = stretched.get();
        boolean two = pair.isPresent() || recorded(runs).size() > 1;
        of.setVisible(two);
        if (!isShowing() || runs.isEmpty()) {
            return;
        }
        int chosen = runOfChosenRow(model);
        boolean difference = two && of.getSelectedItem() == Of.DIFFERENCE;
        PairValues.Subject subject = PairValues.Subject.valueOf(((What) what.getSelectedItem()).name());
        List<Source> sources = new ArrayList<>();
        for (Run run : difference ? recorded(runs) : List.of(runs.get(chosen))) {
            sources.add(new Source(run, visibleIn(runs, run), Optional.empty()));
        }
        if (difference && pair.isPresent()) {
            sources.add(new Source(pair.get().b(), visibleIn(runs, runs.get(0)), pair));
        }
        Object wanted = List.of(
                sources.stream()
                        .map(source -> List.of(System.identityHashCode(source.run()), source.visible()))
                        .toList(),
                subject);
        if (runs.get(chosen).isDerived() || wanted.equals(readFor)) {
            square.repaint();
            return;
        }
        readFor = wanted;
        titles = Run.shortTitles(sources.stream().map(Source::run).toList());
        hover.setText("Reading …");
        reader.submit(() -> read(chosen, sources, subject), this::take);
    }

    private Interval visibleIn(List<Run> runs, Run run) {
        return model.visible().shift(model.query().originOf(runs, runs.indexOf(run)));
    }

    /** The runs that are there as they were read. */
    private static List<Run> recorded(List<Run> runs) {
        return runs.stream().filter(run -> !run.isDerived()).limit(2).toList();
    }

    /**
     * What is read.
     *
     * @param visible in the time of the run, or of the one that it is stretched over
     */
    private record Source(Run run, Interval visible, Optional<RunPair> stretchedBy) {
        RunTraffic.Times times() throws TraceFormatException {
            if (stretchedBy.isEmpty()) {
                return RunTraffic.Times.of(visible);
            }
            List<Optional<Interval>> shown =
                    stretchedBy.get().timesInB(visible, Project.open(run.file()).traces());
            var nothing = new org.hdtrace.format.select.Interval(0, 0);
            long from = Long.MAX_VALUE;
            long to = Long.MIN_VALUE;
            List<org.hdtrace.format.select.Interval> traces = new ArrayList<>();
            for (Optional<Interval> time : shown) {
                traces.add(time.map(own -> new org.hdtrace.format.select.Interval(own.startNanos(), own.endNanos()))
                        .orElse(nothing));
                from = Math.min(from, time.map(Interval::startNanos).orElse(from));
                to = Math.max(to, time.map(Interval::endNanos).orElse(to));
            }
            return new RunTraffic.Times(from > to ? nothing : new org.hdtrace.format.select.Interval(from, to), traces);
        }
    }

    /** Number of the run that the chosen row belongs to; the first one without a choice. */
    static int runOfChosenRow(ViewModel model) {
        int colon = model.selectedKey().indexOf(':');
        int number = colon < 0 ? 0 : Integer.parseInt(model.selectedKey().substring(0, colon));
        return number < model.runs().size() && !model.runs().get(number).isDerived() ? number : 0;
    }

    /** Runs on the reader's thread. */
    private Answer read(int number, List<Source> sources, PairValues.Subject subject) {
        try {
            PairSums first =
                    traffic.pairs(sources.get(0).run(), subject, sources.get(0).times());
            if (sources.size() == 1) {
                return new Answer(number, first, Optional.empty(), "");
            }
            PairSums second =
                    traffic.pairs(sources.get(1).run(), subject, sources.get(1).times());
            return new Answer(0, first, Optional.of(new PairDifference(first, second)), "");
        } catch (TraceFormatException | IllegalArgumentException e) {
            return new Answer(number, null, Optional.empty(), Problems.describe(e));
        }
    }

    private void take(Answer answer) {
        shown = answer;
        hover.setText(" ");
        if (!answer.problem().isEmpty()) {
            failed.accept(answer.problem());
        }
        square.repaint();
    }

    private Optional<MatrixPicture> picture() {
        if (shown.values() == null || shown.run() >= model.runs().size()) {
            return Optional.empty();
        }
        String title = shown.difference().isPresent()
                ? String.join(" ↔ ", titles)
                : Run.titles(model.runs()).get(shown.run());
        return Optional.of(new MatrixPicture(
                shown.values(), metric(), title, stage.theme(), square.getWidth(), square.getHeight()));
    }

    PairValues.Metric metric() {
        return PairValues.Metric.valueOf(((Figure) metric.getSelectedItem()).name());
    }

    /** Place of the chosen row among the labels, or -1. */
    private int chosenLabel() {
        String key = model.selectedKey();
        int index = model.selectedIndex();
        if (shown.values() == null || index < 0 || !key.startsWith(shown.run() + ":")) {
            return -1;
        }
        String rank = model.rows().get(index).row() instanceof Row.Trace trace ? String.valueOf(trace.rank()) : "";
        List<String> labels = shown.values().labels();
        return shown.values().subject() == PairValues.Subject.REQUESTS
                ? labels.indexOf(key.substring(key.indexOf(':') + 1))
                : labels.indexOf(rank);
    }

    /** Shows the time of what passed between a pair, and the row of who began it. */
    void goTo(MatrixPicture.Cell cell) {
        if (shown.sums() == null || shown.difference().isPresent()) {
            return;
        }
        Optional<long[]> span = shown.sums().span(cell.from(), cell.to());
        String label = shown.sums().labels().get(cell.from());
        boolean byPath = shown.sums().subject() == PairValues.Subject.REQUESTS;
        List<String> paths = new ArrayList<>();
        model.runs()
                .get(shown.run())
                .rows()
                .forEach(top -> top.walk(row -> {
                    if (row instanceof Row.Trace trace
                            && (byPath ? trace.path() : String.valueOf(trace.rank())).equals(label)) {
                        paths.add(trace.path());
                    }
                }));
        span.ifPresent(time -> {
            String path = paths.isEmpty() ? label : paths.get(0);
            Brushing.show(stage, shown.run(), time[0], time[1], shown.run() + ":" + path);
        });
    }

    /** Every pair that has something, with all figures; times in s. */
    String csv() {
        if (shown.difference().isPresent()) {
            return shown.difference().get().csv();
        }
        Csv csv = new Csv();
        csv.line("from", "to", "count", "bytes", "bytesPerSecond", "latencySeconds");
        PairSums sums = shown.sums();
        for (int from = 0; sums != null && from < sums.labels().size(); from++) {
            for (int to = 0; to < sums.targets().size(); to++) {
                if (sums.span(from, to).isPresent()) {
                    double bandwidth = sums.value(from, to, PairValues.Metric.BANDWIDTH);
                    csv.line(
                            sums.labels().get(from),
                            sums.targets().get(to),
                            (long) sums.value(from, to, PairValues.Metric.COUNT),
                            (long) sums.value(from, to, PairValues.Metric.BYTES),
                            Double.isNaN(bandwidth) ? "" : bandwidth,
                            sums.value(from, to, PairValues.Metric.LATENCY));
                }
            }
        }
        return csv.toString();
    }

    void stop() {
        reader.stop();
    }

    private final class Square extends JComponent {
        private static final long serialVersionUID = 1L;

        Square() {
            setName("matrix.square");
            MouseAdapter mouse = new MouseAdapter() {
                @Override
                public void mouseMoved(MouseEvent event) {
                    hover.setText(picture()
                            .flatMap(picture ->
                                    picture.cellAt(event.getX(), event.getY()).map(picture::textOf))
                            .orElse(" "));
                }

                @Override
                public void mouseClicked(MouseEvent event) {
                    picture()
                            .flatMap(picture -> picture.cellAt(event.getX(), event.getY()))
                            .ifPresent(MatrixPanel.this::goTo);
                }
            };
            addMouseListener(mouse);
            addMouseMotionListener(mouse);
        }

        @Override
        protected void paintComponent(Graphics g) {
            Graphics2D graphics = (Graphics2D) g.create();
            try {
                graphics.setColor(new Color(stage.theme().background()));
                graphics.fillRect(0, 0, getWidth(), getHeight());
                picture().ifPresent(picture -> {
                    picture.paint(graphics, false);
                    picture.frame(graphics, chosenLabel());
                });
            } finally {
                graphics.dispose();
            }
        }
    }
}
