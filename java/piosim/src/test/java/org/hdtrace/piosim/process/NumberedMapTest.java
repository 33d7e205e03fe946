// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.piosim.process;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.LongRange;
import net.jqwik.api.constraints.Size;

class NumberedMapTest {
    private static final long FAR = 0x100000001L;

    @Property(tries = 500)
    void actsAsAnyMap(@ForAll @Size(max = 300) List<@LongRange(min = 0, max = 159) Long> choices) {
        NumberedMap<String> map = new NumberedMap<>();
        Map<Long, String> expected = new HashMap<>();
        for (int i = 0; i < choices.size(); i++) {
            long choice = choices.get(i);
            long key = choice % 40 * FAR - 20;
            if (choice < 80) {
                assertEquals(expected.put(key, "v" + i), map.put(key, "v" + i));
            } else if (choice < 120) {
                assertEquals(expected.remove(key), map.remove(key));
            }
            for (long other = 0; other < 40; other++) {
                assertEquals(expected.get(other * FAR - 20), map.get(other * FAR - 20));
            }
        }
    }
}
