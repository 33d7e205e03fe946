// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.piosim.cli;

import java.util.concurrent.TimeUnit;

/**
 * {@link Main} in a process that, asked to end, doesn't do so before the simulation has got to know that its folders are gone: it
 * waits for the end of the process then, silently or after it has said what failed.
 */
final class SlowEnd {
    private SlowEnd() {}

    public static void main(String[] arguments) {
        Thread simulation = Thread.currentThread();
        Runtime.getRuntime().addShutdownHook(new Thread(() -> awaitFailure(simulation)));
        Main.main(arguments);
    }

    private static void awaitFailure(Thread simulation) {
        try {
            while (!hasFailed(simulation.getStackTrace())) {
                TimeUnit.MILLISECONDS.sleep(2);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private static boolean hasFailed(StackTraceElement... calls) {
        for (int i = 1; i < calls.length; i++) {
            boolean parked = calls[i - 1].getClassName().endsWith(".LockSupport");
            boolean byFolders = calls[i].getClassName().equals(OutputFolders.class.getName());
            if (calls[i].getClassName().equals("java.lang.Runtime") || (parked && byFolders)) {
                return true;
            }
        }
        return calls.length == 0;
    }
}
