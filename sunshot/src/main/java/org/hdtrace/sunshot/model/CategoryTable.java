// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.sunshot.model;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Numbers the names of states, so that columns hold small integers. One table serves all projects of a window, so equal
 * names have equal numbers. Safe for use by several threads; numbers are never reused.
 */
public final class CategoryTable {
    private final Map<String, Integer> ids = new HashMap<>();
    private final List<Category> categories = new ArrayList<>();

    /** The number of a name, given on first sight, counting from 0. */
    public synchronized int idOf(String name) {
        Integer id = ids.get(name);
        if (id == null) {
            id = categories.size();
            ids.put(name, id);
            categories.add(new Category(id, name, CategoryGroup.of(name), CategoryColors.colorOf(name)));
        }
        return id;
    }

    public synchronized Category get(int id) {
        return categories.get(id);
    }

    public synchronized int size() {
        return categories.size();
    }

    /** All categories known now, by number. */
    public synchronized List<Category> all() {
        return List.copyOf(categories);
    }
}
