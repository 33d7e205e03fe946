// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.sunshot.app;

import java.awt.Component;
import java.awt.Container;
import java.awt.Dimension;
import java.awt.Insets;
import java.awt.LayoutManager;
import java.awt.event.ComponentAdapter;
import java.awt.event.ComponentEvent;
import javax.swing.JComponent;
import javax.swing.JPanel;

/**
 * The tool bars of a window: beside each other where there is room, else the fields below the buttons, so that no field is cut
 * (SUNSHOT S-30); each of them folds where even that is too narrow. The last part stays at the right end of the first line.
 */
final class ToolLines extends JPanel {
    private static final long serialVersionUID = 1L;

    private final JComponent buttons;
    private final JComponent fields;
    private final JComponent end;

    ToolLines(JComponent buttons, JComponent fields, JComponent end) {
        this.buttons = buttons;
        this.fields = fields;
        this.end = end;
        setName("toolLines");
        setLayout(new Lines());
        add(buttons);
        add(fields);
        add(end);
        addComponentListener(new ComponentAdapter() {
            @Override
            public void componentResized(ComponentEvent event) {
                // Only now it is known how wide the window is; the height may be another one.
                if (getHeight() != getPreferredSize().height) {
                    revalidate();
                }
            }
        });
    }

    private boolean needsTwo() {
        int wanted = 0;
        for (Component part : getComponents()) {
            wanted += part.getPreferredSize().width;
        }
        return getWidth() > 0 && wanted > getWidth();
    }

    private static int heightAt(JComponent part, int width) {
        return part instanceof FoldingBar bar ? bar.heightAt(width) : part.getPreferredSize().height;
    }

    /** Lays the parts beside or below each other. */
    private final class Lines implements LayoutManager {
        @Override
        public Dimension preferredLayoutSize(Container parent) {
            Dimension first = buttons.getPreferredSize();
            Dimension second = fields.getPreferredSize();
            Dimension last = end.getPreferredSize();
            if (!needsTwo()) {
                int line = Math.max(first.height, Math.max(second.height, last.height));
                return new Dimension(first.width + second.width + last.width, line);
            }
            int line = Math.max(heightAt(buttons, getWidth() - last.width), last.height);
            return new Dimension(Math.max(first.width + last.width, second.width), line + heightAt(fields, getWidth()));
        }

        @Override
        public Dimension minimumLayoutSize(Container parent) {
            return new Dimension(0, preferredLayoutSize(parent).height);
        }

        @Override
        public void layoutContainer(Container parent) {
            Insets insets = parent.getInsets();
            int width = parent.getWidth() - insets.left - insets.right;
            int height = parent.getHeight() - insets.top - insets.bottom;
            boolean below = needsTwo();
            int last = end.getPreferredSize().width;
            int first = Math.min(buttons.getPreferredSize().width, Math.max(0, width - last));
            int line = below ? Math.max(heightAt(buttons, first), end.getPreferredSize().height) : height;
            buttons.setBounds(insets.left, insets.top, first, line);
            // Beside buttons in several lines it stays in the first one.
            int upper = Math.max(buttons.getPreferredSize().height, end.getPreferredSize().height);
            end.setBounds(insets.left + width - last, insets.top, last, below ? upper : line);
            if (below) {
                fields.setBounds(insets.left, insets.top + line, width, Math.max(0, height - line));
            } else {
                fields.setBounds(insets.left + first, insets.top, width - first - last, line);
            }
        }

        @Override
        public void addLayoutComponent(String name, Component component) {}

        @Override
        public void removeLayoutComponent(Component component) {}
    }
}
