// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.sunshot.app;

import java.awt.Color;
import java.awt.Component;
import java.awt.Container;
import java.awt.Font;
import java.awt.Graphics2D;
import java.awt.RenderingHints;
import java.awt.image.VolatileImage;
import java.util.List;
import javax.swing.AbstractButton;
import javax.swing.JFrame;
import org.hdtrace.sunshot.control.ViewModel;
import org.hdtrace.sunshot.details.Block;
import org.hdtrace.sunshot.details.DetailReport;
import org.hdtrace.sunshot.paint.Theme;
import org.hdtrace.sunshot.query.RowQuery;

/**
 * The first time that a window is painted takes several times as long as the next time, as code for letters, curves and each kind of
 * component is loaded and set up, and so does the first time that it shows a run (SUNSHOT G-14). Both are done once before it is seen, so
 * that nobody who uses it has to wait for that.
 */
final class FirstPainting {
    private static final int REPORT_SIZE = 300;

    private FirstPainting() {}

    /**
     * Paints a window that is laid out and not shown yet, to where nobody sees it: as it is, and with a run, unless one is open already; a
     * window that is shown is left alone. Thread: event thread.
     */
    static void of(JFrame frame, Theme theme, ViewModel model) {
        if (frame.isVisible() || !frame.isDisplayable()) {
            return;
        }
        // Of the kind that components are painted to, so that what draws to the display is set up, too.
        VolatileImage unseen = frame.createVolatileImage(frame.getWidth(), frame.getHeight());
        Graphics2D graphics = unseen.createGraphics();
        try {
            frame.getRootPane().paint(graphics);
            paintUsable(frame.getRootPane(), graphics);
            if (model.runs().isEmpty()) {
                paintRun(frame, model, graphics);
            }
            paintLine(graphics);
            paintReport(theme, graphics);
            paintLetters(theme, graphics);
        } finally {
            graphics.dispose();
            unseen.flush();
        }
    }

    /** Whoever listens to the model sets up what it does when a project is open. */
    private static void paintRun(JFrame frame, ViewModel model, Graphics2D graphics) {
        RowQuery query = model.query();
        model.setRuns(List.of(Rehearsal.emptyRun()), query);
        frame.validate();
        frame.getRootPane().paint(graphics);
        model.setRuns(List.of(), query);
        frame.validate();
    }

    /** Buttons get another icon once a project is open. */
    private static void paintUsable(Container container, Graphics2D graphics) {
        for (Component component : container.getComponents()) {
            if (component instanceof AbstractButton button && button.getIcon() instanceof GlyphIcon icon) {
                icon.paint(button, !button.isEnabled(), graphics, 0, 0);
            }
            if (component instanceof Container inner) {
                paintUsable(inner, graphics);
            }
        }
    }

    /** The display gets a picture of each letter of each font once. */
    private static void paintLetters(Theme theme, Graphics2D graphics) {
        graphics.setRenderingHint(RenderingHints.KEY_TEXT_ANTIALIASING, RenderingHints.VALUE_TEXT_ANTIALIAS_ON);
        graphics.setColor(new Color(theme.text()));
        for (Font font : List.of(theme.font(), theme.boldFont(), theme.smallFont(), theme.titleFont())) {
            graphics.setFont(font);
            graphics.drawString(Rehearsal.LETTERS, 0, font.getSize());
        }
    }

    /** Tables have no lines before a project is open. */
    private static void paintLine(Graphics2D graphics) {
        ListTable<String> list = new ListTable<String>("unseen")
                .check("", "", text -> true, (text, on) -> {})
                .colored("", 100, text -> text, text -> 0)
                .number("", 100, text -> text, "", text -> text);
        list.show(List.of("0123456789"));
        list.table().setSize(list.table().getPreferredSize());
        list.table().doLayout();
        list.table().paint(graphics);
    }

    /** Details have fonts and lines of their own, and none before a state is chosen. */
    private static void paintReport(Theme theme, Graphics2D graphics) {
        ReportPane pane = new ReportPane();
        List<Block> blocks = List.of(Block.Fields.of("size", Rehearsal.LETTERS), new Block.Xml("<Send size='0'/>"));
        pane.show(new DetailReport(List.of(new DetailReport.Section("Attributes", blocks))), theme);
        pane.setSize(REPORT_SIZE, REPORT_SIZE);
        pane.paint(graphics);
    }
}
