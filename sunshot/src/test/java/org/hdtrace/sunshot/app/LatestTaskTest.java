// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.sunshot.app;

import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertFalse;

import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;

class LatestTaskTest {
    /** A comparison may end, and change what panels show, when its window is closed already. */
    @Test
    void whatIsAskedForBehindTheEndIsNotDone() {
        AtomicBoolean done = new AtomicBoolean();
        LatestTask task = new LatestTask("sunshot-test");
        task.stop();
        assertDoesNotThrow(() -> task.submit(
                () -> {
                    done.set(true);
                    return "";
                },
                result -> {}));
        assertFalse(done.get());
    }
}
