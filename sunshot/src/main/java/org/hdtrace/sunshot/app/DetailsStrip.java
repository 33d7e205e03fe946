// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.sunshot.app;

import java.awt.BorderLayout;
import java.awt.Dimension;
import javax.swing.BorderFactory;
import javax.swing.JButton;
import javax.swing.JLabel;
import javax.swing.JPanel;
import javax.swing.JProgressBar;

/** The line at the bottom: what is under the pointer, and the progress of loading. */
final class DetailsStrip extends JPanel {
    private static final long serialVersionUID = 1L;

    private final JLabel text = new JLabel(" ");
    private final JPanel loading = new JPanel(new BorderLayout(8, 0));
    private final JProgressBar bar = new JProgressBar(0, 1000);
    private final JButton cancel = new JButton("Cancel");

    DetailsStrip() {
        super(new BorderLayout(12, 0));
        setName("detailsStrip");
        text.setName("hover");
        bar.setName("progress");
        cancel.setName("cancel");
        bar.setStringPainted(true);
        bar.setPreferredSize(new Dimension(320, 18));
        loading.setOpaque(false);
        loading.add(bar);
        loading.add(cancel, BorderLayout.EAST);
        loading.setVisible(false);
        setBorder(BorderFactory.createEmptyBorder(4, 10, 4, 10));
        setPreferredSize(new Dimension(100, 34));
        add(text);
        add(loading, BorderLayout.EAST);
    }

    /** Shows a line with the colour of a category; -1 for none. */
    void show(String line, int rgb) {
        text.setIcon(rgb < 0 ? null : new Swatch(rgb));
        text.setIconTextGap(8);
        text.setText(line.isEmpty() ? " " : line);
    }

    String shown() {
        return text.getText();
    }

    void showProgress(double share, String what) {
        loading.setVisible(true);
        bar.setValue((int) Math.round(share * 1000));
        bar.setString(what);
    }

    void endProgress() {
        loading.setVisible(false);
    }

    void onCancel(Runnable action) {
        for (var listener : cancel.getActionListeners()) {
            cancel.removeActionListener(listener);
        }
        cancel.addActionListener(event -> action.run());
    }
}
