// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.sunshot.app;

import com.formdev.flatlaf.FlatClientProperties;
import java.awt.Dimension;
import java.awt.event.FocusAdapter;
import java.awt.event.FocusEvent;
import java.util.Locale;
import java.util.function.LongConsumer;
import javax.swing.BorderFactory;
import javax.swing.BoxLayout;
import javax.swing.JLabel;
import javax.swing.JPanel;
import javax.swing.JTextField;
import org.hdtrace.sunshot.control.TimeInput;
import org.hdtrace.sunshot.control.ViewModel;
import org.hdtrace.sunshot.control.Viewport;
import org.hdtrace.sunshot.model.Interval;
import org.hdtrace.sunshot.query.TimeTicks;

/** First, middle and last time that is seen, to be read and to be written; Enter goes there (SUNSHOT S-30). */
final class TimeFields extends JPanel {
    private static final long serialVersionUID = 1L;

    /** Property of a field: the text that it was given last. */
    private static final String SHOWN = "TimeFields.shown";

    private final transient ViewModel model;
    private final transient Runnable done;
    private final JTextField from = field("time.from", "First time that is seen");
    private final JTextField middle = field("time.middle", "Time in the middle");
    private final JTextField to = field("time.to", "Last time that is seen");
    private final JLabel scale = new JLabel(" ");
    private transient Interval shown;

    /**
     * The fields of a view.
     *
     * @param done called after a time was taken, to give the keys back to the timelines
     */
    TimeFields(ViewModel model, Runnable done) {
        this.model = model;
        this.done = done;
        setLayout(new BoxLayout(this, BoxLayout.X_AXIS));
        setOpaque(false);
        scale.setName("time.scale");
        scale.setBorder(BorderFactory.createEmptyBorder(0, 10, 0, 4));
        add(new JLabel("Time "));
        add(from);
        add(new JLabel(" – "));
        add(middle);
        add(new JLabel(" – "));
        add(to);
        // As wide as its longest text, so that nothing beside it moves.
        int widest = scale.getFontMetrics(scale.getFont()).stringWidth("000.0 ms   zoom 1.000e+07") + 14;
        scale.setPreferredSize(new Dimension(widest, scale.getPreferredSize().height));
        scale.setMinimumSize(scale.getPreferredSize());
        scale.setMaximumSize(scale.getPreferredSize());
        onEnter(from, nanos -> select(nanos, model.visible().endNanos()));
        onEnter(middle, nanos -> {
            long half = model.visible().durationNanos() / 2;
            model.go(model.viewport().startAt(nanos - half));
        });
        onEnter(to, nanos -> select(model.visible().startNanos(), nanos));
        Calmly calm = new Calmly(this::refresh);
        model.listen(change -> calm.moved());
        refresh();
    }

    /** How much time is seen and how close, to be shown behind the fields. */
    JLabel scale() {
        return scale;
    }

    private static JTextField field(String name, String hint) {
        JTextField field = new JTextField();
        field.setName(name);
        field.setToolTipText(hint + "; seconds, or a number with ms, us or ns");
        // Wide enough for nine digits behind the point and four before it, whatever the font.
        int width = field.getFontMetrics(field.getFont()).stringWidth("0000.000000000")
                + field.getInsets().left
                + field.getInsets().right
                + 4;
        Dimension size = new Dimension(width, field.getPreferredSize().height);
        field.setPreferredSize(size);
        field.setMinimumSize(size);
        field.setMaximumSize(size);
        field.setHorizontalAlignment(JTextField.RIGHT);
        return field;
    }

    private void select(long start, long end) {
        if (start >= end) {
            throw new IllegalArgumentException("the first time must be less than the last");
        }
        model.go(model.viewport().select(start, end));
    }

    private void onEnter(JTextField field, LongConsumer go) {
        field.addActionListener(event -> {
            try {
                go.accept(TimeInput.parse(field.getText()));
                refresh();
                done.run();
            } catch (IllegalArgumentException e) {
                field.putClientProperty(FlatClientProperties.OUTLINE, FlatClientProperties.OUTLINE_ERROR);
                field.setToolTipText(e.getMessage());
            }
        });
        field.addFocusListener(new FocusAdapter() {
            @Override
            public void focusLost(FocusEvent event) {
                if (!event.isTemporary()) {
                    shown = null;
                    refresh();
                }
            }
        });
    }

    private void refresh() {
        boolean open = !model.runs().isEmpty();
        for (JTextField field : new JTextField[] {from, middle, to}) {
            field.setEnabled(open);
        }
        if (!open || model.visible().equals(shown)) {
            return;
        }
        shown = model.visible();
        show(from, shown.startNanos());
        show(middle, shown.startNanos() + shown.durationNanos() / 2);
        show(to, shown.endNanos());
        Viewport now = model.viewport();
        double zoom = (double) now.whole().durationNanos() / Math.max(1, shown.durationNanos());
        scale.setText(TimeTicks.duration(shown.durationNanos()) + String.format(Locale.ROOT, "   zoom %.4g", zoom));
    }

    /** What is being written stays while the view moves on, until it's taken or the field is left. */
    private static void show(JTextField field, long nanos) {
        if (field.isFocusOwner() && !field.getText().equals(field.getClientProperty(SHOWN))) {
            return;
        }
        String text = TimeInput.format(nanos);
        field.setText(text);
        field.putClientProperty(SHOWN, text);
        field.putClientProperty(FlatClientProperties.OUTLINE, null);
    }
}
