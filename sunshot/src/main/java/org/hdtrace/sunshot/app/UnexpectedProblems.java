// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.sunshot.app;

import java.util.HashSet;
import java.util.Set;
import java.util.function.Consumer;
import javax.swing.SwingUtilities;
import org.hdtrace.sunshot.store.DamagedStore;

/**
 * Tells in the window, as one line, what no code expected: a fault of the viewer itself, or a run that can't be read any
 * more while it is painted. A store that turns out to be damaged is made anew, see {@link MainWindow}, and not told here. What repeats with every picture is told once. Nothing is printed; the stack is in the
 * log at level DEBUG.
 */
final class UnexpectedProblems implements Thread.UncaughtExceptionHandler {
    private final Consumer<String> tell;
    private final Set<String> told = new HashSet<>();

    /** @param tell is called on the event thread */
    UnexpectedProblems(Consumer<String> tell) {
        this.tell = tell;
    }

    @Override
    public void uncaughtException(Thread thread, Throwable problem) {
        System.getLogger(UnexpectedProblems.class.getName())
                .log(System.Logger.Level.DEBUG, "in thread " + thread.getName(), problem);
        if (DamagedStore.in(problem).isPresent()) {
            return;
        }
        SwingUtilities.invokeLater(() -> tellOnce(Problems.describe(problem)));
    }

    private void tellOnce(String line) {
        if (told.add(line)) {
            tell.accept(line);
        }
    }
}
