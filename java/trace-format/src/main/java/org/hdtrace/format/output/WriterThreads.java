// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.format.output;

import java.util.ArrayDeque;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Threads that write in the background what several callees have to write, whichever of them has something: one that has more than
 * others keeps one thread busy, not the others idle. A callee is called by one thread at a time.
 *
 * <p>One processor is left to the caller, who has more important things to do, as long as he doesn't wait for them. Without it two
 * threads that write on two processors would keep him waiting for his own.
 */
final class WriterThreads {
    /** What has something to write. */
    @FunctionalInterface
    interface Work {
        /**
         * Do a piece of it, of a bounded size.
         *
         * @return there is more, else it is added when there is
         */
        boolean perform();
    }

    private final ReentrantLock lock = new ReentrantLock();
    private final Condition changed = lock.newCondition();
    // Under the lock.
    private final ArrayDeque<Work> ready = new ArrayDeque<>();
    /** For threads that work; may be less than 0. */
    private int places;
    /** Who may have work again. */
    private int callees;

    /**
     * Threads that end when all callees have {@linkplain #end ended}.
     *
     * @param processors of which all but one have a place, at least one
     */
    WriterThreads(int threads, int processors, int callees) {
        this.places = Math.max(1, processors - 1);
        this.callees = callees;
        for (int i = 0; i < threads; i++) {
            Thread thread = new Thread(this::work, "trace-writer");
            thread.setDaemon(true);
            thread.start();
        }
    }

    /** Somebody who had nothing to write has something. */
    void add(Work work) {
        lock.lock();
        try {
            ready.add(work);
            wakeOne();
        } finally {
            lock.unlock();
        }
    }

    /** The caller waits. */
    void lend() {
        lock.lock();
        try {
            places++;
            wakeOne();
        } finally {
            lock.unlock();
        }
    }

    /** The caller goes on, at once; a thread that has his place leaves it when it is ready. */
    void takeBack() {
        lock.lock();
        try {
            places--;
        } finally {
            lock.unlock();
        }
    }

    /** One callee has nothing to write any more. */
    void end() {
        lock.lock();
        try {
            callees--;
            if (callees == 0) {
                changed.signalAll();
            }
        } finally {
            lock.unlock();
        }
    }

    private void work() {
        Work next = first();
        while (next != null) {
            next = after(next, next.perform());
        }
    }

    private Work first() {
        lock.lock();
        try {
            return take();
        } finally {
            lock.unlock();
        }
    }

    private Work after(Work last, boolean more) {
        lock.lock();
        try {
            places++;
            if (more) {
                ready.add(last);
            }
            return take();
        } finally {
            lock.unlock();
        }
    }

    /** With a place for it; null when nothing comes any more. */
    private Work take() {
        while (ready.isEmpty() || places <= 0) {
            if (callees == 0 && ready.isEmpty()) {
                return null;
            }
            changed.awaitUninterruptibly();
        }
        places--;
        Work next = ready.remove();
        wakeOne();
        return next;
    }

    private void wakeOne() {
        if (!ready.isEmpty() && places > 0) {
            changed.signal();
        }
    }
}
