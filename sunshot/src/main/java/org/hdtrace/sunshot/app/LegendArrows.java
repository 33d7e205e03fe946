// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.sunshot.app;

import java.awt.Color;
import java.awt.Component;
import java.awt.FlowLayout;
import java.awt.Graphics;
import java.awt.Graphics2D;
import java.util.EnumMap;
import java.util.Map;
import javax.swing.BorderFactory;
import javax.swing.Icon;
import javax.swing.JCheckBox;
import javax.swing.JLabel;
import javax.swing.JPanel;
import org.hdtrace.sunshot.paint.ArrowLayer;
import org.hdtrace.sunshot.paint.ArrowPainter;
import org.hdtrace.sunshot.query.ValueText;

/** The switches of arrows in the legend (SUNSHOT S-43): the line of each kind, its name and how many there are. */
final class LegendArrows extends JPanel {
    private static final long serialVersionUID = 1L;

    private final transient Stage stage;
    private final transient ArrowOverlay arrows;
    private final Map<ArrowLayer.Kind, JCheckBox> switches = new EnumMap<>(ArrowLayer.Kind.class);

    LegendArrows(Stage stage, ArrowOverlay arrows, CommandActions actions) {
        super(new FlowLayout(FlowLayout.LEADING, 8, 3));
        this.stage = stage;
        this.arrows = arrows;
        setName("legend.arrows");
        setBorder(BorderFactory.createEmptyBorder(0, 2, 0, 2));
        add(ArrowLayer.Kind.MESSAGES, Command.MESSAGES, actions);
        add(ArrowLayer.Kind.RELATIONS, Command.RELATIONS, actions);
        stage.listen(this::refresh);
        refresh();
    }

    private void add(ArrowLayer.Kind kind, Command command, CommandActions actions) {
        JCheckBox box = new JCheckBox(actions.get(command));
        box.setName("legend." + command.name());
        box.setFocusable(false);
        switches.put(kind, box);
        add(box);
        add(new JLabel(new Line(kind)));
    }

    private void refresh() {
        switches.forEach((kind, box) -> {
            long count = arrows.count(kind);
            String text = kind.title() + (count < 0 ? "" : "  " + ValueText.count(count));
            if (!text.equals(box.getText())) {
                box.setText(text);
            }
        });
        repaint();
    }

    /** A short arrow in the colour of its kind. */
    private final class Line implements Icon {
        private final ArrowLayer.Kind kind;

        Line(ArrowLayer.Kind kind) {
            this.kind = kind;
        }

        @Override
        public int getIconWidth() {
            return 26;
        }

        @Override
        public int getIconHeight() {
            return 14;
        }

        @Override
        public void paintIcon(Component owner, Graphics g, int x, int y) {
            Graphics2D graphics = (Graphics2D) g.create();
            graphics.setColor(new Color(kind.rgb(stage.theme())));
            ArrowPainter.paintSample(graphics, x, y, getIconWidth() - 6, getIconHeight());
            graphics.dispose();
        }
    }
}
