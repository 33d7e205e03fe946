// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.sunshot.app;

import java.awt.BorderLayout;
import java.awt.Dimension;
import java.awt.Graphics;
import java.awt.Graphics2D;
import java.awt.event.MouseAdapter;
import java.awt.event.MouseEvent;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import javax.swing.BorderFactory;
import javax.swing.JButton;
import javax.swing.JComboBox;
import javax.swing.JComponent;
import javax.swing.JLabel;
import javax.swing.JPanel;
import org.hdtrace.analysis.messages.PairSums;
import org.hdtrace.analysis.messages.PairValues;
import org.hdtrace.format.Csv;
import org.hdtrace.format.TraceFormatException;
import org.hdtrace.format.project.Project;
import org.hdtrace.sunshot.control.ViewModel;
import org.hdtrace.sunshot.model.Interval;
import org.hdtrace.sunshot.model.Row;
import org.hdtrace.sunshot.model.Run;
import org.hdtrace.sunshot.paint.Drawing;
import org.hdtrace.sunshot.paint.MatrixPicture;

/**
 * Who sends how much to whom in the visible time, of the run of the chosen row (SUNSHOT V-11). A click on a pair goes to its
 * messages. Read beside the event thread, only while seen.
 */
final class MatrixPanel extends JPanel {
    private static final long serialVersionUID = 1L;

    private final transient Stage stage;
    private final transient ViewModel model;
    private final transient Consumer<String> failed;
    private final transient LatestTask reader = new LatestTask("sunshot-matrix");
    private final JComboBox<PairValues.Metric> metric = new JComboBox<>(PairValues.Metric.values());
    private final JLabel hover = new JLabel(" ");
    private final JComponent square = new Square();
    private transient Object readFor;
    private transient int run;
    private transient PairSums sums;

    /** What the reader found, or why it found nothing. */
    private record Answer(int run, PairSums sums, String problem) {}

    MatrixPanel(Stage stage, Consumer<Drawing> saver, Consumer<String> failed) {
        super(new BorderLayout(0, 4));
        this.stage = stage;
        this.model = stage.model();
        this.failed = failed;
        setName("matrix");
        setBorder(BorderFactory.createEmptyBorder(6, 6, 6, 6));
        setPreferredSize(new Dimension(420, 320));
        metric.setName("matrix.metric");
        metric.setSelectedItem(PairValues.Metric.BYTES);
        metric.addActionListener(event -> square.repaint());
        hover.setName("matrix.hover");
        JButton save = new JButton("Save picture…");
        save.setName("matrix.save");
        save.addActionListener(event -> picture().ifPresent(saver));
        JPanel buttons = new JPanel(new BorderLayout(6, 0));
        buttons.add(save, BorderLayout.WEST);
        buttons.add(new CopyButton("matrix.copy", this::csv), BorderLayout.EAST);
        JPanel north = new JPanel(new BorderLayout(10, 0));
        north.add(metric, BorderLayout.WEST);
        north.add(hover);
        north.add(buttons, BorderLayout.EAST);
        add(north, BorderLayout.NORTH);
        add(square);
        stage.listen(this::refresh);
        addHierarchyListener(event -> refresh());
    }

    private void refresh() {
        List<Run> runs = model.runs();
        if (!isShowing() || runs.isEmpty()) {
            return;
        }
        int chosen = runOfChosenRow();
        Run source = runs.get(chosen);
        Interval own = model.visible().shift(model.query().originOf(runs, chosen));
        Object wanted = List.of(System.identityHashCode(source), own);
        if (source.isDerived() || wanted.equals(readFor)) {
            square.repaint();
            return;
        }
        readFor = wanted;
        reader.submit(() -> read(chosen, source, own), this::take);
    }

    private int runOfChosenRow() {
        int colon = model.selectedKey().indexOf(':');
        int number = colon < 0 ? 0 : Integer.parseInt(model.selectedKey().substring(0, colon));
        return number < model.runs().size() && !model.runs().get(number).isDerived() ? number : 0;
    }

    /** Runs on the reader's thread. */
    private static Answer read(int number, Run source, Interval visible) {
        try {
            var wanted = new org.hdtrace.format.select.Interval(visible.startNanos(), visible.endNanos());
            return new Answer(number, PairSums.read(Project.open(source.file()), wanted, path -> {}), "");
        } catch (TraceFormatException e) {
            return new Answer(number, null, Problems.describe(e));
        }
    }

    private void take(Answer answer) {
        run = answer.run();
        sums = answer.sums();
        if (!answer.problem().isEmpty()) {
            failed.accept(answer.problem());
        }
        square.repaint();
    }

    private Optional<MatrixPicture> picture() {
        if (sums == null || run >= model.runs().size()) {
            return Optional.empty();
        }
        String title = Run.titles(model.runs()).get(run);
        return Optional.of(new MatrixPicture(
                sums,
                (PairValues.Metric) metric.getSelectedItem(),
                title,
                stage.theme(),
                square.getWidth(),
                square.getHeight()));
    }

    /** Shows the time of a pair's messages and the row of the sender. */
    void goTo(MatrixPicture.Cell cell) {
        Optional<long[]> span = sums.span(cell.from(), cell.to());
        if (span.isEmpty()) {
            return;
        }
        long origin = model.query().originOf(model.runs(), run);
        model.go(model.viewport().select(span.get()[0] - origin, span.get()[1] - origin));
        String label = sums.labels().get(cell.from());
        model.runs()
                .get(run)
                .rows()
                .forEach(top -> top.walk(row -> {
                    if (row instanceof Row.Trace trace
                            && String.valueOf(trace.rank()).equals(label)) {
                        model.reveal(run + ":" + trace.path());
                    }
                }));
        stage.reveal(model.selectedIndex());
    }

    /** Every pair that talks, with all figures; times in s. */
    String csv() {
        Csv csv = new Csv();
        csv.line("from", "to", "count", "bytes", "bytesPerSecond", "latencySeconds");
        for (int from = 0; sums != null && from < sums.labels().size(); from++) {
            for (int to = 0; to < sums.labels().size(); to++) {
                if (sums.span(from, to).isPresent()) {
                    double bandwidth = sums.value(from, to, PairValues.Metric.BANDWIDTH);
                    csv.line(
                            sums.labels().get(from),
                            sums.labels().get(to),
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
                picture().ifPresent(picture -> picture.paint(graphics, false));
            } finally {
                graphics.dispose();
            }
        }
    }
}
