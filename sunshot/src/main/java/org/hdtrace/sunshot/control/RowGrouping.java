// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.sunshot.control;

import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.hdtrace.sunshot.query.RowGroup;

/** Puts rows together and takes them apart again (SUNSHOT V-07). Thread: that of the {@link ViewModel}. */
public final class RowGrouping {
    private final ViewModel model;

    public RowGrouping(ViewModel model) {
        this.model = model;
    }

    /** A name for the next group that no other has. */
    public String freeName() {
        List<String> names = groups().stream().map(RowGroup::name).toList();
        int number = 1;
        while (names.contains("Group " + number)) {
            number++;
        }
        return "Group " + number;
    }

    /** Puts rows together, and chooses the first group; rows of several runs make a group in each. Headings of runs are no rows. */
    public void group(Collection<String> keys, String name) {
        Map<Integer, List<String>> paths = new TreeMap<>();
        for (String key : keys) {
            int colon = key.indexOf(':');
            if (colon < key.length() - 1) {
                paths.computeIfAbsent(Integer.parseInt(key.substring(0, colon)), run -> new ArrayList<>())
                        .add(key.substring(colon + 1));
            }
        }
        Map<String, RowGroup> all = new LinkedHashMap<>();
        groups().forEach(each -> all.put(each.key(), each));
        String first = null;
        for (Map.Entry<Integer, List<String>> each : paths.entrySet()) {
            RowGroup made = new RowGroup(each.getKey(), freeNumber(), name, each.getValue());
            all.put(made.key(), made);
            first = first == null ? made.key() : first;
        }
        if (first != null) {
            show(List.copyOf(all.values()));
            model.select(first);
        }
    }

    private int freeNumber() {
        return 1 + groups().stream().mapToInt(RowGroup::number).max().orElse(0);
    }

    /** The group that a row stands for. */
    public Optional<RowGroup> at(String key) {
        return groups().stream().filter(group -> group.key().equals(key)).findFirst();
    }

    /** Gives a group another name. */
    public void rename(RowGroup group, String name) {
        show(groups().stream()
                .map(each -> each.equals(group) ? each.withName(name) : each)
                .toList());
    }

    /**
     * Lets the members go back to where they were; in other groups they take the place of this one. What was told of its row is
     * forgotten, as the next group may have its number.
     */
    public void takeApart(RowGroup group) {
        List<RowGroup> left = groups().stream()
                .filter(each -> !each.equals(group))
                .map(each -> each.run() == group.run() ? each.without(group) : each)
                .toList();
        model.setQuery(model.query().without(group.key()).withGroups(left));
        model.setOrder(model.order().without(group.key()));
    }

    private List<RowGroup> groups() {
        return model.query().groups();
    }

    private void show(List<RowGroup> groups) {
        model.setQuery(model.query().withGroups(groups));
    }
}
