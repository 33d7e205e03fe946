// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.sunshot.app;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.awt.Color;
import java.awt.Component;
import java.awt.Graphics2D;
import java.awt.image.BufferedImage;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

/** Icons that are kept look as if they were drawn each time. */
class GlyphIconTest {
    private static BufferedImage image(double pixelScale, Consumer<Graphics2D> painting) {
        BufferedImage image = new BufferedImage(40, 40, BufferedImage.TYPE_INT_RGB);
        Graphics2D graphics = image.createGraphics();
        graphics.setColor(Color.WHITE);
        graphics.fillRect(0, 0, 40, 40);
        graphics.scale(pixelScale, pixelScale);
        painting.accept(graphics);
        graphics.dispose();
        return image;
    }

    @Test
    void eachLookIsThatOfTheComponentNow() {
        Component label = new Component() {
            private static final long serialVersionUID = 1L;
        };
        for (Glyph glyph : Glyph.values()) {
            GlyphIcon icon = new GlyphIcon(glyph);
            for (double scale : new double[] {1, 1.3, 2, 1}) {
                for (Color color : new Color[] {Color.BLACK, Color.RED, Color.BLACK}) {
                    for (boolean enabled : new boolean[] {true, false}) {
                        label.setForeground(color);
                        label.setEnabled(enabled);
                        BufferedImage drawn = image(scale, graphics -> {
                            graphics.translate(1, 1);
                            glyph.draw(graphics, color, enabled);
                        });
                        BufferedImage painted = image(scale, graphics -> icon.paintIcon(label, graphics, 1, 1));
                        assertNear(drawn, painted, glyph + " " + scale + " " + color + " " + enabled);
                    }
                }
            }
        }
    }

    /** Half transparent pixels are rounded twice. */
    private static void assertNear(BufferedImage expected, BufferedImage actual, String what) {
        int marked = 0;
        for (int y = 0; y < expected.getHeight(); y++) {
            for (int x = 0; x < expected.getWidth(); x++) {
                int pixel = expected.getRGB(x, y);
                marked += pixel == Color.WHITE.getRGB() ? 0 : 1;
                for (int shift = 0; shift <= 16; shift += 8) {
                    assertEquals(pixel >> shift & 255, actual.getRGB(x, y) >> shift & 255, 3, what);
                }
            }
        }
        assertTrue(marked > 10, what);
    }
}
