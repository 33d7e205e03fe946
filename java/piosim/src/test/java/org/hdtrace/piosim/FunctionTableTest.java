// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.piosim;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import org.hdtrace.piosim.SimulationResult.FunctionResult;
import org.junit.jupiter.api.Test;

class FunctionTableTest {
    @Test
    void sumsUpByFunctionTheLongestFirst() {
        FunctionTable table = new FunctionTable();
        table.add("Send", 5, 100);
        table.add("Recv", 20, 100);
        table.add("Send", 7, 11);
        assertEquals(
                List.of(new FunctionResult("Recv", 1, 20, 20, 20, 100), new FunctionResult("Send", 2, 12, 5, 7, 111)),
                table.results());
    }

    @Test
    void keepsTheLargestNumberInsteadOfTurningNegative() {
        FunctionTable table = new FunctionTable();
        long half = Long.MAX_VALUE / 2 + 1;
        for (int i = 0; i < 3; i++) {
            table.add("Bcast", half, half);
        }
        assertEquals(
                List.of(new FunctionResult("Bcast", 3, Long.MAX_VALUE, half, half, Long.MAX_VALUE)), table.results());
    }
}
