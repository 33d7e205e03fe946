// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.sunshot.paint;

import java.awt.Graphics2D;
import java.awt.image.BufferedImage;

/** Something of a known size that can draw itself on any graphics. */
public interface Drawing {
    /** Pixels. */
    int width();

    /** Pixels. */
    int height();

    /**
     * Draws everything.
     *
     * @param raster whether parts may be drawn as images (sharper and faster, but not scalable)
     */
    void paint(Graphics2D graphics, boolean raster);

    /** It as an image with a pixel for each of its own. */
    default BufferedImage toImage() {
        return toImage(1);
    }

    /**
     * It as an image.
     *
     * @param scale pixels of the image for each of its own, in each direction; 2 for a HiDPI screen
     */
    default BufferedImage toImage(double scale) {
        int width = (int) Math.round(width() * scale);
        int height = (int) Math.round(height() * scale);
        BufferedImage image = new BufferedImage(width, height, BufferedImage.TYPE_INT_RGB);
        Graphics2D graphics = image.createGraphics();
        try {
            graphics.scale(scale, scale);
            paint(graphics, true);
        } finally {
            graphics.dispose();
        }
        return image;
    }
}
