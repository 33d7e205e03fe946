// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.sunshot.app;

import java.awt.BorderLayout;
import java.awt.Color;
import java.awt.Dimension;
import java.awt.FontMetrics;
import java.awt.Graphics;
import java.awt.Graphics2D;
import java.awt.event.MouseEvent;
import java.util.function.Consumer;
import java.util.function.Supplier;
import javax.swing.BorderFactory;
import javax.swing.JCheckBox;
import javax.swing.JComboBox;
import javax.swing.JComponent;
import javax.swing.JLabel;
import javax.swing.JPanel;
import javax.swing.JSpinner;
import javax.swing.SpinnerNumberModel;
import org.hdtrace.sunshot.paint.Drawing;
import org.hdtrace.sunshot.query.ValueBins;

/** Charts of the chosen statistic over the visible time (SUNSHOT S-39, S-58, S-59); made beside the event thread, only while seen. */
final class ChartPanel extends JPanel {
    private static final long serialVersionUID = 1L;

    private static final String NOTHING = "Choose the row of a statistic";
    private static final String NOTHING_CHARTED =
            "Put statistics into the chart: Ctrl+click on their rows in the tree, or Ctrl+G";

    private final transient Stage stage;
    private final transient LatestTask maker = LatestTask.calm("sunshot-charts");
    private final JComboBox<ChartRequest.Kind> kind = new JComboBox<>(ChartRequest.Kind.values());
    private final JCheckBox stacked = new JCheckBox("Stacked");
    private final JSpinner bins = new JSpinner(new SpinnerNumberModel(50, ValueBins.FEWEST, ValueBins.MOST, 10));
    private final JLabel head = new JLabel(" ");
    private final Canvas canvas = new Canvas();
    private final PanelButton picture;
    private final PanelButton copy = PanelButton.copy("charts.copy", this::csv);
    private transient ChartRequest wanted;
    private transient ChartRequest.Made made;

    /**
     * A panel that is not seen yet.
     *
     * @param save asks for a file and writes what it is given
     */
    ChartPanel(Stage stage, Consumer<Supplier<Drawing>> save) {
        super(new BorderLayout(0, 4));
        this.stage = stage;
        setName("charts");
        setBorder(BorderFactory.createEmptyBorder(6, 6, 6, 6));
        setPreferredSize(new Dimension(420, 260));
        kind.setName("charts.kind");
        kind.setToolTipText("What is drawn of the chosen statistic");
        bins.setName("charts.bins");
        bins.setToolTipText("Number of bins, 10 to 1000");
        head.setName("charts.head");
        stacked.setName("charts.stacked");
        stacked.setToolTipText("Curves of one unit upon each other: the topmost is their sum");
        stacked.addActionListener(event -> refresh());
        kind.addActionListener(event -> refresh());
        bins.addChangeListener(event -> refresh());
        picture = PanelButton.picture("charts.save", () -> {
            ChartRequest request = wanted;
            if (request != null) {
                save.accept(() -> request.make().chart());
            }
        });
        setMissing();
        add(new PanelHead(kind, bins, stacked).with(head, picture, copy), BorderLayout.NORTH);
        add(canvas);
        stage.listen(this::refresh);
        WhenSeen.run(this, this::refresh);
    }

    private void refresh() {
        if (!isShowing()) {
            return;
        }
        ChartRequest.Kind chosen = (ChartRequest.Kind) kind.getSelectedItem();
        bins.setVisible(chosen.binned());
        stacked.setVisible(!chosen.binned());
        ChartRequest request = ChartRequest.of(
                stage,
                chosen,
                stacked.isSelected(),
                (Integer) bins.getValue(),
                Math.max(50, canvas.getWidth()),
                Math.max(50, canvas.getHeight()));
        if (request == null) {
            wanted = null;
            made = null;
            head.setText(" ");
            canvas.repaint();
            setMissing();
        } else if (!request.equals(wanted)) {
            wanted = request;
            setMissing();
            maker.submit(request::make, result -> {
                if (request.equals(wanted)) {
                    made = result;
                    head.setText(result.head());
                    canvas.repaint();
                }
            });
        }
    }

    private void setMissing() {
        String none = stage.model().runs().isEmpty() ? PanelButton.NO_PROJECT : invitation();
        picture.setMissing(wanted == null ? none : "");
        copy.setMissing(wanted == null ? none : "");
    }

    /** How the user comes to a chart of the chosen kind. */
    private String invitation() {
        return kind.getSelectedItem() == ChartRequest.Kind.CHARTED ? NOTHING_CHARTED : NOTHING;
    }

    /** What is shown, as comma-separated values. */
    String csv() {
        return wanted == null ? "" : wanted.csv();
    }

    void stop() {
        maker.stop();
    }

    private final class Canvas extends JComponent {
        private static final long serialVersionUID = 1L;

        Canvas() {
            setName("charts.canvas");
            setToolTipText("");
        }

        @Override
        public void setBounds(int x, int y, int width, int height) {
            super.setBounds(x, y, width, height);
            refresh();
        }

        @Override
        public String getToolTipText(MouseEvent event) {
            if (made == null) {
                return null;
            }
            double value = made.chart().valueAt(event.getX(), event.getY());
            return Double.isNaN(value) ? null : made.textAt(value);
        }

        @Override
        protected void paintComponent(Graphics g) {
            Graphics2D graphics = (Graphics2D) g.create();
            graphics.setColor(new Color(stage.theme().background()));
            graphics.fillRect(0, 0, getWidth(), getHeight());
            if (made != null) {
                made.chart().paint(graphics, true);
            } else if (wanted == null) {
                graphics.setFont(stage.theme().font());
                FontMetrics metrics = graphics.getFontMetrics();
                graphics.setColor(new Color(stage.theme().muted()));
                String text = invitation();
                graphics.drawString(text, (getWidth() - metrics.stringWidth(text)) / 2, getHeight() / 2);
            }
            graphics.dispose();
        }
    }
}
