// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.sunshot.app;

import java.awt.BorderLayout;
import java.awt.Dimension;
import java.awt.event.ComponentAdapter;
import java.awt.event.ComponentEvent;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CancellationException;
import java.util.concurrent.atomic.AtomicLong;
import javax.swing.BorderFactory;
import javax.swing.JLabel;
import javax.swing.JPanel;
import javax.swing.JScrollPane;
import javax.swing.JToggleButton;
import org.hdtrace.format.TraceFormatException;
import org.hdtrace.sunshot.details.DetailReport;
import org.hdtrace.sunshot.details.EntryReader;
import org.hdtrace.sunshot.model.Category;
import org.hdtrace.sunshot.model.Occurrence;
import org.hdtrace.sunshot.model.Row;
import org.hdtrace.sunshot.model.RunShift;
import org.hdtrace.sunshot.paint.Theme;
import org.hdtrace.sunshot.search.StatisticRecord;

/**
 * Everything about the chosen state or event (SUNSHOT S-45, V-16). It is read beside the event thread; a pinned panel
 * keeps what it shows whatever is chosen.
 */
final class DetailsPanel extends JPanel {
    private static final long serialVersionUID = 1L;

    private final transient Stage stage;
    private final transient LatestTask reader = LatestTask.calm("sunshot-details");
    private final AtomicLong newest = new AtomicLong();
    private final JLabel heading = new JLabel(" ");
    private final JToggleButton pin = new JToggleButton("Pin");
    private final ReportPane report = new ReportPane();
    private transient Occurrence shown;
    private transient DetailReport content = new DetailReport(List.of());
    private transient Theme theme;
    private int builtWidth;

    /** What the reader brings: a report, or one line that says why there is none. */
    private record Answer(long number, DetailReport report, String problem) {}

    DetailsPanel(Stage stage) {
        super(new BorderLayout());
        this.stage = stage;
        this.theme = stage.theme();
        setName("details");
        heading.setName("details.heading");
        report.setName("details.report");
        pin.setName("details.pin");
        pin.setToolTipText("Keep this entry while others are chosen");
        pin.setFocusable(false);
        JPanel north = new JPanel(new BorderLayout(8, 0));
        north.setBorder(BorderFactory.createEmptyBorder(5, 10, 5, 6));
        north.add(heading);
        north.add(pin, BorderLayout.EAST);
        add(north, BorderLayout.NORTH);
        JScrollPane scroll = new JScrollPane(report);
        scroll.setBorder(BorderFactory.createEmptyBorder());
        add(scroll);
        setPreferredSize(new Dimension(420, 300));
        setMinimumSize(new Dimension(120, 100));
        stage.listen(this::refresh);
        pin.addActionListener(event -> refresh());
        report.addComponentListener(new ComponentAdapter() {
            @Override
            public void componentResized(ComponentEvent event) {
                if (Math.abs(report.getWidth() - builtWidth) > 4) {
                    build();
                }
            }
        });
        clear();
    }

    private void clear() {
        shown = null;
        newest.incrementAndGet();
        heading.setIcon(null);
        heading.setText("Click on a state or event");
        content = new DetailReport(List.of());
        build();
    }

    private void refresh() {
        if (!theme.equals(stage.theme())) {
            theme = stage.theme();
            build();
        }
        Optional<Occurrence> chosen = stage.model().chosen();
        boolean gone = shown != null && shown.run() >= stage.model().runs().size();
        if (pin.isSelected() && !gone) {
            return;
        }
        if (chosen.isEmpty()) {
            if (shown != null) {
                clear();
            }
        } else if (!Objects.equals(chosen.get(), shown)) {
            show(chosen.get());
        }
    }

    private void show(Occurrence occurrence) {
        shown = occurrence;
        Category category = stage.model().categories().get(occurrence.category());
        heading.setIcon(new Swatch(category.rgb()));
        heading.setIconTextGap(8);
        heading.setText(category.title());
        long number = newest.incrementAndGet();
        Optional<String> record = StatisticRecord.describe(stage.model().runs().get(occurrence.run()), occurrence);
        if (record.isPresent()) {
            take(new Answer(number, null, record.get()));
            return;
        }
        Path project = stage.model().runs().get(occurrence.run()).file();
        long origin = stage.model().query().originOf(stage.model().runs(), occurrence.run());
        // The trace holds the time before the row was moved.
        long moved = RunShift.byPath(stage.model().runs().get(occurrence.run())).applyAsLong(occurrence.path());
        Occurrence recorded = occurrence.shift(-moved);
        long before = textBefore(occurrence);
        reader.submit(() -> read(number, project, recorded, category.name(), origin - moved, before), this::take);
    }

    /** Where in the trace the reading begins, so that it takes no longer at the end of a long one. */
    private long textBefore(Occurrence occurrence) {
        long[] before = {0};
        for (Row top : stage.model().runs().get(occurrence.run()).rows()) {
            top.walk(row -> {
                if (row instanceof Row.Trace trace && trace.path().equals(occurrence.path())) {
                    before[0] = trace.track().textBefore(occurrence.time().startNanos());
                }
            });
        }
        return before[0];
    }

    /** Runs on the reader's thread. */
    private Answer read(long number, Path project, Occurrence occurrence, String name, long origin, long textBefore) {
        try {
            return EntryReader.read(project, occurrence, name, origin, textBefore, () -> newest.get() != number)
                    .map(entry -> new Answer(number, DetailReport.of(entry), ""))
                    .orElseGet(() -> new Answer(number, null, "the trace does not hold this entry any more"));
        } catch (TraceFormatException | CancellationException e) {
            return new Answer(number, null, Problems.describe(e));
        }
    }

    private void take(Answer answer) {
        if (answer.number() != newest.get()) {
            return;
        }
        content = answer.report() == null ? new DetailReport(List.of()) : answer.report();
        build();
        if (!answer.problem().isEmpty()) {
            report.say(answer.problem());
        }
    }

    private void build() {
        builtWidth = report.getWidth();
        report.show(content, theme);
    }

    void stop() {
        newest.incrementAndGet();
        reader.stop();
    }
}
