// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.sunshot.app;

import com.formdev.flatlaf.FlatClientProperties;
import java.awt.Color;
import java.awt.Dimension;
import java.awt.Graphics;
import java.awt.Graphics2D;
import java.awt.RenderingHints;
import java.util.Optional;
import java.util.function.Consumer;
import javax.swing.BoxLayout;
import javax.swing.JComponent;
import javax.swing.JPanel;
import javax.swing.JTextField;
import org.hdtrace.analysis.formula.FormulaException;
import org.hdtrace.analysis.formula.HeatExpression;
import org.hdtrace.sunshot.heat.HeatMap;
import org.hdtrace.sunshot.query.ValueText;

/** Where the expression of the heat map is written, checked at each letter; beside it the scale of its colours (SUNSHOT S-23, S-49). */
final class HeatField extends JPanel {
    private static final long serialVersionUID = 1L;
    private static final String HINT =
            "Colours by an attribute such as size, or an operator before two: * size count; Enter shows it, empty ends it";

    private final transient Stage stage;
    private final transient Consumer<String> tell;
    private boolean refused;
    private final JTextField field = new JTextField(7);
    private final Scale scale = new Scale();

    /**
     * The field of a window.
     *
     * @param done gives the keys back to the timelines
     * @param tell is told why a text is no heat map, when it is to be shown, and nothing once it is one
     */
    HeatField(Stage stage, Runnable done, Consumer<String> tell) {
        this.stage = stage;
        this.tell = tell;
        setLayout(new BoxLayout(this, BoxLayout.X_AXIS));
        setOpaque(false);
        field.setName("heat");
        field.putClientProperty(FlatClientProperties.PLACEHOLDER_TEXT, "Heat map");
        field.setToolTipText(HINT);
        field.setMinimumSize(field.getPreferredSize());
        field.setMaximumSize(new Dimension(130, field.getPreferredSize().height));
        field.getDocument().addDocumentListener(new TextChange(this::look));
        field.addActionListener(event -> {
            Optional<String> fault = fault();
            if (fault.isPresent()) {
                refused = true;
                tell.accept(fault.get());
                return;
            }
            stage.model().setHeat(text());
            done.run();
        });
        add(field);
        add(scale);
        stage.model().listen(change -> {
            if (!field.isFocusOwner() && !stage.model().heat().equals(text())) {
                field.setText(stage.model().heat());
            }
        });
        stage.listen(scale::update);
    }

    /** Gives the keys to the field. */
    void begin() {
        field.requestFocusInWindow();
        field.selectAll();
    }

    private String text() {
        return field.getText().strip();
    }

    private Optional<String> fault() {
        try {
            if (!text().isEmpty()) {
                HeatExpression.parse(text());
            }
            return Optional.empty();
        } catch (FormulaException e) {
            return Optional.of(e.getMessage());
        }
    }

    private void look() {
        Optional<String> fault = fault();
        field.putClientProperty(
                FlatClientProperties.OUTLINE, fault.isPresent() ? FlatClientProperties.OUTLINE_ERROR : null);
        field.setToolTipText(fault.orElse(HINT));
        if (refused && fault.isEmpty()) {
            refused = false;
            tell.accept("");
        }
    }

    /** A bar of all colours between the least and the largest value of the view; there only with a heat map. */
    private final class Scale extends JComponent {
        private static final long serialVersionUID = 1L;
        private static final int BAR = 60;
        private static final int GAP = 6;

        Scale() {
            setName("heat.scale");
            setVisible(false);
        }

        void update() {
            boolean shown = stage.heat().isPresent();
            setToolTipText(shown ? "Colours from the least to the largest value in view; grey has none" : null);
            if (shown != isVisible()) {
                setVisible(shown);
            }
            if (shown) {
                int width = getFontMetrics(stage.theme().font()).stringWidth(least() + most()) + BAR + 4 * GAP;
                Dimension size = new Dimension(width, 20);
                if (!size.equals(getPreferredSize())) {
                    setPreferredSize(size);
                    setMinimumSize(size);
                    setMaximumSize(size);
                    revalidate();
                }
                repaint();
            }
        }

        private String least() {
            return value(true);
        }

        private String most() {
            return value(false);
        }

        private String value(boolean least) {
            return stage.heat()
                    .filter(map -> !map.isEmpty())
                    .map(map -> ValueText.of(least ? map.least() : map.most(), ""))
                    .orElse(least ? "no values" : "");
        }

        @Override
        protected void paintComponent(Graphics graphics) {
            HeatMap map = stage.heat().orElse(null);
            if (map == null) {
                return;
            }
            ((Graphics2D) graphics)
                    .setRenderingHint(RenderingHints.KEY_TEXT_ANTIALIASING, RenderingHints.VALUE_TEXT_ANTIALIAS_ON);
            graphics.setFont(stage.theme().font());
            graphics.setColor(getForeground());
            int baseline = (getHeight() + graphics.getFontMetrics().getAscent()) / 2 - 2;
            int left = GAP + graphics.getFontMetrics().stringWidth(least()) + GAP;
            graphics.drawString(least(), GAP, baseline);
            if (map.isEmpty()) {
                return;
            }
            for (int i = 0; i < BAR; i++) {
                graphics.setColor(new Color(map.colorOf(map.least() + (map.most() - map.least()) * i / (BAR - 1))));
                graphics.fillRect(left + i, 4, 1, getHeight() - 8);
            }
            graphics.setColor(getForeground());
            graphics.drawString(most(), left + BAR + GAP, baseline);
        }
    }
}
