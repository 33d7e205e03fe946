// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.sunshot.app;

import java.awt.Adjustable;
import javax.swing.JScrollBar;
import org.hdtrace.sunshot.control.Viewport;

/** The two scroll bars: rows and time. Time is scaled to a million steps, since nanoseconds don't fit an int. */
final class Scrolling {
    private static final int STEPS = 1_000_000;

    private final Stage stage;
    private final JScrollBar rows = new JScrollBar(Adjustable.VERTICAL);
    private final JScrollBar time = new JScrollBar(Adjustable.HORIZONTAL);
    private boolean updating;

    Scrolling(Stage stage) {
        this.stage = stage;
        rows.setName("rowScroll");
        time.setName("timeScroll");
        rows.addAdjustmentListener(event -> {
            if (!updating) {
                stage.scrollTo(event.getValue());
            }
        });
        time.addAdjustmentListener(event -> {
            if (!updating) {
                Viewport now = stage.model().viewport();
                double share = (double) event.getValue() / STEPS;
                stage.model()
                        .glide(now.startAt(now.whole().startNanos()
                                + Math.round(share * now.whole().durationNanos())));
            }
        });
        stage.listen(this::update);
        update();
    }

    JScrollBar rowBar() {
        return rows;
    }

    JScrollBar timeBar() {
        return time;
    }

    void update() {
        updating = true;
        try {
            int view = stage.viewHeight();
            int total = Math.max(view, stage.layout().totalHeight());
            rows.setValues(Math.min(stage.scrollY(), total - view), view, 0, total);
            rows.setUnitIncrement(28);
            rows.setBlockIncrement(Math.max(28, view - 28));
            Viewport now = stage.model().viewport();
            double whole = Math.max(1, now.whole().durationNanos());
            int extent = Math.max(1, (int) Math.round(now.visible().durationNanos() / whole * STEPS));
            int value =
                    (int) Math.round((now.visible().startNanos() - now.whole().startNanos()) / whole * STEPS);
            time.setValues(Math.min(value, STEPS - extent), extent, 0, STEPS);
            time.setUnitIncrement(Math.max(1, extent / 20));
            time.setBlockIncrement(Math.max(1, extent));
        } finally {
            updating = false;
        }
    }
}
