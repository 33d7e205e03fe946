// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.sunshot.app;

import java.awt.Color;
import java.awt.Dimension;
import java.awt.Graphics;
import java.awt.Graphics2D;
import java.awt.RenderingHints;
import java.awt.event.MouseEvent;
import javax.swing.JComponent;
import org.hdtrace.sunshot.control.Mark;
import org.hdtrace.sunshot.paint.RulerPainter;
import org.hdtrace.sunshot.query.TimeScale;

/** The time ruler above the timelines. */
final class RulerBar extends JComponent {
    private static final long serialVersionUID = 1L;

    private static final int FLAG = 14;

    private final transient Stage stage;
    private final transient RulerHits hits;

    RulerBar(Stage stage) {
        this.stage = stage;
        this.hits = new RulerHits(stage, this::repaint);
        setName("ruler");
        setToolTipText("");
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
                TimeScale scale = stage.scale(getWidth());
                RulerPainter.paint(graphics, scale, stage.theme(), 0, 0);
                hits.paint(graphics, scale, getHeight());
                stage.model().marks().forEach(mark -> paintFlag(graphics, scale, mark));
            }
        } finally {
            graphics.dispose();
        }
    }

    /** A flag with the number of the bookmark, or a small one for a note. */
    private void paintFlag(Graphics2D graphics, TimeScale scale, Mark mark) {
        int x = (int) Math.round(scale.positionOf(mark.atNanos()));
        if (x < -FLAG || x > getWidth() + FLAG) {
            return;
        }
        graphics.setRenderingHint(RenderingHints.KEY_TEXT_ANTIALIASING, RenderingHints.VALUE_TEXT_ANTIALIAS_ON);
        graphics.setColor(new Color(stage.theme().accent()));
        graphics.fillRect(x, getHeight() - FLAG, 1, FLAG);
        graphics.fillRect(x, getHeight() - FLAG, mark.number() == 0 ? 6 : 11, mark.number() == 0 ? 6 : FLAG - 3);
        if (mark.number() > 0) {
            graphics.setFont(stage.theme().smallFont());
            graphics.setColor(new Color(stage.theme().background()));
            graphics.drawString(String.valueOf(mark.number()), x + 3, getHeight() - 5);
        }
    }

    void stop() {
        hits.stop();
    }

    @Override
    public String getToolTipText(MouseEvent event) {
        TimeScale scale = stage.scale(getWidth());
        return stage.model().marks().stream()
                .filter(mark ->
                        !mark.text().isEmpty() && Math.abs(scale.positionOf(mark.atNanos()) + 5 - event.getX()) <= FLAG)
                .map(Mark::text)
                .findFirst()
                .orElse(null);
    }
}
