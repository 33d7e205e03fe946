// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.sunshot.app;

import java.awt.Graphics2D;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import org.hdtrace.sunshot.control.RowProfile;
import org.hdtrace.sunshot.paint.ArcPainter;
import org.hdtrace.sunshot.paint.Theme;
import org.hdtrace.sunshot.query.RowPairs;
import org.hdtrace.sunshot.query.TimeTicks;
import org.hdtrace.sunshot.query.ValueText;

/** The arcs beside the bars of a profile, from who sends messages to who receives them. Immutable; any thread. */
final class BarArcs {
    private final List<RowProfile> bars;
    private final List<RowPairs.Pair> drawn = new ArrayList<>();
    private final ArcPainter painter;

    /**
     * Those between bars that are there.
     *
     * @param lineHeight of a bar, pixels
     */
    BarArcs(RowPairs pairs, List<RowProfile> bars, int lineHeight) {
        this.bars = bars;
        List<ArcPainter.Arc> arcs = arcs(pairs, bars, drawn);
        painter = new ArcPainter(arcs, bars.size(), lineHeight);
    }

    /** The arcs of a picture. */
    static List<ArcPainter.Arc> arcs(RowPairs pairs, List<RowProfile> bars) {
        return arcs(pairs, bars, new ArrayList<>());
    }

    private static List<ArcPainter.Arc> arcs(RowPairs pairs, List<RowProfile> bars, List<RowPairs.Pair> drawn) {
        Map<String, Integer> lines = new HashMap<>();
        for (int i = 0; i < bars.size() && !pairs.pairs().isEmpty(); i++) {
            lines.put(bars.get(i).row().key(), i);
        }
        List<ArcPainter.Arc> arcs = new ArrayList<>();
        for (RowPairs.Pair pair : pairs.pairs()) {
            Integer from = lines.get(pair.from());
            Integer to = lines.get(pair.to());
            // Bars and messages are of two views for a while.
            if (from != null && to != null) {
                arcs.add(new ArcPainter.Arc(from, to, pair.count()));
                drawn.add(pair);
            }
        }
        return arcs;
    }

    /** What the arcs are, and how many are not there. */
    static String note(RowPairs pairs) {
        int shown = pairs.pairs().size();
        int all = shown + pairs.leftOut() + pairs.undrawn();
        if (all == 0) {
            return "no messages";
        }
        StringBuilder note = new StringBuilder("messages of ");
        if (shown < all) {
            note.append(ValueText.count(shown)).append(" of ");
        }
        note.append(ValueText.count(all)).append(all == 1 ? " pair of rows" : " pairs of rows");
        if (pairs.leftOut() > 0) {
            note.append(", those with the most bytes");
        }
        if (pairs.undrawn() > 0) {
            note.append(", ").append(ValueText.count(pairs.undrawn())).append(" to or from rows without a bar");
        }
        return note.toString();
    }

    int width(int room) {
        return painter.width(room);
    }

    /** Draws the arcs in a strip from 0 on, those of a bar or a single one stronger; -1 for none. */
    void paint(Graphics2D graphics, Theme theme, int strip, int pointedArc, int pointedBar) {
        painter.paint(graphics, theme, strip, strip, 0, arc -> arc == pointedArc || isOf(arc, pointedBar));
    }

    private boolean isOf(int arc, int bar) {
        if (bar < 0 || bar >= bars.size()) {
            return false;
        }
        String key = bars.get(bar).row().key();
        return drawn.get(arc).from().equals(key) || drawn.get(arc).to().equals(key);
    }

    /** Place of the arc at a point, or -1. */
    int at(int x, int y, int strip) {
        OptionalInt found = strip == 0 || x >= strip ? OptionalInt.empty() : painter.at(x, y, strip, strip, 0);
        return found.orElse(-1);
    }

    /** What an arc stands for; empty for -1. */
    Optional<RowPairs.Pair> pair(int arc) {
        return arc < 0 ? Optional.empty() : Optional.of(drawn.get(arc));
    }

    /** Both rows and all figures, in one line. */
    String textOf(RowPairs.Pair pair) {
        return nameOf(pair.from()) + " → " + nameOf(pair.to()) + "    " + ValueText.count(pair.count())
                + (pair.count() == 1 ? " message" : " messages") + "    " + ValueText.of((double) pair.bytes(), "B")
                + (Double.isNaN(pair.bandwidth()) ? "" : "    mean bandwidth " + ValueText.of(pair.bandwidth(), "B/s"))
                + "    mean time " + TimeTicks.duration(Math.round(pair.latencyNanos()));
    }

    /** The title of a bar, or its path where another bar has the same. */
    private String nameOf(String key) {
        RowProfile own = bars.stream()
                .filter(bar -> bar.row().key().equals(key))
                .findFirst()
                .orElseThrow();
        String title = own.row().title();
        long same = bars.stream()
                .filter(bar ->
                        bar.row().run() == own.row().run() && bar.row().title().equals(title))
                .count();
        return same > 1 ? own.row().row().path() : title;
    }
}
