// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.sunshot.control;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.hdtrace.sunshot.model.Interval;
import org.hdtrace.sunshot.model.Occurrence;
import org.hdtrace.sunshot.model.Row;
import org.hdtrace.sunshot.model.StateLevel;
import org.hdtrace.sunshot.model.StateTrack;
import org.hdtrace.sunshot.query.VisibleRow;

/** Goes from state to state, also below closed rows, which are opened then (SUNSHOT V-03). Thread: that of the {@link ViewModel}. */
public final class StateNavigator {
    private static final double ROOM = 1.25;

    private final ViewModel model;

    public StateNavigator(ViewModel model) {
        this.model = model;
    }

    /**
     * A level of a row, seen or below a closed one.
     *
     * @param order place of the row among all that are looked through
     * @param seen the row itself, or the closed one that hides it
     * @param depth -1 stands for events
     */
    private record Place(int order, VisibleRow seen, String path, int depth, StateLevel level) {
        Occurrence at(int index) {
            Interval time = new Interval(level.startNanos(index), level.endNanos(index));
            return new Occurrence(seen.run(), path, Math.max(0, depth), depth < 0, level.category(index), time);
        }

        String key() {
            return seen.run() + ":" + path;
        }

        boolean holds(Occurrence occurrence) {
            return occurrence.event() ? depth < 0 : depth == occurrence.depth();
        }
    }

    /** Chooses a state, opens its row and moves the view in time until the state is seen; undo goes back. */
    public void show(Occurrence occurrence) {
        model.reveal(occurrence.rowKey());
        model.choose(occurrence);
        Interval time = onCommonScale(occurrence);
        Interval visible = model.visible();
        Viewport now = model.viewport();
        if (time.startNanos() >= visible.startNanos() && time.endNanos() <= visible.endNanos()) {
            return;
        }
        long middle = time.startNanos() + time.durationNanos() / 2;
        long wanted = Math.max(visible.durationNanos(), Math.round(time.durationNanos() * ROOM));
        model.go(now.select(middle - wanted / 2, middle + wanted - wanted / 2));
    }

    /** Opens and chooses a row and moves the view so that a time of its run is seen with some room; undo goes back. */
    public void showTime(int run, String path, Interval time) {
        model.reveal(run + ":" + path);
        Interval common = time.shift(-model.query().originOf(model.runs(), run));
        long middle = common.startNanos() + common.durationNanos() / 2;
        long wanted = Math.max(1000, Math.round(common.durationNanos() * 2 * ROOM));
        model.go(model.viewport().select(middle - wanted / 2, middle + wanted - wanted / 2));
    }

    /** Time of a state on the common scale. */
    public Interval onCommonScale(Occurrence occurrence) {
        return occurrence.time().shift(-model.query().originOf(model.runs(), occurrence.run()));
    }

    /** Goes to the next state of the same row and depth, or the one before. */
    public boolean step(boolean forward) {
        Optional<Place> here = chosenPlace();
        if (here.isEmpty()) {
            return begin();
        }
        Occurrence chosen = model.chosen().orElseThrow();
        Place place = here.get();
        int index = place.level().indexOf(chosen.category(), chosen.time()) + (forward ? 1 : -1);
        // Of equal ones nobody knows which was chosen; so that it goes on, they count as one.
        while (forward
                && index > 0
                && index < place.level().size()
                && place.at(index).equals(chosen)) {
            index++;
        }
        if (index < 0 || index >= place.level().size()) {
            return false;
        }
        show(place.at(index));
        return true;
    }

    /** Goes to the next occurrence of the same category by its start, in any row that is visible or below a closed one, or the one before. */
    public boolean stepCategory(boolean forward) {
        if (model.chosen().isEmpty() || chosenPlace().isEmpty()) {
            return begin();
        }
        Occurrence chosen = model.chosen().get();
        return showNearest(chosen, new int[] {chosen.category()}, forward);
    }

    /**
     * Goes to the next occurrence, in any row that is visible or below a closed one, of any category that is marked, or the one before: from the chosen state on, with
     * nothing chosen from the edge of the view (SUNSHOT S-50).
     */
    public boolean stepMarked(boolean forward) {
        return showNearest(
                model.chosen().orElseGet(() -> edge(forward)),
                model.marked().stream().toArray(),
                forward);
    }

    /** Where a search begins with nothing chosen. */
    private Occurrence edge(boolean forward) {
        Interval visible = model.visible();
        long edge = forward ? visible.startNanos() : visible.endNanos();
        Interval time = new Interval(edge, edge).shift(model.query().originOf(model.runs(), 0));
        return new Occurrence(0, "", 0, false, -1, time);
    }

    private boolean showNearest(Occurrence from, int[] categories, boolean forward) {
        Occurrence best = new Search(places(), from, forward).nearest(categories);
        if (best != null) {
            show(best);
        }
        return best != null;
    }

    /**
     * A search for the nearest occurrence in one direction, by its start, then by its row, then by its depth with events before states,
     * then by its end and its category; so no two that can be told apart are equal, and each is come to.
     */
    private final class Search {
        private final List<Place> places;
        private final Map<String, Integer> order = new HashMap<>();
        private final Comparator<Occurrence> nearness = Comparator.comparingLong(this::start)
                .thenComparingInt(this::orderOf)
                .thenComparingInt(this::depth)
                .thenComparingLong(this::end)
                .thenComparingInt(Occurrence::category);
        private final Occurrence from;
        private final boolean forward;

        Search(List<Place> places, Occurrence from, boolean forward) {
            this.places = places;
            this.from = from;
            this.forward = forward;
            places.forEach(place -> order.put(place.key(), place.order()));
        }

        Occurrence nearest(int[] categories) {
            Occurrence best = null;
            for (Place place : places) {
                for (int category : categories) {
                    Occurrence found = nearest(place, category);
                    if (found != null && (best == null || isBehind(best, found))) {
                        best = found;
                    }
                }
            }
            return best;
        }

        private Occurrence nearest(Place place, int category) {
            long start = onCommonScale(from).startNanos() + place.seen().originNanos();
            int direction = forward ? 1 : -1;
            int at = place.level().firstStarting(start);
            if (!forward) {
                // States that start at the same time may still come before in the order of the rows.
                while (at < place.level().size() && place.level().startNanos(at) == start) {
                    at++;
                }
                at--;
            }
            for (at = seek(place, category, at); at >= 0; at = seek(place, category, at + direction)) {
                Occurrence found = place.at(at);
                if (isBehind(found, from)) {
                    return found;
                }
            }
            return null;
        }

        /** The next state of the category, this one included, or -1. */
        private int seek(Place place, int category, int index) {
            return forward ? place.level().next(category, index) : place.level().previous(category, index);
        }

        /** Whether the search comes to one after another. */
        private boolean isBehind(Occurrence one, Occurrence other) {
            int order = nearness.compare(one, other);
            return forward ? order > 0 : order < 0;
        }

        private long start(Occurrence occurrence) {
            return onCommonScale(occurrence).startNanos();
        }

        private long end(Occurrence occurrence) {
            return onCommonScale(occurrence).endNanos();
        }

        /** As {@link Place#depth}: an event may tell how many states are around it. */
        private int depth(Occurrence occurrence) {
            return occurrence.event() ? -1 : occurrence.depth();
        }

        private int orderOf(Occurrence occurrence) {
            return order.getOrDefault(occurrence.rowKey(), -1);
        }
    }

    /** With nothing chosen, the first state that is seen in the chosen row, or in the first row with states. */
    private boolean begin() {
        for (Place place : places()) {
            boolean wanted = model.selectedIndex() < 0 || place.seen().key().equals(model.selectedKey());
            int first = place.level()
                    .firstReaching(model.visible().startNanos() + place.seen().originNanos());
            if (wanted && first < place.level().size()) {
                show(place.at(first));
                return true;
            }
        }
        return false;
    }

    private Optional<Place> chosenPlace() {
        return model.chosen().flatMap(chosen -> places().stream()
                .filter(place -> place.key().equals(chosen.rowKey())
                        && place.holds(chosen)
                        && place.level().indexOf(chosen.category(), chosen.time()) >= 0)
                .findFirst());
    }

    private List<Place> places() {
        List<Place> places = new ArrayList<>();
        for (VisibleRow seen : model.rows()) {
            if (seen.isHeading()) {
                if (!seen.open()) {
                    model.query().headed(model.runs(), seen.run()).forEach(top -> addBelow(places, seen, top));
                }
            } else if (seen.open()) {
                add(places, seen, seen.row());
            } else {
                addBelow(places, seen, seen.row());
            }
        }
        return places;
    }

    /** Adds what would be seen with the closed row and all below it open. */
    private void addBelow(List<Place> places, VisibleRow seen, Row row) {
        Interval visible = model.visible().shift(seen.originNanos());
        if (model.order().leavesOut(seen.run() + ":" + row.path(), row, visible)) {
            return;
        }
        if (model.query().wants(row)) {
            add(places, seen, row);
        }
        row.children().forEach(child -> addBelow(places, seen, child));
    }

    private static void add(List<Place> places, VisibleRow seen, Row row) {
        if (row instanceof Row.Trace trace) {
            int order = places.isEmpty() ? 0 : places.get(places.size() - 1).order() + 1;
            StateTrack track = trace.track();
            for (int depth = 0; depth < track.levels().size(); depth++) {
                places.add(new Place(
                        order, seen, trace.path(), depth, track.levels().get(depth)));
            }
            places.add(new Place(order, seen, trace.path(), -1, track.events()));
        }
    }
}
