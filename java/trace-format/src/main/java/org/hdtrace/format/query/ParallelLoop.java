// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.format.query;

import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.ObjIntConsumer;
import java.util.function.Supplier;

/**
 * Does the same for each of many items on several threads, one of which is the caller's; up to four, and no more than the machine runs
 * at once, one less where the caller's priority is below the usual one. Helpers that have not begun when the last item is taken are not
 * waited for, so that busy ones cost nothing. For work of milliseconds that reads what is mapped at most; what reads traces has {@link Workers}.
 *
 * <p>Thread: any. Helpers don't keep the process alive. They have the priority of the caller, who may have to wait for them.
 */
public final class ParallelLoop {
    /** More would mostly wait for memory. */
    private static final int MOST_HELPERS = 3;

    private static final long IDLE_SECONDS = 10;

    private ParallelLoop() {}

    /** Made when it is first asked for. */
    private static final class Helpers {
        static final ThreadPoolExecutor POOL = new ThreadPoolExecutor(
                MOST_HELPERS,
                MOST_HELPERS,
                IDLE_SECONDS,
                TimeUnit.SECONDS,
                new LinkedBlockingQueue<>(),
                Helpers::thread);

        static {
            POOL.allowCoreThreadTimeOut(true);
        }

        private Helpers() {}

        private static Thread thread(Runnable work) {
            Thread thread = new Thread(work, "hdtrace-loop");
            thread.setDaemon(true);
            return thread;
        }
    }

    /**
     * Does the work of all items, in any order, and returns when all is done.
     *
     * @param count of items, which are numbered from 0 on
     * @param worker makes what a thread works with, once for each thread that takes an item
     * @param work one item; what it throws is thrown here, and then some items may be left out
     */
    public static <W> void run(int count, Supplier<W> worker, ObjIntConsumer<W> work) {
        int processors = Runtime.getRuntime().availableProcessors();
        run(helpers(processors, Thread.currentThread().getPriority()), count, worker, work);
    }

    /** Who stands behind others leaves them one of the processors. */
    static int helpers(int processors, int priority) {
        int left = priority < Thread.NORM_PRIORITY ? 2 : 1;
        return Math.max(0, Math.min(processors - left, MOST_HELPERS));
    }

    static <W> void run(int helpers, int count, Supplier<W> worker, ObjIntConsumer<W> work) {
        Loop<W> loop = new Loop<>(count, worker, work);
        try {
            ask(loop, Math.min(helpers, count - 1));
            loop.takeAll();
        } catch (RuntimeException | Error e) {
            loop.fail(e);
        } finally {
            loop.end();
        }
        loop.throwFailure();
    }

    private static void ask(Loop<?> loop, int helpers) {
        try {
            for (int i = 0; i < helpers; i++) {
                Helpers.POOL.execute(loop::help);
            }
        } catch (OutOfMemoryError e) {
            // So Java tells that there can be no further thread, too; the caller's does all of it.
        }
    }

    /** The items of one call. */
    private static final class Loop<W> {
        private final int count;
        private final Supplier<W> worker;
        private final ObjIntConsumer<W> work;
        private final int priority = Thread.currentThread().getPriority();
        private final AtomicInteger next = new AtomicInteger();
        private int helping;
        private boolean ended;
        /** Unchecked, or an error; what else failed is suppressed in it. */
        private Throwable failure;

        Loop(int count, Supplier<W> worker, ObjIntConsumer<W> work) {
            this.count = count;
            this.worker = worker;
            this.work = work;
        }

        void takeAll() {
            W own = null;
            for (int item = next.getAndIncrement(); item < count; item = next.getAndIncrement()) {
                own = own == null ? worker.get() : own;
                work.accept(own, item);
            }
        }

        // No result depends on the priority.
        @SuppressWarnings("ThreadPriorityCheck")
        void help() {
            if (!begin()) {
                return;
            }
            try {
                Thread.currentThread().setPriority(priority);
                takeAll();
            } catch (RuntimeException | Error e) {
                fail(e);
            } finally {
                leave();
            }
        }

        private synchronized boolean begin() {
            helping += ended ? 0 : 1;
            return !ended;
        }

        private synchronized void leave() {
            helping--;
            notifyAll();
        }

        private synchronized void fail(Throwable thrown) {
            next.set(count);
            if (failure == null) {
                failure = thrown;
            } else if (failure != thrown) {
                failure.addSuppressed(thrown);
            }
        }

        /** Waits for those who have begun, also when the thread is interrupted: they work for it. */
        synchronized void end() {
            ended = true;
            next.set(count);
            boolean interrupted = false;
            while (helping > 0) {
                try {
                    wait();
                } catch (InterruptedException e) {
                    interrupted = true;
                }
            }
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }

        synchronized void throwFailure() {
            if (failure instanceof Error error) {
                throw error;
            }
            if (failure instanceof RuntimeException exception) {
                throw exception;
            }
        }
    }
}
