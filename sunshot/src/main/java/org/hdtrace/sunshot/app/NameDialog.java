// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.sunshot.app;

import java.awt.BorderLayout;
import java.util.function.Consumer;
import javax.swing.JButton;
import javax.swing.JFrame;
import javax.swing.JLabel;
import javax.swing.JPanel;
import javax.swing.JTextField;

/** Asks for the name of something, such as a group of rows (SUNSHOT V-07). Thread: event thread. */
final class NameDialog {
    private NameDialog() {}

    /**
     * What is asked.
     *
     * @param of begins the names of the components, for tests
     * @param title of the window
     * @param label before the field
     */
    record Words(String of, String title, String label) {}

    /**
     * Shows the question.
     *
     * @param name the one it has, or could have
     * @param take takes the one that was written, which is not blank
     */
    static void show(JFrame owner, Words words, String name, Consumer<String> take) {
        JTextField field = new JTextField(24);
        JButton apply = new JButton("OK");
        field.setName(words.of() + ".name");
        apply.setName(words.of() + ".apply");
        field.setText(name);
        field.selectAll();
        field.getDocument()
                .addDocumentListener(
                        new TextChange(() -> apply.setEnabled(!field.getText().isBlank())));
        JPanel line = new JPanel(new BorderLayout(8, 0));
        line.add(new JLabel(words.label()), BorderLayout.WEST);
        line.add(field);
        Question.show(
                owner,
                words.title(),
                words.of() + "Dialog",
                line,
                apply,
                () -> take.accept(field.getText().strip()));
    }
}
