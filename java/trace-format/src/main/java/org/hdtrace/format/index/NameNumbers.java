// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.format.index;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Numbers names in the order in which they come. */
final class NameNumbers {
    private final Map<String, Integer> numbers = new HashMap<>();
    private final List<String> names = new ArrayList<>();
    /** By number of a kind of entries, one more than the number of its name; 0 when that is not known. */
    private int[] ofKinds = new int[64];

    int count() {
        return names.size();
    }

    String name(int number) {
        return names.get(number);
    }

    /**
     * Number of a name, a new one for a new name; -1 when there are too many.
     *
     * @param kind the same for entries with the same name, small; 0 when nobody knows any
     */
    int of(int kind, String name) {
        int known = kind < ofKinds.length ? ofKinds[kind] : 0;
        return known > 0 ? known - 1 : find(kind, name);
    }

    private int find(int kind, String name) {
        Integer known = numbers.get(name);
        int number = known != null ? known : enter(name);
        if (kind > 0) {
            if (kind >= ofKinds.length) {
                ofKinds = Arrays.copyOf(ofKinds, 2 * kind);
            }
            ofKinds[kind] = number + 1;
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
