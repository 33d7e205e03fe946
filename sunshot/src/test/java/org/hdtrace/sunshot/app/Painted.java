// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.sunshot.app;

import java.awt.Graphics2D;
import java.awt.Rectangle;
import java.awt.image.BufferedImage;
import java.util.Arrays;
import javax.swing.JComponent;
import javax.swing.SwingUtilities;

/** What a component looks like. Thread: event thread. */
final class Painted {
    /** Of red, green and blue together. */
    private static final int NEARLY = 12;

    private Painted() {}

    /** What a component paints now. */
    static BufferedImage of(JComponent component) {
        if (!SwingUtilities.isEventDispatchThread()) {
            throw new IllegalStateException("painted beside the event thread");
        }
        BufferedImage image =
                new BufferedImage(component.getWidth(), component.getHeight(), BufferedImage.TYPE_INT_RGB);
        Graphics2D graphics = image.createGraphics();
        component.paint(graphics);
        graphics.dispose();
        return image;
    }

    /** The number of pixels that have nearly a colour. */
    static int pixels(JComponent component, int rgb) {
        return (int) Arrays.stream(rgbOf(component))
                .filter(pixel -> isNearly(pixel, rgb))
                .count();
    }

    /** What encloses the pixels of an image that have nearly a colour; empty if there are none. */
    static Rectangle bounds(BufferedImage image, int rgb) {
        Rectangle all = new Rectangle();
        for (int y = 0; y < image.getHeight(); y++) {
            for (int x = 0; x < image.getWidth(); x++) {
                if (isNearly(image.getRGB(x, y), rgb)) {
                    Rectangle pixel = new Rectangle(x, y, 1, 1);
                    all = all.isEmpty() ? pixel : all.union(pixel);
                }
            }
        }
        return all;
    }

    /** All its pixels, to see whether something has changed. */
    static int[] rgbOf(JComponent component) {
        BufferedImage image = of(component);
        return image.getRGB(0, 0, image.getWidth(), image.getHeight(), null, 0, image.getWidth());
    }

    private static boolean isNearly(int one, int other) {
        int difference = 0;
        for (int shift = 0; shift <= 16; shift += 8) {
            difference += Math.abs((one >> shift & 255) - (other >> shift & 255));
        }
        return difference < NEARLY;
    }
}
