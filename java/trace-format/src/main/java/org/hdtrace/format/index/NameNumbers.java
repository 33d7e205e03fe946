// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.format.index;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Numbers names in the order in which they come. */
final class NameNumbers {
    private final Map<String, Integer> numbers = new HashMap<>();
    private final List<String> names = new ArrayList<>();
    private String lastName = "";
    private int lastNumber = -1;

    int count() {
        return names.size();
    }

    String name(int number) {
        return names.get(number);
    }

    /** Number of a name, a new one for a new name; -1 when there are too many. */
    @SuppressWarnings("ReferenceEquality")
    int of(String name) {
        // Readers give equal names as one object: a trace with few names in turn needs no table.
        if (name == lastName && lastNumber >= 0) {
            return lastNumber;
        }
        Integer known = numbers.get(name);
        lastNumber = known != null ? known : enter(name);
        lastName = name;
        return lastNumber;
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
