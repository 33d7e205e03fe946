// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.piosim.process;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.HashSet;
import java.util.Set;
import org.junit.jupiter.api.Test;

class CallTagTest {
    @Test
    void differsForEveryPartOnEveryLevelOfTwoOperations() {
        Set<Long> seen = new HashSet<>();
        int count = 0;
        for (long number = 1; number <= 2; number++) {
            count += addWithParts(seen, CallTag.first(number), 0);
        }
        assertEquals(2 * (1 + 6 + 36 + 216 + 1296), count);
        assertEquals(count, seen.size());
    }

    @Test
    void keepsTheMostPartsOfOneLevelApartFromTheNextLevel() {
        long last = CallTag.child(CallTag.first(1), 0, 65_535);
        assertTrue(CallTag.child(last, 1, 255) < CallTag.first(2));
        assertTrue(CallTag.child(CallTag.first(1), 1, 255) < CallTag.child(CallTag.first(1), 0, 1));
    }

    @Test
    void startsAgainWhenTheNumbersOfALevelAreUsedUp() {
        long tag = CallTag.first(1);
        assertEquals(CallTag.child(tag, 0, 1), CallTag.child(tag, 0, 65_536));
        assertEquals(CallTag.child(tag, 3, 255), CallTag.child(tag, 3, 510));
    }

    @Test
    void staysPositiveForAnyNumberOfOperations() {
        assertTrue(CallTag.child(CallTag.first(Long.MAX_VALUE), 0, 65_535) > 0);
        assertTrue(CallTag.first(1L << 23) >= 0);
    }

    @Test
    void saysWhatAnAlgorithmDoesTooOften() {
        long tag = CallTag.first(1);
        assertEquals(
                "an algorithm nests more than 4 levels",
                assertThrows(IllegalStateException.class, () -> CallTag.child(tag, 4, 1))
                        .getMessage());
    }

    private static int addWithParts(Set<Long> seen, long tag, int depth) {
        seen.add(tag);
        int count = 1;
        for (int part = 1; depth < 4 && part <= 6; part++) {
            count += addWithParts(seen, CallTag.child(tag, depth, part), depth + 1);
        }
        return count;
    }
}
