// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.piosim.network;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.LongRange;
import net.jqwik.api.constraints.Size;

class PairMapTest {
    @Property(tries = 200)
    void behavesLikeAMap(@ForAll @Size(max = 600) List<@LongRange(min = 0, max = 120) Long> keys) {
        PairMap map = new PairMap();
        Map<Long, Integer> reference = new HashMap<>();
        for (int i = 0; i < keys.size(); i++) {
            long key = keys.get(i) << 32 | keys.get(i) * 7;
            if (reference.remove(key) != null) {
                map.remove(key);
            } else {
                reference.put(key, i);
                map.put(key, i);
            }
        }
        for (long number = 0; number <= 120; number++) {
            long key = number << 32 | number * 7;
            assertEquals(reference.getOrDefault(key, -1), map.get(key));
        }
    }
}
