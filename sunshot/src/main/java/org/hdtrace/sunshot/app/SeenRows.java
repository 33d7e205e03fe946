// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.sunshot.app;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.hdtrace.sunshot.control.ViewModel;
import org.hdtrace.sunshot.model.Interval;
import org.hdtrace.sunshot.model.Row;
import org.hdtrace.sunshot.model.Run;
import org.hdtrace.sunshot.model.SeenStates;
import org.hdtrace.sunshot.query.VisibleRow;

/** Which rows and times of a window are seen, and the same rows with what a filter leaves of them (SUNSHOT G-07). Stateless. */
final class SeenRows {
    private SeenRows() {}

    /** What is seen of each run, in the run's own time. */
    static List<SeenStates.Wanted> of(Stage stage) {
        ViewModel model = stage.model();
        int first = Math.max(0, stage.layout().rowAt(stage.scrollY()));
        List<Set<String>> paths = new ArrayList<>();
        model.runs().forEach(run -> paths.add(new HashSet<>()));
        for (int i = first; i < model.rows().size(); i++) {
            VisibleRow row = model.rows().get(i);
            if (stage.layout().top(i) >= stage.scrollY() + stage.viewHeight()) {
                break;
            }
            if (!row.isHeading()) {
                // Of a closed row all below it is seen; of an open one it comes by itself.
                Set<String> own = paths.get(row.run());
                own.add(row.row().path());
                if (!row.open()) {
                    row.row().walk(each -> own.add(each.path()));
                }
            }
        }
        List<SeenStates.Wanted> wanted = new ArrayList<>();
        for (int i = 0; i < paths.size(); i++) {
            Run run = model.runs().get(i);
            if (!run.isDerived()) {
                Interval own = model.visible().shift(model.query().originOf(model.runs(), i));
                wanted.add(new SeenStates.Wanted(run.file(), own, paths.get(i)));
            }
        }
        return wanted;
    }

    /** The rows of a model with what passes, as far as it is known of a time on the common scale. */
    static List<VisibleRow> apply(List<SeenStates> seen, ViewModel model, Interval visible) {
        return seen.isEmpty()
                ? model.rows()
                : model.rows().stream()
                        .map(row -> apply(seen, model, visible, row))
                        .toList();
    }

    private static VisibleRow apply(List<SeenStates> seen, ViewModel model, Interval visible, VisibleRow row) {
        Run run = model.runs().get(row.run());
        if (row.isHeading() || run.isDerived()) {
            return row;
        }
        Row shown = row.row();
        for (SeenStates states : seen) {
            shown = states.isOf(run, visible.shift(row.originNanos())) ? states.of(shown) : shown;
        }
        return new VisibleRow(row.run(), row.key(), shown, row.title(), row.indent(), row.open(), row.originNanos());
    }
}
