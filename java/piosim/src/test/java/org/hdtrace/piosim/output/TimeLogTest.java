// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.piosim.output;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.LongRange;

class TimeLogTest {
    @Property(tries = 200)
    void givesBackWhatWasPutIn(@ForAll List<@LongRange(min = 0, max = 1L << 50) Long> distances) {
        TimeLog log = new TimeLog();
        long now = 0;
        for (long distance : distances) {
            log.add(now + distance / 3, now + distance);
            now += distance;
        }
        TimeLog.Cursor cursor = log.read();
        now = 0;
        for (long distance : distances) {
            assertTrue(cursor.next());
            assertEquals(now + distance / 3, cursor.start());
            assertEquals(now + distance, cursor.end());
            now += distance;
        }
        assertFalse(cursor.next());
    }
}
