// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.piosim.network;

import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import org.hdtrace.piosim.engine.Kernel;
import org.junit.jupiter.api.Test;

class PacketEventsTest {
    private static PacketEvents of(int components) {
        return new PacketEvents(new Kernel(), new Packets(), null, components);
    }

    /** Half of the 24 bits are for what comes by itself, the other half for what follows from it. */
    @Test
    void moreComponentsThanRanksAreRefused() {
        assertDoesNotThrow(() -> of((1 << 23) - 1));
        NetworkPlan.UnsupportedModelException told =
                assertThrows(NetworkPlan.UnsupportedModelException.class, () -> of(1 << 23));
        assertEquals(
                "the network has 8388608 interfaces, switches and edges, those of shared memory as it is simulated: more than"
                        + " 8388607 can't be told apart",
                told.getMessage());
    }
}
