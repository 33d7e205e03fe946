// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.sunshot.app;

import java.awt.Color;
import java.awt.Dimension;
import java.awt.Graphics;
import java.awt.Graphics2D;
import java.awt.RenderingHints;
import java.util.List;
import javax.swing.JComponent;
import org.hdtrace.sunshot.model.Run;

/** The corner above the tree: names of the projects and the levels of their topology. */
final class TreeHeading extends JComponent {
    private static final long serialVersionUID = 1L;

    private final transient Stage stage;

    TreeHeading(Stage stage, int height) {
        this.stage = stage;
        setName("treeHeading");
        setPreferredSize(new Dimension(220, height));
        stage.listen(this::repaint);
    }

    @Override
    protected void paintComponent(Graphics g) {
        Graphics2D graphics = (Graphics2D) g.create();
        try {
            graphics.setRenderingHint(RenderingHints.KEY_TEXT_ANTIALIASING, RenderingHints.VALUE_TEXT_ANTIALIAS_ON);
            graphics.setColor(new Color(stage.theme().background()));
            graphics.fillRect(0, 0, getWidth(), getHeight());
            graphics.setFont(stage.theme().boldFont());
            graphics.setColor(new Color(stage.theme().text()));
            graphics.drawString(title(), 10, 20);
            graphics.setFont(stage.theme().smallFont());
            graphics.setColor(new Color(stage.theme().muted()));
            graphics.drawString(levels(), 10, getHeight() - 8);
        } finally {
            graphics.dispose();
        }
    }

    private List<Run> runs() {
        return stage.model().runs().stream().filter(run -> !run.isComputed()).toList();
    }

    /** The project, or how many there are; empty for none. */
    String title() {
        List<Run> runs = runs();
        return runs.isEmpty() ? "" : runs.size() == 1 ? runs.get(0).name() : runs.size() + " projects";
    }

    /** What the levels of the tree are, of the first project. */
    String levels() {
        List<Run> runs = runs();
        return runs.isEmpty() ? "" : String.join(" › ", runs.get(0).levels());
    }
}
