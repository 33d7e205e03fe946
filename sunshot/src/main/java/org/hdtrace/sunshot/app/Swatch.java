// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.sunshot.app;

import java.awt.Color;
import java.awt.Component;
import java.awt.Graphics;
import javax.swing.Icon;

/** A square of a category's colour, 0xRRGGBB. */
record Swatch(int rgb) implements Icon {
    private static final int SIZE = 13;

    @Override
    public void paintIcon(Component component, Graphics graphics, int x, int y) {
        Color color = new Color(rgb);
        graphics.setColor(color.darker());
        graphics.fillRect(x, y, SIZE, SIZE);
        graphics.setColor(color);
        graphics.fillRect(x + 1, y + 1, SIZE - 2, SIZE - 2);
    }

    @Override
    public int getIconWidth() {
        return SIZE;
    }

    @Override
    public int getIconHeight() {
        return SIZE;
    }
}
