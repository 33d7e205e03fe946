// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.piosim.network;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

class TurnsTest {
    private final Turns turns = new Turns();

    @Test
    void pathsOfAPairAreTakenInTurn() {
        turns.set(2, 3);
        turns.set(900, 2);

        assertEquals(0, turns.take(2));
        assertEquals(1, turns.take(2));
        assertEquals(0, turns.take(900));
        assertEquals(2, turns.take(2));
        assertEquals(0, turns.take(2));
        assertFalse(turns.isSingle(900));
    }

    @Test
    void pairsHaveASinglePathUnlessMoreAreSet() {
        turns.set(5, 1);
        turns.set(3, 2);

        assertTrue(turns.isSingle(5));
        assertTrue(turns.isSingle(2));
        assertTrue(turns.isSingle(70_000));
    }

    @Test
    void numberOfAPairIsUsedAgain() {
        turns.set(1, 4);
        turns.take(1);
        turns.set(1, 1);
        assertTrue(turns.isSingle(1));

        turns.set(1, 2);
        assertEquals(0, turns.take(1));
    }
}
