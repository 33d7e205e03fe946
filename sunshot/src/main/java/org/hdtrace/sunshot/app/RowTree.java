// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.sunshot.app;

import java.awt.Color;
import java.awt.Dimension;
import java.awt.Graphics;
import java.awt.Graphics2D;
import java.awt.event.MouseAdapter;
import java.awt.event.MouseEvent;
import java.util.List;
import java.util.Set;
import javax.swing.JComponent;
import javax.swing.JPopupMenu;
import javax.swing.SwingUtilities;
import org.hdtrace.sunshot.control.RowMove;
import org.hdtrace.sunshot.model.Row;
import org.hdtrace.sunshot.paint.LabelPainter;
import org.hdtrace.sunshot.query.TimeScale;
import org.hdtrace.sunshot.query.VisibleRow;

/** The topology tree: labels beside the timelines, row for row at the same height. A click on a mark opens or closes. */
final class RowTree extends JComponent {
    private static final long serialVersionUID = 1L;

    private static final int LEAST_DRAG = 5;

    private final transient Stage stage;
    private JPopupMenu menu;
    private int pressedY = -1;
    private int dropY = -1;

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

            @Override
            public void mouseReleased(MouseEvent event) {
                showMenu(event);
                drop(event.getY());
            }
        });
        addMouseMotionListener(new MouseAdapter() {
            @Override
            public void mouseDragged(MouseEvent event) {
                drag(event.getY());
            }
        });
    }

    private void pressed(MouseEvent event) {
        pressedY = event.getY();
        VisibleRow row = rowAt(event.getY());
        if (row == null) {
            return;
        }
        if (event.isPopupTrigger()) {
            if (!stage.picked().contains(row.key())) {
                stage.setPicked(Set.of());
            }
            stage.model().select(row.key());
            showMenu(event);
            return;
        }
        int mark = LabelPainter.markX(row);
        boolean onMark = event.getX() >= mark - 4 && event.getX() <= mark + LabelPainter.markWidth();
        if (row.expandable() && (onMark || event.getClickCount() == 2)) {
            stage.model().toggleRow(row.key());
        } else {
            choose(event, row);
        }
    }

    /** One row, or with Shift all from the chosen one on; with Ctrl a statistic for the chart, or another row beside the chosen one. */
    private void choose(MouseEvent event, VisibleRow row) {
        if (event.isShiftDown()) {
            stage.pickTo(stage.model().indexOf(row.key()));
            return;
        }
        boolean chart = row.row() instanceof Row.Statistic;
        if (event.isControlDown() && !chart) {
            stage.turnPicked(row.key());
        } else if (SwingUtilities.isLeftMouseButton(event)) {
            stage.setPicked(Set.of());
        }
        stage.model().select(row.key());
        if (event.isControlDown() && chart) {
            stage.model().toggleCharted(row.key());
        }
    }

    /** Shows where a row would go to; it must be moved some pixels, so that a click stays a click. */
    private void drag(int y) {
        if (pressedY >= 0 && Math.abs(y - pressedY) >= LEAST_DRAG) {
            dropY = y;
            repaint();
        }
    }

    private void drop(int y) {
        boolean dragged = dropY >= 0;
        int from = stage.layout().rowAt(pressedY + stage.scrollY());
        int to = stage.layout().rowAt(Math.max(0, y + stage.scrollY()));
        pressedY = -1;
        dropY = -1;
        repaint();
        if (dragged) {
            var model = stage.model();
            RowMove.to(model.rows(), from, to)
                    .ifPresent(moved -> model.setOrder(model.order().withMoved(moved.parent(), moved.children())));
        }
    }

    /** The menu of a row, made of the commands that concern one. */
    void setMenu(JPopupMenu rowMenu) {
        menu = rowMenu;
    }

    private void showMenu(MouseEvent event) {
        if (event.isPopupTrigger() && menu != null && rowAt(event.getY()) != null) {
            menu.show(this, event.getX(), event.getY());
        }
    }

    private VisibleRow rowAt(int y) {
        int index = stage.layout().rowAt(y + stage.scrollY());
        return index < 0 ? null : stage.model().rows().get(index);
    }

    @Override
    public String getToolTipText(MouseEvent event) {
        VisibleRow row = rowAt(event.getY());
        if (row == null) {
            return null;
        }
        // What the user made has no place in the topology.
        return row.isHeading() || row.row().path().startsWith("/")
                ? row.title()
                : row.row().path();
    }

    @Override
    protected void paintComponent(Graphics g) {
        Graphics2D graphics = (Graphics2D) g.create();
        try {
            graphics.setColor(new Color(stage.theme().background()));
            graphics.fillRect(0, 0, getWidth(), getHeight());
            paintSelection(graphics);
            paintCharted(graphics);
            LabelPainter.paint(
                    graphics,
                    stage.scene(new TimeScale(stage.model().visible(), 1)),
                    0,
                    -stage.scrollY(),
                    getWidth(),
                    stage.scrollY(),
                    stage.scrollY() + getHeight());
            paintDrop(graphics);
        } finally {
            graphics.dispose();
        }
    }

    private void paintDrop(Graphics2D graphics) {
        int row = dropY < 0 ? -1 : stage.layout().rowAt(Math.max(0, dropY + stage.scrollY()));
        if (row >= 0) {
            graphics.setColor(new Color(stage.theme().accent()));
            int y = stage.layout().top(row)
                    - stage.scrollY()
                    + (dropY < pressedY ? 0 : stage.layout().height(row));
            graphics.fillRect(0, y - 1, getWidth(), 2);
        }
    }

    /** A bar beside the rows that are in the chart. */
    private void paintCharted(Graphics2D graphics) {
        graphics.setColor(new Color(stage.theme().accent()));
        for (String key : stage.model().charted()) {
            int row = stage.model().indexOf(key);
            if (row >= 0) {
                int top = stage.layout().top(row) - stage.scrollY();
                graphics.fillRect(0, top + 2, 4, stage.layout().height(row) - 4);
            }
        }
    }

    private void paintSelection(Graphics2D graphics) {
        Color accent = new Color(stage.theme().accent());
        graphics.setColor(new Color(accent.getRed(), accent.getGreen(), accent.getBlue(), 50));
        List<VisibleRow> rows = stage.model().rows();
        for (int row = Math.max(0, stage.layout().rowAt(stage.scrollY())); row < rows.size(); row++) {
            int top = stage.layout().top(row) - stage.scrollY();
            if (top >= getHeight()) {
                return;
            }
            String key = rows.get(row).key();
            if (stage.picked().contains(key) || key.equals(stage.model().selectedKey())) {
                graphics.fillRect(0, top, getWidth(), stage.layout().height(row));
            }
        }
    }
}
