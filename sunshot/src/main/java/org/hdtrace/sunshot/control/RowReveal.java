// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.sunshot.control;

import java.util.List;
import java.util.Set;
import org.hdtrace.sunshot.model.Row;
import org.hdtrace.sunshot.query.RowQuery;
import org.hdtrace.sunshot.query.VisibleRow;

/** Chooses a row by what it is or by its place, and makes it seen. Thread: that of the {@link ViewModel}. */
final class RowReveal {
    private final ViewModel model;

    RowReveal(ViewModel model) {
        this.model = model;
    }

    /** Opens whatever hides a row, and chooses it; nothing happens if no run has it. */
    void reveal(String key) {
        RowFinder.Place place = new RowFinder(model.runs(), model.query()).at(key);
        if (place == null) {
            return;
        }
        RowQuery opened = model.query();
        for (String closed : place.closed()) {
            opened = opened.toggle(closed);
        }
        if (!opened.equals(model.query())) {
            model.setQuery(opened);
        }
        if (!model.silentShown() && RowQuery.isSilent(place.row())) {
            model.setSilentShown(true);
        }
        if (model.looks().hides(place.row())) {
            model.setLooks(model.looks().shown(((Row.Statistic) place.row()).series()));
        }
        if (model.indexOf(key) < 0) {
            model.setOrder(model.order().withHidden(Set.of()).withHideIdle(false));
        }
        model.select(key);
    }

    /** Chooses the row a number of places further down, or the first. */
    void next(int places) {
        List<VisibleRow> rows = model.rows();
        if (rows.isEmpty()) {
            return;
        }
        int now = model.selectedIndex();
        int next = now < 0 ? 0 : Math.max(0, Math.min(rows.size() - 1, now + places));
        model.select(rows.get(next).key());
    }
}
