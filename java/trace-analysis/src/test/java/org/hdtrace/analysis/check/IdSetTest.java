// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.analysis.check;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

class IdSetTest {
    @Test
    void countsWithoutGapsTakeNoMemory() {
        IdSet set = new IdSet();
        for (long id = 0; id < 10L * IdSet.MOST; id++) {
            set.add(id);
        }
        assertEquals(10L * IdSet.MOST, set.size());
        assertTrue(set.holds(0) && set.holds(10L * IdSet.MOST - 1));
        assertFalse(set.mayHold(10L * IdSet.MOST) || set.mayHold(-1));
    }

    @Test
    void gapsAreFilled() {
        IdSet set = new IdSet();
        for (long id : new long[] {2, 1, -5, 0, 2}) {
            set.add(id);
        }
        assertTrue(set.holds(1) && set.holds(2) && set.holds(-5));
        assertFalse(set.holds(3));
        assertEquals(4, set.size());
    }

    @Test
    void fullSetsJudgeNobody() {
        IdSet set = new IdSet();
        for (long id = 0; id <= IdSet.MOST; id++) {
            set.add(2 * id + 1);
        }
        assertEquals(IdSet.MOST, set.size());
        assertTrue(set.mayHold(8) && !set.holds(8));
        IdSet wanted = new IdSet();
        wanted.add(8);
        assertEquals(-1, set.firstMissing(wanted));
    }

    @Test
    void lowestMissingIdIsTold() {
        IdSet set = new IdSet();
        set.add(0);
        set.add(2);
        IdSet wanted = new IdSet();
        wanted.add(0);
        assertEquals(-1, set.firstMissing(wanted));
        wanted.add(9);
        assertEquals(9, set.firstMissing(wanted));
        wanted.add(1);
        wanted.add(2);
        assertEquals(1, set.firstMissing(wanted));
    }
}
