// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.sunshot.app;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.awt.Container;
import java.awt.Dimension;
import java.awt.Rectangle;
import javax.swing.JComponent;
import javax.swing.JLabel;
import javax.swing.JPanel;
import javax.swing.SwingUtilities;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What stands above a panel, in a wide one and in a narrow one. */
class PanelHeadTest {
    private JPanel choice;
    private JPanel other;
    private PanelButton copy;
    private PanelHead head;

    @BeforeEach
    void make() throws Exception {
        SwingUtilities.invokeAndWait(() -> {
            choice = new JPanel();
            other = new JPanel();
            choice.setPreferredSize(new Dimension(200, 20));
            other.setPreferredSize(new Dimension(90, 20));
            copy = PanelButton.copy("copy", () -> "");
            copy.setPreferredSize(new Dimension(100, 24));
            head = new PanelHead(choice, other).with(new JLabel("of all"), copy);
        });
    }

    private void layOut(int width) throws Exception {
        SwingUtilities.invokeAndWait(() -> {
            head.setSize(width, 10);
            head.setSize(width, head.getPreferredSize().height);
            layOutAll(head);
        });
    }

    private static void layOutAll(Container owner) {
        owner.doLayout();
        for (var part : owner.getComponents()) {
            if (part instanceof Container inner) {
                layOutAll(inner);
            }
        }
    }

    private Rectangle placeOf(JComponent part) {
        return SwingUtilities.convertRectangle(part.getParent(), part.getBounds(), head);
    }

    @Test
    void allIsInOneLineWhereThereIsRoom() throws Exception {
        layOut(600);
        assertEquals(28, head.getHeight());
        assertEquals(600 - 6, placeOf(copy).x + placeOf(copy).width);
        assertTrue(placeOf(choice).x < placeOf(other).x && placeOf(other).x < placeOf(copy).x);
    }

    @Test
    void buttonsGoBelowBeforeTheyAreCut() throws Exception {
        layOut(400);
        assertEquals(placeOf(choice).y, placeOf(other).y);
        assertEquals(100, placeOf(copy).width);
        assertTrue(placeOf(copy).y >= placeOf(choice).y + 20, "below what may be chosen");
        assertTrue(
                new Rectangle(0, 0, 400, head.getHeight()).contains(placeOf(copy)),
                placeOf(copy).toString());
        layOut(600);
        assertEquals(28, head.getHeight(), "and back");
    }

    @Test
    void choicesGoOnInAnotherLine() throws Exception {
        layOut(250);
        assertTrue(placeOf(other).y >= placeOf(choice).y + 20, "below the first");
        assertTrue(placeOf(copy).y >= placeOf(other).y + 20, "below both");
        Rectangle all = new Rectangle(0, 0, 250, head.getHeight());
        assertTrue(all.contains(placeOf(other)) && all.contains(placeOf(copy)), all.toString());
    }
}
