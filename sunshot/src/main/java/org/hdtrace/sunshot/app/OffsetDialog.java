// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.sunshot.app;

import com.formdev.flatlaf.FlatClientProperties;
import java.awt.BorderLayout;
import java.util.function.LongConsumer;
import javax.swing.JButton;
import javax.swing.JFrame;
import javax.swing.JLabel;
import javax.swing.JPanel;
import javax.swing.JTextField;
import org.hdtrace.sunshot.control.TimeInput;
import org.hdtrace.sunshot.model.RunShift;

/** Asks by how much a node is moved in time; what is no time is told at each letter (SUNSHOT S-37). Thread: event thread. */
final class OffsetDialog {
    private final JTextField field = new JTextField(18);
    private final JLabel fault = new JLabel(" ");
    private final JButton apply = new JButton("Move");

    private OffsetDialog(long now) {
        field.setName("offset.field");
        fault.setName("offset.fault");
        apply.setName("offset.apply");
        field.setText(TimeInput.format(now));
        field.selectAll();
        field.getDocument().addDocumentListener(new TextChange(this::look));
    }

    private JPanel content(String node) {
        JPanel middle = new JPanel(new BorderLayout(0, 6));
        middle.add(
                new JLabel("<html>How much later, with all that lies below: seconds, or a number<br>"
                        + "with ms, us or ns; with - earlier, 0 as it was recorded."),
                BorderLayout.NORTH);
        JPanel line = new JPanel(new BorderLayout(8, 0));
        line.add(new JLabel(node), BorderLayout.WEST);
        line.add(field);
        middle.add(line);
        middle.add(fault, BorderLayout.SOUTH);
        return middle;
    }

    /**
     * Shows the question.
     *
     * @param now the offset there is
     * @param take takes the one that was written
     */
    static void show(JFrame owner, String node, long now, LongConsumer take) {
        OffsetDialog asked = new OffsetDialog(now);
        Question.show(
                owner,
                "Move in time",
                "offsetDialog",
                asked.content(node),
                asked.apply,
                () -> take.accept(asked.offset()));
    }

    private long offset() {
        return RunShift.checked(TimeInput.parse(field.getText()));
    }

    private void look() {
        String problem = " ";
        try {
            offset();
        } catch (IllegalArgumentException e) {
            problem = e.getMessage();
        }
        boolean good = problem.isBlank();
        fault.setText(problem);
        apply.setEnabled(good);
        field.putClientProperty(FlatClientProperties.OUTLINE, good ? null : FlatClientProperties.OUTLINE_ERROR);
    }
}
