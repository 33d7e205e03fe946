// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.sunshot.app;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.awt.Dimension;
import java.awt.Graphics;
import java.util.ArrayList;
import java.util.List;
import javax.swing.JButton;
import javax.swing.JFrame;
import javax.swing.JPanel;
import javax.swing.SwingUtilities;
import org.hdtrace.sunshot.control.ViewModel;
import org.hdtrace.sunshot.model.CategoryTable;
import org.hdtrace.sunshot.model.Mapping;
import org.hdtrace.sunshot.paint.Theme;
import org.hdtrace.sunshot.query.RowQuery;
import org.junit.jupiter.api.Test;

/** All of a window is painted once before it is seen. */
class FirstPaintingWindowTest {
    private static final class Content extends JPanel {
        private static final long serialVersionUID = 1L;

        private final transient List<Boolean> painted = new ArrayList<>();

        @Override
        protected void paintComponent(Graphics graphics) {
            painted.add(isShowing());
        }
    }

    private final ViewModel model = new ViewModel(new CategoryTable());

    @Test
    void aWindowIsPaintedBeforeItIsSeenAndNotAgain() throws Exception {
        WindowDriver.needDisplay();
        SwingUtilities.invokeAndWait(() -> {
            Content content = new Content();
            content.setPreferredSize(new Dimension(200, 100));
            JFrame frame = new JFrame();
            try {
                frame.setContentPane(content);
                FirstPainting.of(frame, Theme.LIGHT, model);
                assertEquals(List.of(), content.painted, "nothing is laid out");
                frame.pack();
                FirstPainting.of(frame, Theme.LIGHT, model);
                assertEquals(List.of(false, false), content.painted, "as it is, and with a run");
                frame.setVisible(true);
                List<Boolean> before = List.copyOf(content.painted);
                FirstPainting.of(frame, Theme.LIGHT, model);
                assertEquals(before, content.painted);
            } finally {
                frame.dispose();
            }
        });
    }

    @Test
    void iconsAreThereForWhenTheirButtonsCanBeUsed() throws Exception {
        WindowDriver.needDisplay();
        SwingUtilities.invokeAndWait(() -> {
            GlyphIcon icon = new GlyphIcon(Glyph.OPEN);
            JButton button = new JButton(icon);
            button.setEnabled(false);
            JFrame frame = new JFrame();
            try {
                frame.add(button);
                frame.pack();
                FirstPainting.of(frame, Theme.LIGHT, model);
                assertEquals(2, icon.pictures());
                button.setEnabled(true);
                FirstPainting.of(frame, Theme.LIGHT, model);
                assertEquals(2, icon.pictures());
            } finally {
                frame.dispose();
            }
        });
    }

    @Test
    void aRunIsShownWhereNobodySeesItAndNothingStaysOfIt() throws Exception {
        WindowDriver.needDisplay();
        RowQuery query = RowQuery.standard().withMapping(Mapping.BY_NODE);
        List<Integer> runs = new ArrayList<>();
        SwingUtilities.invokeAndWait(() -> {
            model.setRuns(List.of(), query);
            model.listen(change -> runs.add(model.runs().size()));
            JFrame frame = new JFrame();
            try {
                frame.pack();
                FirstPainting.of(frame, Theme.LIGHT, model);
                assertEquals(List.of(1, 0), runs);
                assertEquals(query, model.query());
                assertEquals(List.of(), model.categories().all());
                model.setRuns(List.of(Rehearsal.emptyRun()), query);
                FirstPainting.of(frame, Theme.LIGHT, model);
                assertEquals(List.of(1, 0, 1), runs, "a run that is open stays");
            } finally {
                frame.dispose();
            }
        });
    }
}
