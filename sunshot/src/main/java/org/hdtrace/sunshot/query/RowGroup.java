// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.sunshot.query;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.hdtrace.sunshot.model.Row;

/**
 * Rows of one run that the user put together (SUNSHOT V-07): whatever arranges the rows, they lie below a row of their own. Immutable.
 *
 * @param run number of the run
 * @param number tells groups of a run apart; the name may change
 * @param name what the tree shows
 * @param members paths of rows, each with what lies below it
 */
public record RowGroup(int run, int number, String name, List<String> members) {
    /** No node of a topology has an empty name. */
    private static final String ROOT = "/group ";

    public RowGroup {
        members = List.copyOf(members);
    }

    /** Path of the row that the members lie below. */
    public String path() {
        return ROOT + number;
    }

    /** Key of that row in lists of visible rows. */
    public String key() {
        return run + ":" + path();
    }

    public RowGroup withName(String other) {
        return new RowGroup(run, number, other, members);
    }

    /** The same without another group, whose members are its own now. */
    public RowGroup without(RowGroup other) {
        List<String> paths = new ArrayList<>();
        for (String member : members) {
            if (member.equals(other.path())) {
                paths.addAll(other.members);
            } else {
                paths.add(member);
            }
        }
        return new RowGroup(run, number, name, paths);
    }

    /**
     * Puts the members among rows together, in the order they have. The group lies where the first of them was, if all have one
     * parent, else at the top; parents that have nothing left are gone. Members that are not there are not missed.
     */
    List<Row> applyTo(List<Row> rows) {
        Set<String> wanted = Set.copyOf(members);
        List<Row> taken = new ArrayList<>();
        Set<String> parents = new HashSet<>();
        rows.forEach(row -> take(row, "", wanted, taken, parents));
        if (taken.isEmpty()) {
            return rows;
        }
        boolean several = taken.stream().map(RowGroup::hostOf).distinct().count() > 1;
        Row made = new Row.Group(
                path(),
                name,
                taken.stream().map(row -> several ? withHost(row) : row).toList(),
                true);
        String parent = parents.size() == 1 ? parents.iterator().next() : "";
        return left(rows, "", parent, wanted, made);
    }

    private static void take(Row row, String parent, Set<String> wanted, List<Row> taken, Set<String> parents) {
        if (wanted.contains(row.path())) {
            taken.add(row);
            parents.add(parent);
        } else {
            row.children().forEach(child -> take(child, row.path(), wanted, taken, parents));
        }
    }

    private static String hostOf(Row row) {
        int slash = row.path().indexOf('/');
        return slash < 0 ? row.path() : row.path().substring(0, slash);
    }

    /** Rows of one label and several nodes have to be told apart. */
    private static Row withHost(Row row) {
        String host = hostOf(row);
        return host.isEmpty() || row.label().contains(host) ? row : row.withLabel(row.label() + " · " + host);
    }

    /** What is left of rows below a parent, with the group where the first member of them, or of what is below them, was. */
    private static List<Row> left(List<Row> rows, String parent, String wantedParent, Set<String> wanted, Row made) {
        List<Row> left = new ArrayList<>();
        boolean open = parent.equals(wantedParent);
        for (Row row : rows) {
            if (open && holds(row, wanted)) {
                left.add(made);
                open = false;
            }
            if (wanted.contains(row.path())) {
                continue;
            }
            List<Row> children = left(row.children(), row.path(), wantedParent, wanted, made);
            boolean emptied = row instanceof Row.Group
                    && children.isEmpty()
                    && !row.children().isEmpty();
            if (!emptied) {
                left.add(children.equals(row.children()) ? row : row.withChildren(children));
            }
        }
        return left;
    }

    private static boolean holds(Row row, Set<String> wanted) {
        return wanted.contains(row.path()) || row.children().stream().anyMatch(child -> holds(child, wanted));
    }
}
