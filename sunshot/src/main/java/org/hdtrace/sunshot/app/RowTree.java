// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.sunshot.app;

import java.awt.Color;
import java.awt.Dimension;
import java.awt.Graphics;
import java.awt.Graphics2D;
import java.awt.event.MouseAdapter;
import java.awt.event.MouseEvent;
import javax.swing.JComponent;
import org.hdtrace.sunshot.paint.LabelPainter;
import org.hdtrace.sunshot.query.TimeScale;
import org.hdtrace.sunshot.query.VisibleRow;

/** The topology tree: labels beside the timelines, row for row at the same height. A click on a mark opens or closes. */
final class RowTree extends JComponent {
    private static final long serialVersionUID = 1L;

    private final transient Stage stage;

    RowTree(Stage stage) {
        this.stage = stage;
        setName("tree");
        setOpaque(true);
        setPreferredSize(new Dimension(220, 400));
        setMinimumSize(new Dimension(120, 50));
        setToolTipText("");
        stage.listen(this::repaint);
        addMouseListener(new MouseAdapter() {
            @Override
            public void mousePressed(MouseEvent event) {
                pressed(event);
            }
        });
    }

    private void pressed(MouseEvent event) {
        VisibleRow row = rowAt(event.getY());
        if (row == null) {
            return;
        }
        int mark = LabelPainter.markX(row);
        boolean onMark = event.getX() >= mark - 4 && event.getX() <= mark + LabelPainter.markWidth();
        if (row.expandable() && (onMark || event.getClickCount() == 2)) {
            stage.model().toggleRow(row.key());
        } else {
            stage.model().select(row.key());
        }
    }

    private VisibleRow rowAt(int y) {
        int index = stage.layout().rowAt(y + stage.scrollY());
        return index < 0 ? null : stage.model().rows().get(index);
    }

    @Override
    public String getToolTipText(MouseEvent event) {
        VisibleRow row = rowAt(event.getY());
        return row == null ? null : row.isHeading() ? row.title() : row.row().path();
    }

    @Override
    protected void paintComponent(Graphics g) {
        Graphics2D graphics = (Graphics2D) g.create();
        try {
            graphics.setColor(new Color(stage.theme().background()));
            graphics.fillRect(0, 0, getWidth(), getHeight());
            paintSelection(graphics);
            LabelPainter.paint(
                    graphics,
                    stage.scene(new TimeScale(stage.model().visible(), 1)),
                    0,
                    -stage.scrollY(),
                    getWidth(),
                    stage.scrollY(),
                    stage.scrollY() + getHeight());
        } finally {
            graphics.dispose();
        }
    }

    private void paintSelection(Graphics2D graphics) {
        int selected = stage.model().selectedIndex();
        if (selected >= 0) {
            Color accent = new Color(stage.theme().accent());
            graphics.setColor(new Color(accent.getRed(), accent.getGreen(), accent.getBlue(), 50));
            int top = stage.layout().top(selected) - stage.scrollY();
            graphics.fillRect(0, top, getWidth(), stage.layout().height(selected));
        }
    }
}
