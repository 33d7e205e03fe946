// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.sunshot.control;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.hdtrace.sunshot.model.Interval;
import org.hdtrace.sunshot.model.Occurrence;

/** Makes bookmarks and notes and goes back to them (SUNSHOT V-17). Thread: that of the {@link ViewModel}. */
public final class Marks {
    private final ViewModel model;

    public Marks(ViewModel model) {
        this.model = model;
    }

    /** Keeps the view below a number from 1 to 9, instead of what was there. */
    public void set(int number) {
        List<Mark> marks = new ArrayList<>();
        for (Mark mark : model.marks()) {
            if (mark.number() != number) {
                marks.add(mark);
            } else if (!mark.text().isEmpty()) {
                marks.add(mark.withNumber(0));
            }
        }
        marks.add(here(number, middle()));
        model.setMarks(marks);
    }

    /** Keeps the view below the first number that is free; without a number if none is. */
    public void add() {
        int number = free(model.marks());
        if (number > 0) {
            set(number);
        } else {
            addNote(middle());
        }
    }

    /** The first number that no mark has, 0 when all are taken. */
    private static int free(List<Mark> marks) {
        for (int number = 1; number <= 9; number++) {
            int wanted = number;
            if (marks.stream().noneMatch(mark -> mark.number() == wanted)) {
                return number;
            }
        }
        return 0;
    }

    /** Marks that were kept and those made before it was known of them, which get other numbers where theirs are taken. */
    public static List<Mark> joined(List<Mark> kept, List<Mark> made) {
        List<Mark> all = new ArrayList<>(kept);
        for (Mark mark : made) {
            boolean taken = mark.number() > 0 && all.stream().anyMatch(other -> other.number() == mark.number());
            all.add(taken ? mark.withNumber(free(all)) : mark);
        }
        return all;
    }

    /** Adds a note without a number at the begin of the chosen state, or in the middle of the view. */
    public void addNote() {
        Optional<Occurrence> chosen = model.chosen();
        addNote(chosen.map(
                        state -> new StateNavigator(model).onCommonScale(state).startNanos())
                .orElseGet(this::middle));
    }

    private void addNote(long at) {
        List<Mark> marks = new ArrayList<>(model.marks());
        marks.add(here(0, at));
        model.setMarks(marks);
    }

    private Mark here(int number, long at) {
        return new Mark(number, model.visible(), at, model.selectedKey(), "");
    }

    private long middle() {
        Interval visible = model.visible();
        return visible.startNanos() + visible.durationNanos() / 2;
    }

    /** The bookmark of a number. */
    public Optional<Mark> find(int number) {
        return model.marks().stream().filter(mark -> mark.number() == number).findFirst();
    }

    /** Shows the time of a mark, and its row. */
    public void goTo(Mark mark) {
        model.go(model.viewport().select(mark.view().startNanos(), mark.view().endNanos()));
        if (!mark.row().isEmpty()) {
            model.reveal(mark.row());
        }
    }
}
