// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.sunshot.app;

import com.formdev.flatlaf.FlatClientProperties;
import java.awt.BorderLayout;
import java.awt.Dimension;
import java.awt.FlowLayout;
import java.awt.GridBagConstraints;
import java.awt.GridBagLayout;
import java.awt.Insets;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Function;
import javax.swing.BorderFactory;
import javax.swing.JButton;
import javax.swing.JComponent;
import javax.swing.JDialog;
import javax.swing.JFrame;
import javax.swing.JLabel;
import javax.swing.JList;
import javax.swing.JPanel;
import javax.swing.JScrollPane;
import javax.swing.JTextField;
import javax.swing.ListSelectionModel;
import javax.swing.SwingConstants;
import org.hdtrace.sunshot.control.Computed;

/** Asks for name and formula of a computed statistic and tells at each letter what is wrong with them (SUNSHOT S-38, S-60). */
final class FormulaDialog {
    private static final String HELP =
            "<html>Operators <b>* /</b>, then <b>+ −</b>, then <b>^</b> larger and <b>,</b> smaller."
                    + " In front of a formula an operator joins<br>the nodes below the row, as in <b>+(A * B)</b> for their sum.</html>";

    private final JDialog dialog;
    private final JTextField name = new JTextField(28);
    private final JTextField formula = new JTextField(44);
    private final JLabel fault = new JLabel(" ");
    private final JButton accept = new JButton("Compute");
    private final Computed before;
    private final Function<Computed, Optional<String>> check;

    /**
     * Makes the dialog.
     *
     * @param before what the fields hold at first
     * @param names that formulas may use; a double click puts one into the formula
     * @param check tells what is wrong with a definition
     */
    private FormulaDialog(
            JFrame owner,
            Computed before,
            String place,
            List<String> names,
            Function<Computed, Optional<String>> check) {
        this.before = before;
        this.check = check;
        dialog = new JDialog(owner, "Computed statistic of " + place, false);
        dialog.setName("formulaDialog");
        name.setName("formula.name");
        formula.setName("formula.text");
        fault.setName("formula.fault");
        accept.setName("formula.accept");
        name.setText(before.name());
        formula.setText(before.formula());
        JPanel content = new JPanel(new BorderLayout(0, 8));
        content.setBorder(BorderFactory.createEmptyBorder(12, 12, 10, 12));
        content.add(fields(), BorderLayout.NORTH);
        content.add(nameList(names));
        content.add(buttons(), BorderLayout.SOUTH);
        dialog.setContentPane(content);
        dialog.getRootPane().setDefaultButton(accept);
        EscapeKey.closes(dialog);
        name.getDocument().addDocumentListener(new TextChange(this::look));
        formula.getDocument().addDocumentListener(new TextChange(this::look));
        look();
    }

    /** Shows the dialog; what the user accepts is handed on. */
    static void show(
            JFrame owner,
            Computed before,
            String place,
            List<String> names,
            Function<Computed, Optional<String>> check,
            Consumer<Computed> accepted) {
        FormulaDialog made = new FormulaDialog(owner, before, place, names, check);
        made.accept.addActionListener(event -> made.now().ifPresent(computed -> {
            made.dialog.dispose();
            accepted.accept(computed);
        }));
        made.dialog.pack();
        made.dialog.setLocationRelativeTo(owner);
        made.dialog.setVisible(true);
        made.formula.requestFocusInWindow();
    }

    private JPanel fields() {
        JPanel fields = new JPanel(new GridBagLayout());
        add(fields, 0, "Name", name);
        add(fields, 1, "Formula", formula);
        GridBagConstraints below = new GridBagConstraints();
        below.gridx = 1;
        below.gridy = 2;
        below.anchor = GridBagConstraints.WEST;
        fault.putClientProperty(FlatClientProperties.STYLE, "foreground: $Actions.Red");
        fields.add(fault, below);
        below.gridy = 3;
        below.insets = new Insets(4, 0, 0, 0);
        fields.add(new JLabel(HELP), below);
        return fields;
    }

    private static void add(JPanel fields, int line, String text, JTextField field) {
        GridBagConstraints place = new GridBagConstraints();
        place.gridy = line;
        place.anchor = GridBagConstraints.WEST;
        place.insets = new Insets(2, 0, 2, 10);
        JLabel label = new JLabel(text);
        label.setLabelFor(field);
        fields.add(label, place);
        place.gridx = 1;
        place.weightx = 1;
        place.fill = GridBagConstraints.HORIZONTAL;
        place.insets = new Insets(2, 0, 2, 0);
        fields.add(field, place);
    }

    private JComponent nameList(List<String> names) {
        JList<String> list = new JList<>(names.toArray(new String[0]));
        list.setName("formula.names");
        list.setSelectionMode(ListSelectionModel.SINGLE_SELECTION);
        list.setToolTipText("A double click puts a statistic into the formula");
        list.addMouseListener(new DoubleClick(() -> {
            if (list.getSelectedValue() != null) {
                formula.replaceSelection(list.getSelectedValue());
                formula.requestFocusInWindow();
            }
        }));
        JScrollPane scroll = new JScrollPane(names.isEmpty() ? nothing() : list);
        scroll.setPreferredSize(new Dimension(200, 150));
        return scroll;
    }

    private static JComponent nothing() {
        JLabel nothing = new JLabel("No statistic lies below this row", SwingConstants.CENTER);
        nothing.setName("formula.nothing");
        nothing.setEnabled(false);
        return nothing;
    }

    private JComponent buttons() {
        JPanel buttons = new JPanel(new FlowLayout(FlowLayout.TRAILING, 6, 0));
        JButton cancel = new JButton("Cancel");
        cancel.setName("formula.cancel");
        cancel.addActionListener(event -> dialog.dispose());
        buttons.add(accept);
        buttons.add(cancel);
        return buttons;
    }

    private Optional<Computed> now() {
        return name.getText().isBlank()
                ? Optional.empty()
                : Optional.of(new Computed(
                        before.run(),
                        before.path(),
                        name.getText().strip(),
                        formula.getText().strip()));
    }

    private void look() {
        Optional<String> wrong = now().map(check).orElse(Optional.of("the statistic needs a name"));
        boolean begun = !formula.getText().isBlank() || name.getText().isBlank();
        fault.setText(begun ? wrong.orElse(" ") : " ");
        boolean shown = wrong.isPresent() && !formula.getText().isBlank();
        formula.putClientProperty(FlatClientProperties.OUTLINE, shown ? FlatClientProperties.OUTLINE_ERROR : null);
        accept.setEnabled(wrong.isEmpty());
    }
}
