// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.sunshot.app;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.awt.Point;
import java.awt.Rectangle;
import java.util.List;
import javax.swing.JScrollPane;
import javax.swing.SwingUtilities;
import org.hdtrace.sunshot.details.Block;
import org.hdtrace.sunshot.details.DetailReport;
import org.hdtrace.sunshot.paint.Theme;
import org.junit.jupiter.api.Test;

/** A report as text. */
class ReportPaneTest {
    private static final int SIZE = 200;

    @Test
    void anotherReportIsSeenFromItsBeginning() throws Exception {
        SwingUtilities.invokeAndWait(() -> {
            ReportPane pane = new ReportPane();
            JScrollPane scroll = new JScrollPane(pane);
            scroll.setSize(SIZE, SIZE);
            show(pane, scroll, "first\n");
            pane.scrollRectToVisible(new Rectangle(0, pane.getHeight() - 1, 1, 1));
            assertTrue(scroll.getViewport().getViewPosition().y > 0, "scrolled down");
            show(pane, scroll, "second\n");
            assertTrue(pane.getText().contains("second"));
            assertEquals(new Point(0, 0), scroll.getViewport().getViewPosition());
        });
    }

    private static void show(ReportPane pane, JScrollPane scroll, String line) {
        Block text = new Block.Xml(line.repeat(100));
        pane.show(new DetailReport(List.of(new DetailReport.Section("XML", List.of(text)))), Theme.LIGHT);
        scroll.doLayout();
        scroll.getViewport().doLayout();
    }
}
