// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.sunshot.app;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.awt.Rectangle;
import java.util.List;
import java.util.Random;
import javax.swing.JPanel;
import org.junit.jupiter.api.Test;

class PaintPiecesTest {
    private static JPanel panel(int x, int y, int width, int height) {
        JPanel panel = new JPanel(null);
        panel.setBounds(x, y, width, height);
        return panel;
    }

    @Test
    void piecesAreThePanelsOfAWindow() {
        JPanel root = panel(0, 0, 1500, 800);
        JPanel content = panel(0, 0, 1500, 800);
        root.add(content);
        content.add(panel(0, 0, 1500, 100));
        JPanel middle = panel(0, 100, 1500, 700);
        content.add(middle);
        middle.add(panel(0, 0, 900, 700));
        middle.add(panel(905, 0, 595, 700));
        assertEquals(
                List.of(
                        new Rectangle(0, 0, 1500, 100),
                        new Rectangle(0, 100, 900, 700),
                        new Rectangle(900, 100, 600, 700)),
                PaintPieces.of(root, new Rectangle(0, 0, 1500, 800)));
    }

    @Test
    void hiddenPanelsAndSmallRegionsCutNothing() {
        JPanel root = panel(0, 0, 1500, 800);
        JPanel hidden = panel(0, 0, 700, 800);
        hidden.setVisible(false);
        root.add(hidden);
        root.add(panel(0, 0, 300, 800));
        Rectangle right = new Rectangle(400, 0, 1100, 800);
        assertEquals(List.of(right), PaintPieces.of(root, right));
        Rectangle small = new Rectangle(225, 0, 150, 150);
        assertEquals(List.of(small), PaintPieces.of(root, small));
    }

    @Test
    void panelsThatOverlapAreNotCutThrough() {
        JPanel root = panel(0, 0, 1000, 800);
        root.add(panel(0, 0, 600, 800));
        root.add(panel(500, 0, 500, 800));
        Rectangle all = new Rectangle(0, 0, 1000, 800);
        assertEquals(List.of(all), PaintPieces.of(root, all));
    }

    /** Any layout, also with gaps, panels beyond the edge and panels above each other. */
    @Test
    void piecesCoverTheRegionOnceWhateverTheLayout() {
        int cut = 0;
        for (int seed = 0; seed < 300; seed++) {
            Random random = new Random(seed);
            JPanel root = panel(0, 0, 1200, 900);
            fill(root, random, 3);
            int x = random.nextInt(400);
            int y = random.nextInt(300);
            Rectangle region = new Rectangle(x, y, 1200 - x - random.nextInt(400), 900 - y - random.nextInt(300));
            List<Rectangle> pieces = PaintPieces.of(root, region);
            cut += pieces.size() > 1 ? 1 : 0;
            long area = 0;
            for (int i = 0; i < pieces.size(); i++) {
                Rectangle piece = pieces.get(i);
                assertFalse(piece.isEmpty(), "seed " + seed);
                assertTrue(region.contains(piece), "seed " + seed);
                area += (long) piece.width * piece.height;
                for (Rectangle other : pieces.subList(0, i)) {
                    assertFalse(piece.intersects(other), "seed " + seed);
                }
            }
            assertEquals((long) region.width * region.height, area, "seed " + seed);
        }
        assertTrue(cut > 100, cut + " of 300 were cut");
    }

    private static void fill(JPanel container, Random random, int depth) {
        if (depth == 0) {
            return;
        }
        int parts = 1 + random.nextInt(4);
        boolean columns = random.nextBoolean();
        for (int i = 0; i < parts; i++) {
            JPanel part = columns
                    ? panel(i * container.getWidth() / parts, 0, container.getWidth() / parts, container.getHeight())
                    : panel(0, i * container.getHeight() / parts, container.getWidth(), container.getHeight() / parts);
            if (random.nextInt(6) == 0) {
                part.setLocation(part.getX() + random.nextInt(100) - 50, part.getY() + random.nextInt(100) - 50);
            }
            part.setVisible(random.nextInt(10) > 0);
            container.add(part);
            fill(part, random, depth - 1);
        }
    }
}
