// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.sunshot.paint;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.awt.Graphics2D;
import java.awt.image.BufferedImage;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;

/** Arcs of who gives to whom, beside the bars of a profile. */
class ArcPainterTest {
    private static final int LINE = 24;
    private static final int LINES = 6;
    private static final int WIDTH = 120;

    private static ArcPainter painter(ArcPainter.Arc... arcs) {
        return new ArcPainter(List.of(arcs), LINES, LINE);
    }

    private static ArcPainter.Arc arc(int from, int to, long count) {
        return new ArcPainter.Arc(from, to, count);
    }

    private static BufferedImage painted(ArcPainter painter, int fromY, int toY, int strong) {
        BufferedImage image = new BufferedImage(WIDTH, LINES * LINE, BufferedImage.TYPE_INT_RGB);
        Graphics2D graphics = image.createGraphics();
        graphics.setColor(Theme.color(Theme.LIGHT.background()));
        graphics.fillRect(0, 0, WIDTH, LINES * LINE);
        graphics.clipRect(0, fromY, WIDTH, toY - fromY);
        painter.paint(graphics, Theme.LIGHT, WIDTH, WIDTH, 0, index -> index == strong);
        graphics.dispose();
        return image;
    }

    private static int inked(BufferedImage image, int x, int fromY, int toY) {
        int found = 0;
        for (int y = fromY; y < toY; y++) {
            found += (image.getRGB(x, y) & 0xFFFFFF) == Theme.LIGHT.background() ? 0 : 1;
        }
        return found;
    }

    @Test
    void theStripIsAsWideAsTheLinesNeedAndTheRoomAllows() {
        ArcPainter few = new ArcPainter(List.of(arc(0, 1, 1)), 2, LINE);
        ArcPainter more = new ArcPainter(List.of(arc(0, 1, 1)), 4, LINE);
        assertTrue(few.width(500) < more.width(500));
        assertEquals(60, new ArcPainter(List.of(arc(0, 1, 1)), 1000, LINE).width(60));
        assertEquals(0, new ArcPainter(List.of(), 4, LINE).width(500), "nothing to be seen takes no room");
    }

    @Test
    void anArcIsWiderByTheLogarithmOfItsCount() {
        int[] wide = new int[3];
        for (int i = 0; i < 3; i++) {
            BufferedImage image = painted(painter(arc(0, 5, (long) Math.pow(1000, i))), 0, LINES * LINE, -1);
            int[] row = image.getRGB(0, 3 * LINE, WIDTH, 1, null, 0, WIDTH);
            for (int rgb : row) {
                wide[i] += 255 - (rgb & 255);
            }
        }
        // By ink, which does not depend on where between pixels the arc lies: 1, 4 and 7 pixels.
        assertEquals(4, wide[1] / (double) wide[0], 0.4);
        assertEquals(7, wide[2] / (double) wide[0], 1);
    }

    @Test
    void theHeadIsAtTheLineThatTakes() {
        BufferedImage down = painted(painter(arc(1, 4, 1)), 0, LINES * LINE, -1);
        int x = WIDTH - 5;
        assertTrue(inked(down, x, 4 * LINE, 5 * LINE) > inked(down, x, LINE, 2 * LINE));
        BufferedImage up = painted(painter(arc(4, 1, 1)), 0, LINES * LINE, -1);
        assertTrue(inked(up, x, LINE, 2 * LINE) > inked(up, x, 4 * LINE, 5 * LINE));
        BufferedImage loop = painted(painter(arc(2, 2, 1)), 0, LINES * LINE, -1);
        assertTrue(inked(loop, WIDTH - 12, 2 * LINE, 3 * LINE) > 0);
        assertEquals(0, inked(loop, WIDTH - 40, 0, LINES * LINE), "a loop stays near its line");
    }

    @Test
    void whatIsClippedIsWhatIsSeenOfTheWhole() {
        List<ArcPainter.Arc> all = new ArrayList<>();
        for (int from = 0; from < LINES; from++) {
            for (int to = 0; to < LINES; to++) {
                all.add(arc(from, to, from + 10L * to + 1));
            }
        }
        ArcPainter painter = new ArcPainter(all, LINES, LINE);
        BufferedImage whole = painted(painter, 0, LINES * LINE, -1);
        BufferedImage part = painted(painter, 40, 80, -1);
        for (int y = 40; y < 80; y++) {
            for (int x = 0; x < WIDTH; x++) {
                // Rounded in another way where shapes are cut; an arc more or less makes more than 50.
                assertEquals(whole.getRGB(x, y) & 255, part.getRGB(x, y) & 255, 20, "pixel " + x + ", " + y);
            }
        }
    }

    @Test
    void theArcThatIsPointedAtIsFoundAndMarked() {
        ArcPainter painter = painter(arc(0, 1, 10), arc(0, 5, 10));
        int middle = LINES * LINE / 2;
        assertEquals(OptionalInt.empty(), painter.at(60, middle, WIDTH, WIDTH, 0));
        OptionalInt found = painter.at(5, middle, WIDTH, WIDTH, 0);
        assertEquals(OptionalInt.of(1), found, "the one that reaches furthest");
        BufferedImage image = painted(painter, 0, LINES * LINE, 1);
        boolean marked = false;
        for (int x = 0; x < 10; x++) {
            marked |= (image.getRGB(x, middle) & 0xFFFFFF) == Theme.LIGHT.mark();
        }
        assertTrue(marked);
    }

    @Test
    void manyArcsArePalerThanFew() {
        List<ArcPainter.Arc> same = new ArrayList<>();
        for (int i = 0; i < 100; i++) {
            same.add(arc(0, 1, 1));
        }
        same.add(arc(0, 5, 1));
        BufferedImage many = painted(new ArcPainter(same, LINES, LINE), 0, LINES * LINE, -1);
        BufferedImage few = painted(painter(arc(0, 5, 1)), 0, LINES * LINE, -1);
        assertTrue(darkest(many) > darkest(few) + 40, darkest(many) + " and " + darkest(few));
    }

    /** Of the row in the middle, where only the arc that reaches furthest is. */
    private static int darkest(BufferedImage image) {
        int least = 255;
        for (int x = 0; x < WIDTH; x++) {
            least = Math.min(least, image.getRGB(x, 3 * LINE) & 255);
        }
        return least;
    }
}
