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

    /** It as an image. */
    default BufferedImage toImage() {
        BufferedImage image = new BufferedImage(width(), height(), BufferedImage.TYPE_INT_RGB);
        Graphics2D graphics = image.createGraphics();
        try {
            paint(graphics, true);
        } finally {
            graphics.dispose();
        }
        return image;
    }
}
