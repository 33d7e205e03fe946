// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.sunshot.app;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import org.hdtrace.analysis.waits.WaitKind;
import org.hdtrace.sunshot.waits.WaitTable;
import org.junit.jupiter.api.Test;

/** The line above the waits (SUNSHOT V-18). */
class WaitsHeadTest {
    private static final long SECOND = 1_000_000_000L;

    private static WaitsPanel.Line line(WaitKind kind, String row, long seconds, double share) {
        return new WaitsPanel.Line(row, new WaitTable.Sum(row, kind, 1, seconds * SECOND), share);
    }

    /** Two processes of 10 s: one waits 2 s for a message, while 300 s of operations are queued. */
    @Test
    void queuesOfServersAreNoShareOfTheProcesses() {
        WaitsPanel.Line sender = line(WaitKind.LATE_SENDER, "", 2, 0.1);
        WaitsPanel.Line ofRow = line(WaitKind.LATE_SENDER, "n/0", 2, 0.1);
        WaitsPanel.Line queue = line(WaitKind.SERVER_QUEUE, "", 300, 15);
        assertEquals("Processes wait 10.0 % of the visible time", WaitsPanel.headOf(List.of(sender, ofRow)));
        assertEquals(
                "Processes wait 10.0 % of the visible time, operations in queues of servers 300.0 s in all",
                WaitsPanel.headOf(List.of(queue, sender, ofRow)));
        assertEquals("Nobody waits for anybody in the visible time", WaitsPanel.headOf(List.of()));
    }
}
