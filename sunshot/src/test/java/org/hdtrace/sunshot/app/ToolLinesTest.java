// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.sunshot.app;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.awt.Dimension;
import java.awt.Rectangle;
import javax.swing.JComponent;
import javax.swing.JPanel;
import javax.swing.SwingUtilities;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class ToolLinesTest {
    private JComponent buttons;
    private JPanel fields;
    private JPanel end;
    private ToolLines lines;

    @BeforeEach
    void make() throws Exception {
        onEventThread(() -> {
            buttons = part(300, 30);
            fields = part(400, 26);
            end = part(50, 30);
            lines = new ToolLines(buttons, fields, end);
        });
    }

    private static void onEventThread(Runnable work) throws Exception {
        SwingUtilities.invokeAndWait(work);
    }

    private static JPanel part(int width, int height) {
        JPanel part = new JPanel();
        part.setPreferredSize(new Dimension(width, height));
        return part;
    }

    private void layOut(int width) throws Exception {
        onEventThread(() -> {
            lines.setSize(width, 10);
            lines.setSize(width, lines.getPreferredSize().height);
            lines.doLayout();
        });
    }

    @Test
    void oneLineWhereThereIsRoom() throws Exception {
        layOut(800);
        assertEquals(30, lines.getHeight());
        assertEquals(new Rectangle(0, 0, 300, 30), buttons.getBounds());
        assertEquals(new Rectangle(300, 0, 450, 30), fields.getBounds());
        assertEquals(new Rectangle(750, 0, 50, 30), end.getBounds());
    }

    @Test
    void theFieldsGoBelowBeforeAnythingIsCut() throws Exception {
        layOut(750);
        assertEquals(30, lines.getHeight(), "it fits exactly");
        layOut(749);
        assertEquals(56, lines.getHeight());
        assertEquals(new Rectangle(0, 30, 749, 26), fields.getBounds());
        assertEquals(new Rectangle(699, 0, 50, 30), end.getBounds());
        layOut(750);
        assertEquals(30, lines.getHeight(), "and back");
    }

    @Test
    void theEndStaysEvenInATinyWindow() throws Exception {
        layOut(200);
        assertEquals(new Rectangle(150, 0, 50, 30), end.getBounds());
        assertEquals(150, buttons.getWidth(), "the buttons give way");
    }

    @Test
    void aBarGoesOnBelowBeforeAnythingIsCut() throws Exception {
        onEventThread(() -> {
            FoldingBar bar = new FoldingBar("bar");
            bar.setBorder(null);
            bar.add(part(100, 20));
            bar.addSeparator(new Dimension(10, 20));
            bar.add(part(100, 30));
            bar.add(part(100, 20));
            buttons = bar;
            lines = new ToolLines(buttons, fields, end);
        });
        layOut(360);
        assertEquals(30 + 26, lines.getHeight(), "all beside each other");
        layOut(359);
        assertEquals(62 + 26, lines.getHeight());
        buttons.doLayout();
        assertEquals(new Rectangle(0, 5, 100, 20), buttons.getComponent(0).getBounds());
        assertEquals(new Rectangle(110, 0, 100, 30), buttons.getComponent(2).getBounds());
        assertEquals(new Rectangle(0, 37, 100, 20), buttons.getComponent(3).getBounds());
        assertEquals(new Rectangle(0, 62, 359, 26), fields.getBounds());
        layOut(155);
        assertEquals(94 + 26, lines.getHeight());
        assertEquals(new Rectangle(105, 0, 50, 30), end.getBounds(), "in the first line");
        buttons.doLayout();
        assertEquals(0, buttons.getComponent(1).getWidth(), "nothing to separate at the begin of a line");
        assertEquals(new Rectangle(0, 32, 100, 30), buttons.getComponent(2).getBounds());
    }
}
