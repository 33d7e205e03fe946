// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.analysis.compare;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import org.hdtrace.format.TraceFormatException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TraceOperationsTest {
    private static final String[] OUTER = {"Replay", "Bcast", "Compute", "Replay"};

    @TempDir
    private Path folder;

    /** Whether the name of the state around them is waited for or looked up, the calls are the same. */
    @Test
    void theLimitOfWhatIsKeptChangesNoCall() throws IOException, TraceFormatException {
        Random random = new Random(11);
        int calls = 0;
        for (int round = 0; round < 300; round++) {
            Path trace = Files.writeString(folder.resolve("t" + round + ".trc"), trace(random));
            List<Operation> all = calls(trace, Integer.MAX_VALUE);
            calls += all.size();
            for (int kept : new int[] {0, 1, 3}) {
                assertEquals(all, calls(trace, kept), "round " + round + ", " + kept + " kept");
            }
        }
        assertTrue(calls > 3000, calls + " calls");
    }

    private static List<Operation> calls(Path trace, int mostKept) throws TraceFormatException {
        List<Operation> calls = new ArrayList<>();
        try (TraceOperations source = TraceOperations.open(trace, mostKept)) {
            for (Operation call = source.next(); call != null; call = source.next()) {
                calls.add(call);
            }
        }
        return calls;
    }

    private static String trace(Random random) {
        StringBuilder text = new StringBuilder("<Program>\n");
        int now = 0;
        for (int outer = random.nextInt(20); outer > 0; outer--) {
            int begin = now;
            int inner = random.nextInt(8);
            if (inner > 0) {
                text.append("<Nested>\n");
                for (int i = 0; i < inner; i++) {
                    String name = random.nextInt(5) == 0 ? "Compute" : "Send";
                    text.append(state(name, now, now + random.nextInt(3)));
                    now += 3;
                }
                text.append("</Nested>\n");
            }
            now += 1;
            text.append(state(OUTER[random.nextInt(OUTER.length)], begin, now));
        }
        return text.append("</Program>\n").toString();
    }

    private static String state(String name, int start, int end) {
        return String.format(Locale.ROOT, "<%s time='%d.0' end='%d.0'/>%n", name, start, end);
    }
}
