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

/** Which rows and times of a window are seen, and the same rows with what a filter leaves of them (SUNSHOT G-07). Thread: event thread. */
final class SeenRows {
    private final List<SeenStates> seen = new ArrayList<>();
    /** What was shown last, and of which rows. */
    private Shown last = new Shown(List.of(), List.of(), List.of());

    /**
     * What is shown.
     *
     * @param rows of the model
     * @param known of each run, of all of the time that is visible
     * @param result the same rows with what passes
     */
    private record Shown(List<VisibleRow> rows, List<List<SeenStates>> known, List<VisibleRow> result) {}

    /** What is seen of each run, in the run's own time; of a project that is open several times, what is seen of any of its runs. */
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
                join(wanted, new SeenStates.Wanted(run.file(), own, paths.get(i)));
            }
        }
        return wanted;
    }

    private static void join(List<SeenStates.Wanted> all, SeenStates.Wanted one) {
        Set<String> paths = new HashSet<>(one.paths());
        for (SeenStates.Wanted other : List.copyOf(all)) {
            if (other.file().equals(one.file()) && other.time().equals(one.time())) {
                paths.addAll(other.paths());
                all.remove(other);
            }
        }
        all.add(new SeenStates.Wanted(one.file(), one.time(), paths));
    }

    boolean isEmpty() {
        return seen.isEmpty();
    }

    void add(SeenStates states) {
        seen.add(states);
    }

    void clear() {
        seen.clear();
        last = new Shown(List.of(), List.of(), List.of());
    }

    /** The rows of a model with what passes, as far as it is known of a time on the common scale. */
    List<VisibleRow> shown(ViewModel model, Interval visible) {
        List<List<SeenStates>> known = new ArrayList<>();
        for (int i = 0; i < model.runs().size() && !seen.isEmpty(); i++) {
            Run run = model.runs().get(i);
            Interval own = visible.shift(model.query().originOf(model.runs(), i));
            known.add(seen.stream()
                    .filter(states -> !run.isDerived() && states.isOf(run, own))
                    .toList());
        }
        if (known.stream().allMatch(List::isEmpty)) {
            return model.rows();
        }
        // Many pictures are made of the same rows: when the pointer moves, or the time by a little.
        if (last.rows() != model.rows() || !last.known().equals(known)) {
            List<VisibleRow> result = model.rows().stream()
                    .map(row -> row.isHeading() ? row : shown(known.get(row.run()), row))
                    .toList();
            last = new Shown(model.rows(), known, result);
        }
        return last.result();
    }

    private static VisibleRow shown(List<SeenStates> known, VisibleRow row) {
        Row shown = row.row();
        for (SeenStates states : known) {
            shown = row.open() ? states.alone(shown) : states.of(shown);
        }
        return shown == row.row()
                ? row
                : new VisibleRow(row.run(), row.key(), shown, row.title(), row.indent(), row.open(), row.originNanos());
    }
}
