// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.sunshot.app;

import java.awt.BorderLayout;
import java.awt.Dimension;
import java.util.List;
import javax.swing.BorderFactory;
import javax.swing.JComboBox;
import javax.swing.JLabel;
import javax.swing.JPanel;
import javax.swing.JScrollPane;
import org.hdtrace.sunshot.control.RowProfile;
import org.hdtrace.sunshot.model.Interval;
import org.hdtrace.sunshot.model.Run;
import org.hdtrace.sunshot.query.VisibleRow;

/** One stacked bar for each row over the visible time (SUNSHOT S-57); counted beside the event thread, only while seen. */
final class ProfilePanel extends JPanel {
    private static final long serialVersionUID = 1L;

    private final transient Stage stage;
    private final transient LatestTask counter = new LatestTask("sunshot-profile");
    private final JComboBox<RowProfile.Metric> metric = new JComboBox<>(RowProfile.Metric.values());
    private final ProfileBars bars;
    private transient Object countedFor;

    ProfilePanel(Stage stage) {
        super(new BorderLayout(0, 4));
        this.stage = stage;
        bars = new ProfileBars(stage);
        setName("profile");
        setBorder(BorderFactory.createEmptyBorder(6, 6, 6, 6));
        setPreferredSize(new Dimension(420, 220));
        metric.setName("profile.metric");
        metric.addActionListener(event -> bars.setMetric((RowProfile.Metric) metric.getSelectedItem()));
        JLabel hover = new JLabel(" ");
        hover.setName("profile.hover");
        bars.onHover(hover::setText);
        JPanel north = new JPanel(new BorderLayout(10, 0));
        north.add(metric, BorderLayout.WEST);
        north.add(hover);
        north.add(new CopyButton("profile.copy", this::csv), BorderLayout.EAST);
        add(north, BorderLayout.NORTH);
        JScrollPane scroll = new JScrollPane(bars);
        scroll.getVerticalScrollBar().setUnitIncrement(ProfileBars.LINE);
        add(scroll);
        stage.listen(this::refresh);
        WhenSeen.run(this, this::refresh);
    }

    private void refresh() {
        if (!isShowing()) {
            return;
        }
        List<VisibleRow> rows = stage.model().rows();
        List<Run> runs = stage.model().runs();
        Interval visible = stage.model().visible();
        boolean nested = stage.model().nested();
        int categories = stage.model().categories().size();
        Object wanted = List.of(
                visible, nested, categories, rows.stream().map(VisibleRow::key).toList());
        if (wanted.equals(countedFor)) {
            bars.repaint();
            return;
        }
        countedFor = wanted;
        counter.submit(() -> RowProfile.of(rows, runs, visible, categories, nested), bars::show);
    }

    /** What is shown, as comma-separated values. */
    String csv() {
        return RowProfile.csv(bars.profiles(), stage.model().categories().all());
    }

    void stop() {
        counter.stop();
    }
}
