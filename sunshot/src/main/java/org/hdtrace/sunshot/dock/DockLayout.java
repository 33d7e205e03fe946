// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.sunshot.dock;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Which panel is where, whether it is shown, and how large the sides are. Immutable.
 *
 * <p>Its text is one line such as {@code legend=right search=bottom:closed right:430}, for session files.
 *
 * @param places by name of the panel, in the order of the tabs
 * @param sizes width or height of a side in pixels
 */
public record DockLayout(Map<String, Place> places, Map<DockSide, Integer> sizes) {
    private static final Pattern PANEL = Pattern.compile("([a-z]+)=([a-z]+)(:closed)?");
    private static final Pattern SIZE = Pattern.compile("([a-z]+):([0-9]{1,5})");

    /** Side of a panel, and whether it is open there. */
    public record Place(DockSide side, boolean shown) {}

    public DockLayout {
        places = java.util.Collections.unmodifiableMap(new LinkedHashMap<>(places));
        sizes = Map.copyOf(sizes);
    }

    /** An empty layout. */
    public static DockLayout empty() {
        return new DockLayout(Map.of(), Map.of());
    }

    public DockLayout with(String panel, DockSide side, boolean shown) {
        Map<String, Place> changed = new LinkedHashMap<>(places);
        changed.put(panel, new Place(side, shown));
        return new DockLayout(changed, sizes);
    }

    /** A panel that is shown or not, at the side where it is. */
    public DockLayout withShown(String panel, boolean shown) {
        return with(panel, places.get(panel).side(), shown);
    }

    public DockLayout withSize(DockSide side, int pixels) {
        Map<DockSide, Integer> changed = new EnumMap<>(DockSide.class);
        changed.putAll(sizes);
        changed.put(side, pixels);
        return new DockLayout(places, changed);
    }

    public boolean isShown(String panel) {
        Place place = places.get(panel);
        return place != null && place.shown();
    }

    /** Panels shown at a side, in order. */
    public List<String> shownAt(DockSide side) {
        List<String> panels = new ArrayList<>();
        places.forEach((panel, place) -> {
            if (place.shown() && place.side() == side) {
                panels.add(panel);
            }
        });
        return panels;
    }

    /** The line that {@link #parse} reads. */
    public String text() {
        List<String> words = new ArrayList<>();
        places.forEach(
                (panel, place) -> words.add(panel + "=" + place.side().word() + (place.shown() ? "" : ":closed")));
        for (DockSide side : DockSide.values()) {
            if (sizes.containsKey(side)) {
                words.add(side.word() + ":" + sizes.get(side));
            }
        }
        return String.join(" ", words);
    }

    /**
     * Reads a line over this layout: what the line doesn't name stays, panels that this layout doesn't know are left out.
     *
     * @throws IllegalArgumentException if a word is none of a layout
     */
    public DockLayout parse(String line) {
        DockLayout result = this;
        for (String word : line.isBlank() ? new String[0] : line.trim().split("\\s+")) {
            Matcher panel = PANEL.matcher(word);
            Matcher size = SIZE.matcher(word);
            if (panel.matches()) {
                DockSide side = side(panel.group(2), word);
                if (places.containsKey(panel.group(1))) {
                    result = result.with(panel.group(1), side, panel.group(3) == null);
                }
            } else if (size.matches()) {
                result = result.withSize(side(size.group(1), word), Integer.parseInt(size.group(2)));
            } else {
                throw new IllegalArgumentException("no place of a panel: " + word);
            }
        }
        return result;
    }

    private static DockSide side(String name, String word) {
        for (DockSide side : DockSide.values()) {
            if (side.word().equals(name)) {
                return side;
            }
        }
        throw new IllegalArgumentException("no side of the window: " + word);
    }
}
