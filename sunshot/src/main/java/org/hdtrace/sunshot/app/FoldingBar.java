// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.sunshot.app;

import java.awt.Component;
import java.awt.Dimension;
import java.awt.Insets;
import javax.swing.BorderFactory;
import javax.swing.JSeparator;
import javax.swing.JToolBar;

/** A tool bar that goes on in a further line where it is too narrow for one, so that nothing in it is cut. Thread: event thread. */
final class FoldingBar extends JToolBar {
    private static final long serialVersionUID = 1L;
    /** Pixels between two lines. */
    private static final int GAP = 2;

    /** A bar that stays where it is. */
    FoldingBar(String name) {
        setName(name);
        setFloatable(false);
        setBorder(BorderFactory.createEmptyBorder(2, 6, 2, 6));
    }

    /** How high it is at a width. */
    int heightAt(int width) {
        return fits(width) ? getPreferredSize().height : fold(width, false);
    }

    @Override
    public void doLayout() {
        if (fits(getWidth())) {
            super.doLayout();
        } else {
            fold(getWidth(), true);
        }
    }

    private boolean fits(int width) {
        return width >= getPreferredSize().width;
    }

    /** Goes through the lines and tells how high they are, borders included. */
    private int fold(int width, boolean move) {
        Insets insets = getInsets();
        int right = Math.max(insets.left + 1, width - insets.right);
        int line = lineHeight();
        int x = insets.left;
        int y = insets.top;
        for (Component part : getComponents()) {
            if (!part.isVisible()) {
                continue;
            }
            Dimension size = part.getPreferredSize();
            if (x > insets.left && x + size.width > right) {
                x = insets.left;
                y += line + GAP;
            }
            // What separates is of no use at the begin of a line.
            int wide = x == insets.left && part instanceof JSeparator ? 0 : Math.min(size.width, right - x);
            if (move) {
                part.setBounds(x, y + (line - size.height) / 2, wide, size.height);
            }
            x += wide;
        }
        return y + line + insets.bottom;
    }

    /** All lines are as high as the highest part. */
    private int lineHeight() {
        int most = 0;
        for (Component part : getComponents()) {
            most = Math.max(
                    most, part.isVisible() && !(part instanceof JSeparator) ? part.getPreferredSize().height : 0);
        }
        return most;
    }
}
