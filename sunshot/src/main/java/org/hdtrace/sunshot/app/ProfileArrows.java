// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.sunshot.app;

import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import javax.swing.JCheckBox;
import org.hdtrace.format.TraceFormatException;
import org.hdtrace.sunshot.arrow.ArrowTable;
import org.hdtrace.sunshot.model.Interval;
import org.hdtrace.sunshot.model.Run;
import org.hdtrace.sunshot.query.RowPairs;
import org.hdtrace.sunshot.query.VisibleRow;

/**
 * The switch of the arrows of a profile, and who reads them beside the event thread. As long as the user did not choose, the messages of
 * small runs are looked for, and shown where there are any. Thread: event thread.
 */
final class ProfileArrows {
    /** Traces of so many states are read in a moment. */
    private static final long FEW_STATES = 250_000;

    private final ArrowOverlay arrows;
    private final Consumer<RowPairs> show;
    private final Consumer<String> tell;
    private final LatestTask reader = LatestTask.calm("sunshot-profile-arrows");
    private final JCheckBox box = new JCheckBox("Arrows");
    private View view = new View(List.of(), List.of(), Set.of(), new Interval(0, 0));
    private Optional<Boolean> known = Optional.empty();
    private int asked;

    /**
     * What the arrows are of.
     *
     * @param rows all visible ones
     * @param bars keys of those that have a bar
     */
    record View(List<Run> runs, List<VisibleRow> rows, Set<String> bars, Interval visible) {
        private List<Path> files() {
            return runs.stream().map(Run::file).toList();
        }
    }

    /** What the reader found, or why it found nothing. */
    private record Answer(RowPairs pairs, boolean any, String problem) {}

    /**
     * A switch of nothing yet.
     *
     * @param show takes what is to be drawn
     * @param tell takes a line about it, "" for none
     */
    ProfileArrows(ArrowOverlay arrows, Consumer<RowPairs> show, Consumer<String> tell) {
        this.arrows = arrows;
        this.show = show;
        this.tell = tell;
        box.setName("profile.arrows");
        box.setToolTipText("Arcs from rows that send messages to those that receive them, in the visible time");
        box.addActionListener(event -> arrows.setBetweenBars(Optional.of(box.isSelected())));
    }

    JCheckBox box() {
        return box;
    }

    /** Shows the arrows of another view. */
    void show(View other) {
        if (!other.files().equals(view.files())) {
            // Keys of rows are alike in many projects: until the new one is read, nothing is known of it.
            show.accept(RowPairs.none());
            tell.accept("");
        }
        view = other;
        refresh();
    }

    /** Somebody may have turned the switch. */
    void choiceChanged() {
        if (!known.equals(arrows.betweenBars())) {
            refresh();
        }
    }

    private void refresh() {
        known = arrows.betweenBars();
        View wanted = view;
        int number = ++asked;
        long states = wanted.runs().stream().mapToLong(Run::stateCount).sum();
        if (!known.orElse(states <= FEW_STATES)) {
            take(new Answer(RowPairs.none(), false, ""));
            return;
        }
        box.setSelected(box.isSelected() || known.isPresent());
        reader.submit(() -> read(wanted), answer -> {
            if (number == asked) {
                take(answer);
            }
        });
    }

    private void take(Answer answer) {
        boolean shown = known.orElse(answer.any());
        box.setSelected(shown);
        show.accept(shown ? answer.pairs() : RowPairs.none());
        tell.accept(!shown ? "" : answer.problem().isEmpty() ? BarArcs.note(answer.pairs()) : answer.problem());
    }

    /** Runs on the reader's thread. */
    private Answer read(View wanted) {
        Map<Integer, ArrowTable> tables = new HashMap<>();
        try {
            for (int run = 0; run < wanted.runs().size(); run++) {
                if (!wanted.runs().get(run).isDerived()) {
                    tables.put(run, arrows.messages().of(wanted.runs().get(run)));
                }
            }
        } catch (TraceFormatException e) {
            return new Answer(RowPairs.none(), false, Problems.describe(e));
        }
        boolean any = tables.values().stream().anyMatch(table -> table.arrowCount() > 0);
        RowPairs pairs = RowPairs.of(tables, wanted.rows(), wanted.bars(), wanted.visible(), RowPairs.MOST);
        return new Answer(pairs, any, "");
    }

    void stop() {
        reader.stop();
    }
}
