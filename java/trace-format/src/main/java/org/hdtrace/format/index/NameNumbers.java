// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.format.index;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Numbers names in the order in which they come. */
final class NameNumbers {
    private static final int RECENT_BITS = 6;

    private final Map<String, Integer> numbers = new HashMap<>();
    private final List<String> names = new ArrayList<>();
    /** Names that came last, by their hash, and their numbers. */
    private final String[] recent = new String[1 << RECENT_BITS];

    private final int[] recentNumbers = new int[1 << RECENT_BITS];

    int count() {
        return names.size();
    }

    String name(int number) {
        return names.get(number);
    }

    /** Number of a name, a new one for a new name; -1 when there are too many. */
    @SuppressWarnings("ReferenceEquality")
    int of(String name) {
        // Readers give equal names as one object: most need neither table nor comparison.
        int place = (name.hashCode() * 0x9e3779b9) >>> (Integer.SIZE - RECENT_BITS);
        return name == recent[place] ? recentNumbers[place] : find(name, place);
    }

    private int find(String name, int place) {
        Integer known = numbers.get(name);
        int number = known != null ? known : enter(name);
        if (number >= 0) {
            recent[place] = name;
            recentNumbers[place] = number;
        }
        return number;
    }

    private int enter(String name) {
        int number = names.size();
        if (number == IndexFormat.NAMES) {
            return -1;
        }
        numbers.put(name, number);
        names.add(name);
        return number;
    }
}
