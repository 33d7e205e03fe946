// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.sunshot.paint;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.awt.BasicStroke;
import java.awt.Color;
import java.awt.Graphics2D;
import java.awt.geom.Line2D;
import java.awt.image.BufferedImage;
import java.awt.image.DataBufferInt;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Lines that are summed up look as if they had been painted one by one. */
class LineFieldTest {
    private static final int WIDTH = 160;
    private static final int HEIGHT = 120;
    private static final int COLOR = 0x204060;
    private static final double ALPHA = 0.3;

    private static int[] blended(List<Line2D> lines, double thickness) {
        return blended(lines, thickness, 1);
    }

    private static int[] blended(List<Line2D> lines, double thickness, double most) {
        int[] pixels = new int[WIDTH * HEIGHT];
        java.util.Arrays.fill(pixels, 0xFFFFFFFF);
        LineField field = new LineField(WIDTH, HEIGHT, most);
        lines.forEach(line -> field.add(line.getX1(), line.getY1(), line.getX2(), line.getY2(), thickness, ALPHA));
        field.blend(pixels, 0, WIDTH, COLOR);
        return pixels;
    }

    private static int[] painted(List<Line2D> lines, double thickness) {
        BufferedImage image = new BufferedImage(WIDTH, HEIGHT, BufferedImage.TYPE_INT_RGB);
        Graphics2D graphics = image.createGraphics();
        graphics.setColor(Color.WHITE);
        graphics.fillRect(0, 0, WIDTH, HEIGHT);
        TimelinePainter.smooth(graphics);
        graphics.setColor(new Color(COLOR >> 16, COLOR >> 8 & 255, COLOR & 255, (int) Math.round(255 * ALPHA)));
        graphics.setStroke(new BasicStroke((float) thickness, BasicStroke.CAP_BUTT, BasicStroke.JOIN_ROUND));
        lines.forEach(graphics::draw);
        graphics.dispose();
        return ((DataBufferInt) image.getRaster().getDataBuffer()).getData();
    }

    private static double darkness(int[] pixels) {
        double sum = 0;
        for (int pixel : pixels) {
            sum += 255 - (pixel >> 16 & 255);
        }
        return sum;
    }

    /** Mean of 4 x 4 pixels: the softness of single lines is not the same. */
    private static double tile(int[] pixels, int x, int y) {
        double sum = 0;
        for (int i = 0; i < 16; i++) {
            sum += pixels[(y + i / 4) * WIDTH + x + i % 4] >> 16 & 255;
        }
        return sum / 16;
    }

    @Test
    void aLineIsAsDarkAsOnePaintedByItself() {
        Random random = new Random(7);
        for (int i = 0; i < 200; i++) {
            double thickness = 1 + 3 * random.nextDouble();
            Line2D line = new Line2D.Double(
                    10 + random.nextInt(140),
                    10 + random.nextInt(100),
                    10 + random.nextInt(140),
                    10 + random.nextInt(100));
            if (i % 4 == 0) {
                line.setLine(line.getX1(), line.getY1(), line.getX1() + 0.5, line.getY2());
            }
            double wanted = darkness(painted(List.of(line), thickness));
            double found = darkness(blended(List.of(line), thickness));
            assertEquals(wanted, found, 0.06 * wanted + 255 * thickness * thickness, line.getP1() + " " + line.getP2());
        }
    }

    @Test
    void manyLinesLookAsIfPaintedOneAfterAnother() {
        Random random = new Random(8);
        List<Line2D> lines = new ArrayList<>();
        for (int i = 0; i < 300; i++) {
            double x = random.nextInt(WIDTH + 40) - 20.0;
            lines.add(
                    new Line2D.Double(x, random.nextInt(HEIGHT), x + random.nextInt(60) - 30, random.nextInt(HEIGHT)));
        }
        int[] wanted = painted(lines, 1.5);
        int[] found = blended(lines, 1.5);
        double difference = 0;
        for (int y = 0; y < HEIGHT; y += 4) {
            for (int x = 0; x < WIDTH; x += 4) {
                difference += Math.abs(tile(wanted, x, y) - tile(found, x, y));
            }
        }
        difference /= WIDTH * HEIGHT / 16.0;
        assertTrue(difference < 5, "mean difference of tiles: " + difference + " of 255");
        assertEquals(darkness(wanted), darkness(found), 0.06 * darkness(wanted));
    }

    @Test
    void anUprightLineOnWholePixelsIsExact() {
        int[] pixels = blended(List.of(new Line2D.Double(20.5, 10, 20.5, 30)), 1);
        int inside = 255 - (int) Math.round((255 - 0x20) * ALPHA);
        assertEquals(inside, pixels[15 * WIDTH + 20] >> 16 & 255, 1);
        assertEquals(0xFFFFFFFF, pixels[15 * WIDTH + 19]);
        assertEquals(0xFFFFFFFF, pixels[15 * WIDTH + 21]);
        assertEquals(0xFFFFFFFF, pixels[9 * WIDTH + 20]);
        assertEquals(0xFFFFFFFF, pixels[30 * WIDTH + 20]);
    }

    @Test
    void whatLiesBelowStaysVisible() {
        List<Line2D> lines = java.util.Collections.nCopies(500, new Line2D.Double(20.5, 10, 20.5, 30));
        int[] pixels = blended(lines, 1, 0.6);
        assertEquals(255 - (int) Math.round((255 - 0x20) * 0.6), pixels[15 * WIDTH + 20] >> 16 & 255, 1);
        int few = blended(lines.subList(0, 1), 1, 0.6)[15 * WIDTH + 20] >> 16 & 255;
        assertEquals(255 - (255 - 0x20) * ALPHA, few, 12, "a single line is nearly as opaque as ever");
    }

    @Test
    void whatLiesOutsideIsCutOff() {
        List<Line2D> lines = List.of(
                new Line2D.Double(-1e6, -1e5, 1e6, 2e5),
                new Line2D.Double(-50, 10, -1, 20),
                new Line2D.Double(WIDTH, 10, WIDTH + 0.2, 200),
                new Line2D.Double(5, -300, 8, -10),
                new Line2D.Double(0, 0, WIDTH, HEIGHT));
        int[] pixels = blended(lines, 2);
        assertEquals(0xFFFFFFFF, pixels[HEIGHT / 2 * WIDTH]);
        assertTrue((pixels[HEIGHT / 2 * WIDTH + WIDTH / 2] & 255) < 255);
    }
}
