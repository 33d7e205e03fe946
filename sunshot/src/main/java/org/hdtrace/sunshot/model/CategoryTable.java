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
    /** What is shown of names, where that isn't the name. */
    private final Map<String, String> titles = new HashMap<>();

    /** A table with the usual colours. */
    public CategoryTable() {
        this(Map.of(), Map.of());
    }

    /**
     * A table in which the user changed something.
     *
     * @param colors by name, 0xRRGGBB
     * @param titles what is shown, by name
     */
    public CategoryTable(Map<String, Integer> colors, Map<String, String> titles) {
        this.colors.putAll(colors);
        this.titles.putAll(titles);
    }

    /** A table without categories, in which they will look as they do here. */
    public synchronized CategoryTable empty() {
        return new CategoryTable(colors, titles);
    }

    /** The number of a name, given on first sight, counting from 0. */
    public synchronized int idOf(String name) {
        Integer id = ids.get(name);
        if (id == null) {
            id = categories.size();
            ids.put(name, id);
            categories.add(made(id, name));
        }
        return id;
    }

    private Category made(int id, String name) {
        Integer changed = colors.get(name);
        int rgb = changed == null ? CategoryColors.colorOf(name) : changed;
        return new Category(id, name, titles.getOrDefault(name, name), CategoryGroup.of(name), rgb);
    }

    /** Gives a category another colour, 0xRRGGBB; -1 for the one of its name. */
    public synchronized void setColor(int id, int rgb) {
        Category category = categories.get(id);
        if (rgb < 0 || rgb == CategoryColors.colorOf(category.name())) {
            colors.remove(category.name());
        } else {
            colors.put(category.name(), rgb);
        }
        categories.set(id, made(id, category.name()));
    }

    /** Shows a category by another name; blank for its own. */
    public synchronized void setTitle(int id, String title) {
        String name = categories.get(id).name();
        if (title.isBlank() || title.strip().equals(name)) {
            titles.remove(name);
        } else {
            titles.put(name, title.strip());
        }
        categories.set(id, made(id, name));
    }

    /** What is shown, by name, where that isn't the name; also of names that were not met. */
    public synchronized Map<String, String> changedTitles() {
        return Map.copyOf(titles);
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
