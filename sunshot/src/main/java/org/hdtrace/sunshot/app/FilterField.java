// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.sunshot.app;

import com.formdev.flatlaf.FlatClientProperties;
import java.awt.Dimension;
import java.util.Optional;
import java.util.function.Consumer;
import javax.swing.JTextField;
import org.hdtrace.sunshot.model.StateFilter;

/** Where it is written which states and values are shown, checked at each letter; Enter shows them (SUNSHOT S-24, S-48). Thread: event thread. */
final class FilterField extends JTextField {
    private static final long serialVersionUID = 1L;
    /** A filter of one statistic that leaves all states. */
    static final String ONE_STATISTIC = ".statistic = CPU_TOTAL & .value > 90";
    /** The same that leaves all other statistics, too. */
    static final String ONE_BESIDE_ALL = "CPU_TOTAL > 90 | .category = .*";
    /** A filter by the name of a statistic. States have no such attribute, so that it leaves none. */
    static final String NO_STATES = "CPU_TOTAL > 90";

    /** Where there is room a usual filter is seen as a whole, pixels. */
    private static final int MOST_WIDTH = 280;

    private static final String HINT = "<html>Only states such as "
            + html("size > 1000 & .duration > 0.01 or .category = File.*") + ",<br>only values such as .unit = W or "
            + html(ONE_STATISTIC) + ";<br>" + html(NO_STATES) + " leaves no state, " + html(ONE_BESIDE_ALL)
            + " all states and other statistics;<br>Enter shows them, empty all";

    private final transient Consumer<String> tell;
    private String taken = "";
    private boolean refused;

    /**
     * The field of a window.
     *
     * @param apply takes a filter that is another one than before
     * @param done gives the keys back to the timelines
     * @param tell is told why a text is no filter, when it is to be shown, and nothing once it is one
     */
    FilterField(Consumer<StateFilter> apply, Runnable done, Consumer<String> tell) {
        super(7);
        this.tell = tell;
        setName("filter");
        putClientProperty(FlatClientProperties.PLACEHOLDER_TEXT, "Filter");
        setToolTipText(HINT);
        setMinimumSize(getPreferredSize());
        setMaximumSize(new Dimension(MOST_WIDTH, getPreferredSize().height));
        getDocument().addDocumentListener(new TextChange(this::look));
        addActionListener(event -> {
            Optional<String> fault = fault();
            if (fault.isPresent()) {
                refused = true;
                tell.accept(fault.get());
                return;
            }
            if (!text().equals(taken)) {
                taken = text();
                apply.accept(StateFilter.parse(taken));
            }
            done.run();
        });
    }

    private static String html(String filter) {
        return filter.replace("&", "&amp;").replace(">", "&gt;");
    }

    /** Shows the filter that runs are opened with. */
    void show(String filter) {
        taken = filter.strip();
        setText(taken);
    }

    /** Gives the keys to the field. */
    void begin() {
        requestFocusInWindow();
        selectAll();
    }

    private String text() {
        return getText().strip();
    }

    private Optional<String> fault() {
        try {
            StateFilter.parse(text());
            return Optional.empty();
        } catch (IllegalArgumentException e) {
            return Optional.of(e.getMessage());
        }
    }

    private void look() {
        Optional<String> fault = fault();
        putClientProperty(FlatClientProperties.OUTLINE, fault.isPresent() ? FlatClientProperties.OUTLINE_ERROR : null);
        setToolTipText(fault.orElse(HINT));
        if (refused && fault.isEmpty()) {
            refused = false;
            tell.accept("");
        }
    }
}
