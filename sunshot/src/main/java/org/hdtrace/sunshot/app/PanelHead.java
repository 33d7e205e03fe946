// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.sunshot.app;

import java.awt.BorderLayout;
import java.awt.Component;
import java.awt.Dimension;
import java.awt.FlowLayout;
import java.awt.event.ComponentAdapter;
import java.awt.event.ComponentEvent;
import javax.swing.JComponent;
import javax.swing.JLabel;
import javax.swing.JPanel;

/**
 * The uppermost part of a panel: what may be chosen, a line of text and buttons. Where it is too narrow, text and buttons are below, and
 * choices go on in further lines, so that none of them is cut. Thread: event thread.
 */
final class PanelHead extends JPanel {
    private static final long serialVersionUID = 1L;
    private static final int GAP = 6;
    /** Above and below each line, pixels. */
    private static final int LINE_GAP = 2;

    private final JPanel choice = new JPanel(new FlowLayout(FlowLayout.LEADING, GAP, LINE_GAP));
    private final JPanel rest = new JPanel(new BorderLayout(GAP, 0));
    private final JPanel buttons = new JPanel(new FlowLayout(FlowLayout.TRAILING, GAP, LINE_GAP));

    /** What may be chosen, from left to right. */
    PanelHead(JComponent... choices) {
        super(null);
        for (JComponent each : choices) {
            choice.add(each);
        }
        add(choice);
        add(rest);
        addComponentListener(new ComponentAdapter() {
            @Override
            public void componentResized(ComponentEvent event) {
                revalidate();
            }
        });
    }

    /** A text beside it, which gives way, and buttons at the right end. */
    PanelHead with(JLabel text, PanelButton... added) {
        for (PanelButton each : added) {
            buttons.add(each);
        }
        rest.add(text);
        rest.add(buttons, BorderLayout.EAST);
        return this;
    }

    private boolean isOneLine() {
        int needed = choice.getPreferredSize().width
                + (rest.getComponentCount() == 0 ? 0 : GAP + buttons.getPreferredSize().width);
        return getWidth() == 0 || needed <= getWidth();
    }

    /** How high the choices are at this width, line below line as the layout puts them. */
    private int choiceHeight() {
        int line = 0;
        int lines = 1;
        int x = 0;
        for (Component part : choice.getComponents()) {
            if (part.isVisible()) {
                Dimension size = part.getPreferredSize();
                line = Math.max(line, size.height);
                // The layout does not count the gap here.
                if (x > 0 && x + size.width > getWidth() - 2 * GAP) {
                    lines++;
                    x = 0;
                }
                x += (x > 0 ? GAP : 0) + size.width;
            }
        }
        return lines * (line + LINE_GAP) + LINE_GAP;
    }

    @Override
    public Dimension getPreferredSize() {
        Dimension first = choice.getPreferredSize();
        Dimension second = rest.getPreferredSize();
        int height = isOneLine() ? Math.max(first.height, second.height) : choiceHeight() + second.height;
        return new Dimension(first.width + GAP + second.width, height);
    }

    @Override
    public void doLayout() {
        Dimension first = choice.getPreferredSize();
        if (isOneLine()) {
            choice.setBounds(0, 0, first.width, getHeight());
            int left = first.width + GAP;
            rest.setBounds(left, 0, Math.max(0, getWidth() - left), getHeight());
        } else {
            int upper = choiceHeight();
            choice.setBounds(0, 0, getWidth(), upper);
            rest.setBounds(GAP, upper, Math.max(0, getWidth() - GAP), rest.getPreferredSize().height);
        }
    }
}
