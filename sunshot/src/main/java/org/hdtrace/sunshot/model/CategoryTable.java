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
    /** Colours by name that differ from those of {@link CategoryColors}. */
    private final Map<String, Integer> colors = new HashMap<>();

    /** A table with the usual colours. */
    public CategoryTable() {
        this(Map.of());
    }

    /** A table in which some names have other colours, 0xRRGGBB. */
    public CategoryTable(Map<String, Integer> changed) {
        colors.putAll(changed);
    }

    /** The number of a name, given on first sight, counting from 0. */
    public synchronized int idOf(String name) {
        Integer id = ids.get(name);
        if (id == null) {
            id = categories.size();
            ids.put(name, id);
            categories.add(new Category(id, name, CategoryGroup.of(name), colorOf(name)));
        }
        return id;
    }

    private int colorOf(String name) {
        Integer changed = colors.get(name);
        return changed == null ? CategoryColors.colorOf(name) : changed;
    }

    /** Gives a category another colour, 0xRRGGBB; -1 for the one of its name. */
    public synchronized void setColor(int id, int rgb) {
        Category category = categories.get(id);
        if (rgb < 0 || rgb == CategoryColors.colorOf(category.name())) {
            colors.remove(category.name());
        } else {
            colors.put(category.name(), rgb);
        }
        categories.set(id, new Category(id, category.name(), category.group(), colorOf(category.name())));
    }

    /** Colours by name that differ from the usual ones, also of names that were not met. */
    public synchronized Map<String, Integer> changedColors() {
        return Map.copyOf(colors);
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
