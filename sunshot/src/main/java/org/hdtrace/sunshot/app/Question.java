// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.sunshot.app;

import java.awt.BorderLayout;
import java.awt.FlowLayout;
import javax.swing.BorderFactory;
import javax.swing.JButton;
import javax.swing.JComponent;
import javax.swing.JDialog;
import javax.swing.JFrame;
import javax.swing.JPanel;

/** The window of a short question: Enter or a button takes the answer, Escape or another gives it up. Thread: event thread. */
final class Question {
    private Question() {}

    /**
     * Shows the question; what is behind it can be used meanwhile.
     *
     * @param name of the window, for tests
     * @param content what is asked
     * @param apply takes the answer, unless it is disabled
     * @param take is called once the window is closed by that button
     */
    static void show(JFrame owner, String title, String name, JComponent content, JButton apply, Runnable take) {
        JDialog dialog = new JDialog(owner, title, false);
        dialog.setName(name);
        apply.addActionListener(event -> {
            dialog.dispose();
            take.run();
        });
        JButton cancel = new JButton("Cancel");
        cancel.addActionListener(event -> dialog.dispose());
        JPanel south = new JPanel(new FlowLayout(FlowLayout.TRAILING));
        south.add(apply);
        south.add(cancel);
        content.setBorder(BorderFactory.createEmptyBorder(12, 14, 4, 14));
        dialog.add(content);
        dialog.add(south, BorderLayout.SOUTH);
        dialog.getRootPane().setDefaultButton(apply);
        EscapeKey.closes(dialog);
        dialog.pack();
        dialog.setLocationRelativeTo(owner);
        dialog.setVisible(true);
    }
}
