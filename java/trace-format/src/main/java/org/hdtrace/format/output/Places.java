// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.format.output;

import java.util.concurrent.Semaphore;

/**
 * Processors for threads that write in the background: one is left to the caller, who has more important things to do, as long as he
 * doesn't wait for them. Without it two threads that write on two processors would keep him waiting for his own.
 */
final class Places {
    /** Its permits may be less than 0. */
    private static final class Permits extends Semaphore {
        private static final long serialVersionUID = 1;

        Permits(int permits) {
            super(permits, true);
        }

        void takeBack() {
            reducePermits(1);
        }
    }

    private final Permits free;

    /** At least one. */
    Places(int processors) {
        free = new Permits(Math.max(1, processors - 1));
    }

    /** For a thread that is going to work; it waits for its turn. */
    void enter() {
        free.acquireUninterruptibly();
    }

    void leave() {
        free.release();
    }

    /** The caller waits. */
    void lend() {
        free.release();
    }

    /** The caller goes on, at once; a thread that has his place leaves it when it is ready. */
    void takeBack() {
        free.takeBack();
    }
}
