// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.sunshot.control;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.hdtrace.sunshot.query.VisibleRow;

/**
 * The order of rows below one parent after one of them was moved.
 *
 * @param parent key of the parent, "" for the top
 * @param children keys in their new order
 */
public record RowMove(String parent, List<String> children) {
    public RowMove {
        children = List.copyOf(children);
    }

    /** Moves a row by a number of places among its siblings; empty if it would not move. */
    public static Optional<RowMove> by(List<VisibleRow> rows, int index, int places) {
        if (index < 0) {
            return Optional.empty();
        }
        List<Integer> siblings = siblings(rows, index);
        int now = siblings.indexOf(index);
        int target = Math.max(0, Math.min(siblings.size() - 1, now + places));
        return target == now ? Optional.empty() : Optional.of(moved(rows, siblings, index, target));
    }

    /** Moves a row to where another one is; empty if both are not below the same parent. */
    public static Optional<RowMove> to(List<VisibleRow> rows, int index, int other) {
        if (index < 0 || other < 0 || index == other) {
            return Optional.empty();
        }
        List<Integer> siblings = siblings(rows, index);
        // Over a row below a sibling, that sibling is meant.
        int target = -1;
        for (int sibling : siblings) {
            if (sibling <= other && other < endOf(rows, sibling)) {
                target = siblings.indexOf(sibling);
            }
        }
        return target < 0 || siblings.get(target) == index
                ? Optional.empty()
                : Optional.of(moved(rows, siblings, index, target));
    }

    private static RowMove moved(List<VisibleRow> rows, List<Integer> siblings, int index, int target) {
        List<Integer> order = new ArrayList<>(siblings);
        order.remove(Integer.valueOf(index));
        order.add(target, index);
        int parent = parentOf(rows, index);
        return new RowMove(
                parent < 0 ? "" : rows.get(parent).key(),
                order.stream().map(place -> rows.get(place).key()).toList());
    }

    private static int parentOf(List<VisibleRow> rows, int index) {
        int parent = index - 1;
        while (parent >= 0 && rows.get(parent).indent() >= rows.get(index).indent()) {
            parent--;
        }
        return parent;
    }

    private static int endOf(List<VisibleRow> rows, int index) {
        int end = index + 1;
        while (end < rows.size() && rows.get(end).indent() > rows.get(index).indent()) {
            end++;
        }
        return end;
    }

    private static List<Integer> siblings(List<VisibleRow> rows, int index) {
        List<Integer> siblings = new ArrayList<>();
        int indent = rows.get(index).indent();
        for (int i = parentOf(rows, index) + 1; i < rows.size() && rows.get(i).indent() >= indent; i++) {
            if (rows.get(i).indent() == indent) {
                siblings.add(i);
            }
        }
        return siblings;
    }
}
