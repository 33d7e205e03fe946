// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.sunshot.app;

import java.awt.BorderLayout;
import java.awt.Component;
import java.awt.FlowLayout;
import java.awt.GridLayout;
import java.util.List;
import java.util.Locale;
import java.util.function.Consumer;
import javax.swing.BorderFactory;
import javax.swing.DefaultListCellRenderer;
import javax.swing.JButton;
import javax.swing.JCheckBox;
import javax.swing.JComboBox;
import javax.swing.JComponent;
import javax.swing.JDialog;
import javax.swing.JFrame;
import javax.swing.JLabel;
import javax.swing.JList;
import javax.swing.JPanel;
import javax.swing.JSpinner;
import javax.swing.SpinnerNumberModel;
import org.hdtrace.sunshot.paint.DenseStyle;
import org.hdtrace.sunshot.paint.SeriesStyle;
import org.hdtrace.sunshot.paint.Theme;

/** The settings of the user, to be tried in the window, kept, or left (SUNSHOT S-61). Thread: event thread. */
final class SettingsDialog {
    private final JDialog dialog;
    private final JPanel form = new JPanel(new GridLayout(0, 2, 12, 6));
    private final JComboBox<String> theme =
            new JComboBox<>(Theme.all().stream().map(Theme::name).toArray(String[]::new));
    private final JComboBox<MouseMode> mouse = new JComboBox<>(MouseMode.values());
    private final JComboBox<SeriesStyle> statistics = new JComboBox<>(SeriesStyle.values());
    private final JComboBox<DenseStyle> dense = new JComboBox<>(DenseStyle.values());
    private final JComboBox<MinimapMode> minimap = new JComboBox<>(MinimapMode.values());
    private final JCheckBox nested = new JCheckBox("Draw states inside of states");
    private final JCheckBox zeroTime = new JCheckBox("Ruler begins with 0 at the left edge");
    private final JSpinner rowHeight = new JSpinner(
            new SpinnerNumberModel(Settings.USUAL.rowHeight(), Settings.LEAST_HEIGHT, Settings.MOST_HEIGHT, 10));
    private final JSpinner leastDrag =
            new JSpinner(new SpinnerNumberModel(Settings.USUAL.leastDrag(), 1, Settings.MOST_DRAG, 1));

    private SettingsDialog(JFrame owner, Settings now, Consumer<Settings> apply, Consumer<Settings> save) {
        dialog = new JDialog(owner, "Settings", false);
        dialog.setName("settings");
        line("settings.theme", "Theme", theme);
        line("settings.mouse", "Left button of the mouse", mouse);
        line("settings.statistics", "Statistics as", statistics);
        line("settings.dense", "Dense columns as", dense);
        line("settings.minimap", "Minimap of", minimap);
        line("settings.rowHeight", "Height of rows, percent", rowHeight);
        line("settings.leastDrag", "A drag begins after pixels", leastDrag);
        line("settings.nested", "", nested);
        line("settings.zeroTime", "", zeroTime);
        form.setBorder(BorderFactory.createEmptyBorder(14, 16, 6, 16));
        JPanel south = new JPanel(new FlowLayout(FlowLayout.TRAILING));
        south.add(button("settings.usual", "As usual", () -> show(Settings.USUAL)));
        south.add(button("settings.apply", "Try", () -> apply.accept(settings())));
        JButton keep = button("settings.save", "Keep", () -> {
            apply.accept(settings());
            save.accept(settings());
            dialog.dispose();
        });
        south.add(keep);
        south.add(button("settings.close", "Close", dialog::dispose));
        dialog.add(form);
        dialog.add(south, BorderLayout.SOUTH);
        dialog.getRootPane().setDefaultButton(keep);
        EscapeKey.closes(dialog);
        List.of(mouse, statistics, dense, minimap, theme).forEach(box -> box.setRenderer(new Words()));
        show(now);
        dialog.pack();
        dialog.setLocationRelativeTo(owner);
    }

    /**
     * Shows the settings.
     *
     * @param now what the window is like
     * @param apply lets the window look like it
     * @param save keeps it for windows to come
     */
    static void open(JFrame owner, Settings now, Consumer<Settings> apply, Consumer<Settings> save) {
        new SettingsDialog(owner, now, apply, save).dialog.setVisible(true);
    }

    /** Words instead of the names of constants. */
    private static final class Words extends DefaultListCellRenderer {
        private static final long serialVersionUID = 1L;

        @Override
        public Component getListCellRendererComponent(
                JList<?> list, Object value, int index, boolean selected, boolean focused) {
            String word = value instanceof MouseMode mode
                    ? titleOf(mode)
                    : String.valueOf(value).toLowerCase(Locale.ROOT).replace('_', ' ');
            return super.getListCellRendererComponent(list, word, index, selected, focused);
        }

        private static String titleOf(MouseMode mode) {
            return switch (mode) {
                case CHOOSE -> "chooses, a drag zooms";
                case ZOOM -> "zooms on click";
                case HAND -> "moves like a hand";
            };
        }
    }

    private void line(String name, String text, JComponent field) {
        JLabel label = new JLabel(text);
        label.setLabelFor(field);
        field.setName(name);
        form.add(label);
        form.add(field);
    }

    private static JButton button(String name, String text, Runnable run) {
        JButton button = new JButton(text);
        button.setName(name);
        button.addActionListener(event -> run.run());
        return button;
    }

    private void show(Settings settings) {
        theme.setSelectedItem(settings.theme());
        mouse.setSelectedItem(settings.mouse());
        statistics.setSelectedItem(settings.statistics());
        dense.setSelectedItem(settings.dense());
        minimap.setSelectedItem(settings.minimap());
        nested.setSelected(settings.nested());
        zeroTime.setSelected(settings.zeroTime());
        rowHeight.setValue(settings.rowHeight());
        leastDrag.setValue(settings.leastDrag());
    }

    private Settings settings() {
        return new Settings(
                (String) theme.getSelectedItem(),
                (MouseMode) mouse.getSelectedItem(),
                (SeriesStyle) statistics.getSelectedItem(),
                (DenseStyle) dense.getSelectedItem(),
                (MinimapMode) minimap.getSelectedItem(),
                nested.isSelected(),
                zeroTime.isSelected(),
                (Integer) rowHeight.getValue(),
                (Integer) leastDrag.getValue());
    }
}
