// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.sunshot.app;

import java.awt.Color;
import java.awt.Dimension;
import java.awt.Graphics;
import java.awt.Graphics2D;
import javax.swing.JComponent;
import org.hdtrace.sunshot.paint.RulerPainter;
import org.hdtrace.sunshot.query.TimeScale;

/** The time ruler above the timelines. */
final class RulerBar extends JComponent {
    private static final long serialVersionUID = 1L;

    private final transient Stage stage;

    RulerBar(Stage stage) {
        this.stage = stage;
        setName("ruler");
        setPreferredSize(new Dimension(100, RulerPainter.HEIGHT));
        stage.listen(this::repaint);
    }

    @Override
    protected void paintComponent(Graphics g) {
        Graphics2D graphics = (Graphics2D) g.create();
        try {
            graphics.setColor(new Color(stage.theme().background()));
            graphics.fillRect(0, 0, getWidth(), getHeight());
            if (!stage.model().runs().isEmpty()) {
                TimeScale scale = new TimeScale(stage.model().visible(), Math.max(1, getWidth()));
                RulerPainter.paint(graphics, scale, stage.theme(), 0, 0);
            }
        } finally {
            graphics.dispose();
        }
    }
}
