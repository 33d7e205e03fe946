// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.sunshot.app;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import javax.swing.SwingUtilities;
import org.junit.jupiter.api.Test;

class UnexpectedProblemsTest {
    @Test
    void tellsEachProblemOnceOnTheEventThread() throws Exception {
        List<String> lines = new ArrayList<>();
        UnexpectedProblems problems = new UnexpectedProblems(line -> {
            assertTrue(SwingUtilities.isEventDispatchThread());
            lines.add(line);
        });
        for (int picture = 0; picture < 3; picture++) {
            problems.uncaughtException(
                    Thread.currentThread(), new UncheckedIOException(new IOException("run.hdv: damaged at byte 12")));
        }
        problems.uncaughtException(Thread.currentThread(), new IllegalStateException("something else"));
        SwingUtilities.invokeAndWait(() -> {});
        assertEquals(List.of("run.hdv: damaged at byte 12", "something else"), lines);
    }
}
