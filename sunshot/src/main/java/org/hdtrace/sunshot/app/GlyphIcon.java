// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.sunshot.app;

import java.awt.Color;
import java.awt.Component;
import java.awt.Graphics;
import java.awt.Graphics2D;
import java.awt.image.BufferedImage;
import java.util.HashMap;
import java.util.Map;
import javax.swing.Icon;

/**
 * A {@link Glyph} on a button. Buttons are painted often and smooth lines are slow to draw, so a picture of it is kept for each way it has
 * looked. Thread: event thread.
 */
final class GlyphIcon implements Icon {
    private final Glyph glyph;
    private final Map<Look, BufferedImage> images = new HashMap<>();

    /** Colour, and how large a pixel of the window is on the screen. */
    private record Look(int rgb, boolean enabled, double pixelScale) {
        /** Whether its picture has whole pixels, so that it is the same as if it were drawn each time. */
        boolean isWhole() {
            double pixels = Glyph.SIZE * pixelScale;
            return pixels == Math.rint(pixels);
        }
    }

    GlyphIcon(Glyph glyph) {
        this.glyph = glyph;
    }

    @Override
    public void paintIcon(Component component, Graphics g, int x, int y) {
        paint(component, component.isEnabled(), g, x, y);
    }

    /** Paints it as on a component that can be used or can't, whatever that one is now. */
    void paint(Component component, boolean enabled, Graphics g, int x, int y) {
        Graphics2D graphics = (Graphics2D) g.create();
        try {
            graphics.translate(x, y);
            double pixelScale = graphics.getTransform().getScaleX();
            Look look = new Look(component.getForeground().getRGB(), enabled, pixelScale);
            if (look.isWhole()) {
                BufferedImage image = images.computeIfAbsent(look, this::image);
                graphics.drawImage(image, 0, 0, Glyph.SIZE, Glyph.SIZE, null);
            } else {
                glyph.draw(graphics, component.getForeground(), enabled);
            }
        } finally {
            graphics.dispose();
        }
    }

    /** How many ways it has looked that a picture is kept of. */
    int pictures() {
        return images.size();
    }

    private BufferedImage image(Look look) {
        int pixels = (int) Math.rint(Glyph.SIZE * look.pixelScale());
        BufferedImage image = new BufferedImage(pixels, pixels, BufferedImage.TYPE_INT_ARGB_PRE);
        Graphics2D graphics = image.createGraphics();
        try {
            graphics.scale(look.pixelScale(), look.pixelScale());
            glyph.draw(graphics, new Color(look.rgb(), true), look.enabled());
        } finally {
            graphics.dispose();
        }
        return image;
    }

    @Override
    public int getIconWidth() {
        return Glyph.SIZE;
    }

    @Override
    public int getIconHeight() {
        return Glyph.SIZE;
    }
}
