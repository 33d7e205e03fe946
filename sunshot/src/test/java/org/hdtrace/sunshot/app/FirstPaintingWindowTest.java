// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.sunshot.app;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.awt.Dimension;
import java.awt.Graphics;
import java.util.ArrayList;
import java.util.List;
import javax.swing.JButton;
import javax.swing.JFrame;
import javax.swing.JPanel;
import javax.swing.SwingUtilities;
import org.hdtrace.sunshot.paint.Theme;
import org.junit.jupiter.api.Test;

/** All of a window is painted once before it is seen. */
class FirstPaintingWindowTest {
    private static final class Content extends JPanel {
        private static final long serialVersionUID = 1L;

        private final transient List<Boolean> painted = new ArrayList<>();

        @Override
        protected void paintComponent(Graphics graphics) {
            painted.add(isShowing());
        }
    }

    @Test
    void aWindowIsPaintedBeforeItIsSeenAndNotAgain() throws Exception {
        WindowDriver.needDisplay();
        SwingUtilities.invokeAndWait(() -> {
            Content content = new Content();
            content.setPreferredSize(new Dimension(200, 100));
            JFrame frame = new JFrame();
            try {
                frame.setContentPane(content);
                FirstPainting.of(frame, Theme.LIGHT);
                assertEquals(List.of(), content.painted, "nothing is laid out");
                frame.pack();
                FirstPainting.of(frame, Theme.LIGHT);
                assertEquals(List.of(false), content.painted);
                frame.setVisible(true);
                List<Boolean> before = List.copyOf(content.painted);
                FirstPainting.of(frame, Theme.LIGHT);
                assertEquals(before, content.painted);
            } finally {
                frame.dispose();
            }
        });
    }

    @Test
    void iconsAreThereForWhenTheirButtonsCanBeUsed() throws Exception {
        WindowDriver.needDisplay();
        SwingUtilities.invokeAndWait(() -> {
            GlyphIcon icon = new GlyphIcon(Glyph.OPEN);
            JButton button = new JButton(icon);
            button.setEnabled(false);
            JFrame frame = new JFrame();
            try {
                frame.add(button);
                frame.pack();
                FirstPainting.of(frame, Theme.LIGHT);
                assertEquals(2, icon.pictures());
                button.setEnabled(true);
                FirstPainting.of(frame, Theme.LIGHT);
                assertEquals(2, icon.pictures());
            } finally {
                frame.dispose();
            }
        });
    }
}
