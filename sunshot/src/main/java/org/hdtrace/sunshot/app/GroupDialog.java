// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.sunshot.app;

import java.awt.BorderLayout;
import java.awt.FlowLayout;
import java.util.function.Consumer;
import javax.swing.BorderFactory;
import javax.swing.JButton;
import javax.swing.JDialog;
import javax.swing.JFrame;
import javax.swing.JLabel;
import javax.swing.JPanel;
import javax.swing.JTextField;

/** Asks for the name of a group of rows (SUNSHOT V-07). Thread: event thread. */
final class GroupDialog {
    private final JDialog dialog;
    private final JTextField field = new JTextField(24);
    private final JButton apply = new JButton("OK");

    private GroupDialog(JFrame owner, String title, String name, Consumer<String> take) {
        dialog = new JDialog(owner, title, false);
        dialog.setName("groupDialog");
        field.setName("group.name");
        apply.setName("group.apply");
        field.setText(name);
        field.selectAll();
        field.getDocument()
                .addDocumentListener(
                        new TextChange(() -> apply.setEnabled(!field.getText().isBlank())));
        apply.addActionListener(event -> {
            dialog.dispose();
            take.accept(field.getText().strip());
        });
        JButton cancel = new JButton("Cancel");
        cancel.addActionListener(event -> dialog.dispose());
        JPanel south = new JPanel(new FlowLayout(FlowLayout.TRAILING));
        south.add(cancel);
        south.add(apply);
        JPanel line = new JPanel(new BorderLayout(8, 0));
        line.setBorder(BorderFactory.createEmptyBorder(12, 14, 4, 14));
        line.add(new JLabel("Name of the group"), BorderLayout.WEST);
        line.add(field);
        dialog.add(line);
        dialog.add(south, BorderLayout.SOUTH);
        dialog.getRootPane().setDefaultButton(apply);
        EscapeKey.closes(dialog);
        dialog.pack();
        dialog.setLocationRelativeTo(owner);
    }

    /**
     * Shows the question.
     *
     * @param name the one it has, or could have
     * @param take takes the one that was written, which is not blank
     */
    static void show(JFrame owner, String title, String name, Consumer<String> take) {
        new GroupDialog(owner, title, name, take).dialog.setVisible(true);
    }
}
