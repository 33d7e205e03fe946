// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.piosim.model.cluster;

import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/** Makes names unique by appending a counter. Not safe for use by several threads. */
public final class UniqueNames {
    private final Set<String> used = new HashSet<>();
    private final Map<String, Integer> counters = new HashMap<>();

    /** The name itself the first time, then with 1, 2, ... behind it. */
    public String unique(String wanted) {
        String name = wanted;
        while (!used.add(name)) {
            name = wanted + counters.merge(wanted, 1, Integer::sum);
        }
        return name;
    }
}
