// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.sunshot.app;

import com.formdev.flatlaf.FlatClientProperties;
import java.awt.BorderLayout;
import java.awt.Color;
import java.awt.Component;
import java.awt.Dimension;
import java.awt.event.FocusAdapter;
import java.awt.event.FocusEvent;
import java.awt.event.MouseAdapter;
import java.awt.event.MouseEvent;
import java.util.List;
import javax.swing.BorderFactory;
import javax.swing.DefaultListModel;
import javax.swing.JComponent;
import javax.swing.JLabel;
import javax.swing.JLayeredPane;
import javax.swing.JList;
import javax.swing.JPanel;
import javax.swing.JRootPane;
import javax.swing.JScrollPane;
import javax.swing.JTextField;
import javax.swing.KeyStroke;
import javax.swing.ListCellRenderer;
import javax.swing.ListSelectionModel;
import javax.swing.UIManager;
import org.hdtrace.sunshot.control.TextMatch;

/**
 * A field with a list below it, laid over the top of the window: type some letters, take one with Enter. It goes away
 * with Escape, with a click elsewhere and when something was taken.
 */
final class QuickChooser extends JPanel {
    private static final long serialVersionUID = 1L;
    private static final int MOST = 300;
    private static final int WIDTH = 640;

    private final transient JRootPane root;
    private final transient List<Choice> choices;
    private final transient Component before;
    private final JTextField field = new JTextField();
    private final DefaultListModel<Choice> shown = new DefaultListModel<>();
    private final JList<Choice> list = new JList<>(shown);
    private final JLabel foot = new JLabel(" ");

    /**
     * Something that can be taken.
     *
     * @param title what is searched and shown
     * @param words what is searched, too, but not shown; may be empty
     * @param detail shown at the right
     * @param enabled whether it can be taken now
     * @param run what taking it does
     */
    record Choice(String title, String words, String detail, boolean enabled, Runnable run) {
        /** Without further words. */
        Choice(String title, String detail, boolean enabled, Runnable run) {
            this(title, "", detail, enabled, run);
        }

        String searched() {
            return words.isEmpty() ? title : title + " " + words;
        }
    }

    private QuickChooser(JRootPane root, String name, String hint, List<Choice> choices) {
        super(new BorderLayout(0, 4));
        this.root = root;
        this.choices = choices;
        this.before =
                java.awt.KeyboardFocusManager.getCurrentKeyboardFocusManager().getFocusOwner();
        setName(name);
        field.setName(name + ".field");
        list.setName(name + ".list");
        foot.setName(name + ".foot");
        field.putClientProperty(FlatClientProperties.PLACEHOLDER_TEXT, hint);
        setBorder(BorderFactory.createCompoundBorder(
                BorderFactory.createLineBorder(UIManager.getColor("Component.borderColor")),
                BorderFactory.createEmptyBorder(8, 8, 6, 8)));
        list.setSelectionMode(ListSelectionModel.SINGLE_SELECTION);
        list.setCellRenderer(new Renderer());
        list.setFocusable(false);
        JScrollPane scroll = new JScrollPane(list);
        scroll.setBorder(BorderFactory.createEmptyBorder());
        add(field, BorderLayout.NORTH);
        add(scroll);
        add(foot, BorderLayout.SOUTH);
        foot.setEnabled(false);
        field.getDocument().addDocumentListener(new TextChange(this::filter));
        field.addFocusListener(new FocusAdapter() {
            @Override
            public void focusLost(FocusEvent event) {
                if (!event.isTemporary()) {
                    close(false);
                }
            }
        });
        list.addMouseListener(new MouseAdapter() {
            @Override
            public void mouseReleased(MouseEvent event) {
                take();
            }
        });
        bind();
        filter();
    }

    /** Lays a chooser over the window. */
    static void show(JRootPane root, String name, String hint, List<Choice> choices) {
        QuickChooser chooser = new QuickChooser(root, name, hint, List.copyOf(choices));
        JLayeredPane layers = root.getLayeredPane();
        int width = Math.min(WIDTH, layers.getWidth() - 20);
        int height = Math.min(430, layers.getHeight() - 90);
        chooser.setBounds((layers.getWidth() - width) / 2, 64, width, height);
        layers.add(chooser, JLayeredPane.POPUP_LAYER);
        chooser.revalidate();
        chooser.repaint();
        chooser.field.requestFocusInWindow();
    }

    private void bind() {
        on("ESCAPE", () -> close(true));
        on("ENTER", this::take);
        on("DOWN", () -> step(1));
        on("UP", () -> step(-1));
        on("PAGE_DOWN", () -> step(10));
        on("PAGE_UP", () -> step(-10));
    }

    private void on(String key, Runnable run) {
        field.registerKeyboardAction(event -> run.run(), KeyStroke.getKeyStroke(key), JComponent.WHEN_FOCUSED);
    }

    private void filter() {
        TextMatch match;
        try {
            match = TextMatch.of(field.getText());
        } catch (IllegalArgumentException e) {
            field.putClientProperty(FlatClientProperties.OUTLINE, FlatClientProperties.OUTLINE_ERROR);
            foot.setText(e.getMessage());
            return;
        }
        field.putClientProperty(FlatClientProperties.OUTLINE, null);
        List<Choice> fitting = match.best(choices, Choice::searched, choices.size());
        shown.clear();
        fitting.stream().limit(MOST).forEach(shown::addElement);
        foot.setText(fitting.size() + " of " + choices.size());
        if (!shown.isEmpty()) {
            list.setSelectedIndex(0);
            list.ensureIndexIsVisible(0);
        }
    }

    private void step(int places) {
        if (!shown.isEmpty()) {
            int next = Math.max(0, Math.min(shown.size() - 1, list.getSelectedIndex() + places));
            list.setSelectedIndex(next);
            list.ensureIndexIsVisible(next);
        }
    }

    private void take() {
        Choice choice = list.getSelectedValue();
        if (choice != null && choice.enabled()) {
            close(true);
            choice.run().run();
        }
    }

    private void close(boolean giveFocusBack) {
        JLayeredPane layers = root.getLayeredPane();
        if (getParent() != layers) {
            return;
        }
        layers.remove(this);
        layers.repaint(getBounds());
        if (giveFocusBack && before != null) {
            before.requestFocusInWindow();
        }
    }

    private static final class Renderer implements ListCellRenderer<Choice> {
        private final JPanel line = new JPanel(new BorderLayout(12, 0));
        private final JLabel title = new JLabel();
        private final JLabel detail = new JLabel();

        Renderer() {
            line.setBorder(BorderFactory.createEmptyBorder(3, 6, 3, 8));
            line.add(title, BorderLayout.WEST);
            line.add(detail, BorderLayout.EAST);
            title.setMinimumSize(new Dimension(10, 10));
        }

        @Override
        public Component getListCellRendererComponent(
                JList<? extends Choice> owner, Choice choice, int index, boolean selected, boolean focused) {
            title.setText(choice.title());
            detail.setText(choice.detail());
            title.setEnabled(choice.enabled());
            detail.setEnabled(choice.enabled());
            // The field has the keys, but the line is what they take: not the pale colours of a list without them.
            Color chosen = UIManager.getColor("List.selectionForeground");
            line.setBackground(selected ? UIManager.getColor("List.selectionBackground") : owner.getBackground());
            title.setForeground(selected ? chosen : owner.getForeground());
            detail.setForeground(selected ? chosen : UIManager.getColor("MenuItem.acceleratorForeground"));
            return line;
        }
    }
}
