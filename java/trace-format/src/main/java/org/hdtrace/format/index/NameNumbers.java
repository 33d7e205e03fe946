// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.format.index;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Numbers names in the order in which they come, and keeps their sums. */
final class NameNumbers {
    private final Map<String, NameSums> known = new HashMap<>();
    private final List<NameSums> names = new ArrayList<>();
    /** By number of a kind of entries; null where the name of the kind is not known. */
    private NameSums[] ofKinds = new NameSums[64];

    int count() {
        return names.size();
    }

    String name(int number) {
        return names.get(number).name();
    }

    /**
     * Sums of a name, new ones of a new name; null when there are too many.
     *
     * @param kind the same for entries with the same name, small; 0 when nobody knows any
     */
    NameSums of(int kind, String name) {
        NameSums[] kinds = ofKinds;
        NameSums sums = kind >= 0 && kind < kinds.length ? kinds[kind] : null;
        return sums != null ? sums : find(kind, name);
    }

    private NameSums find(int kind, String name) {
        NameSums before = known.get(name);
        NameSums sums = before != null ? before : enter(name);
        if (kind > 0) {
            if (kind >= ofKinds.length) {
                ofKinds = Arrays.copyOf(ofKinds, 2 * kind);
            }
            ofKinds[kind] = sums;
        }
        return sums;
    }

    private NameSums enter(String name) {
        if (names.size() == IndexFormat.NAMES) {
            return null;
        }
        NameSums sums = new NameSums(names.size(), name);
        known.put(name, sums);
        names.add(sums);
        return sums;
    }
}
