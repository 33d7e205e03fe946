// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.sunshot.app;

import java.awt.AWTEvent;
import java.awt.EventQueue;
import java.awt.Toolkit;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Collectors;
import javax.swing.SwingUtilities;

/**
 * Measures how long the event thread lets others wait: again and again it asks for a turn and looks how long that takes. When it takes
 * too long, it looks what the event thread does. Source: SUNSHOT G-14.
 */
final class EventThreadWatchdog implements AutoCloseable {
    /** So long nobody notices. */
    static final long STALL_NANOS = 50_000_000L;

    private static final int PAUSE_MILLIS = 4;
    private static final int FRAMES = 12;
    /** Each look holds the event thread for some milliseconds, so there is none before it is a stall anyway. */
    private static final long NEXT_LOOK_NANOS = 5_000_000L;

    /** Turns that are told of when some of them together take long. */
    private static final int REMEMBERED = 200;

    private static final long LEAST_TOLD_NANOS = 1_000_000;

    private final Thread thread = new Thread(this::watch, "sunshot-watchdog");
    private final long startNanos = System.nanoTime();
    private final AtomicLong turns = new AtomicLong();
    private final AtomicLong stalls = new AtomicLong();
    private final ThreadMXBean threads = ManagementFactory.getThreadMXBean();
    private volatile long longestNanos;
    private volatile long longestProcessorNanos;
    private volatile String longestDoing = "";
    private volatile boolean ended;
    /** When the event thread had the last turn that was asked for: who asked may not have a processor at once. */
    private volatile long answered;

    /** The event thread, once it had a turn; looking at all threads would hold each of them. */
    private volatile Thread watched;

    private final Turns queue = new Turns();
    private final AtomicLong longTurns = new AtomicLong();
    private volatile long longestTurnNanos;
    /** Its words are made when they are asked for, as the first words of Java take long themselves. */
    private volatile AWTEvent longestTurn;

    private final Queue<Turn> lately = new ConcurrentLinkedQueue<>();
    private final Queue<String> stalled = new ConcurrentLinkedQueue<>();

    /** @param begin as {@link System#nanoTime} */
    private record Turn(long begin, long nanos, long processorNanos, AWTEvent event) {
        String text() {
            String what =
                    event.toString().replaceFirst(",runnable=([^,]*).*", " $1").replaceFirst("^[^\\[]*\\[", "");
            return String.format(
                    Locale.ROOT,
                    "%.1f (%.1f) %s",
                    nanos / 1e6,
                    processorNanos / 1e6,
                    what.substring(0, Math.min(90, what.length())));
        }
    }

    /** Measures each turn, in time of the processor. */
    private final class Turns extends EventQueue {
        /** A queue that others look at counts itself anew each time. */
        private int remembered;

        @Override
        protected void dispatchEvent(AWTEvent event) {
            watched = Thread.currentThread();
            long now = System.nanoTime();
            long begin = threads.getCurrentThreadCpuTime();
            super.dispatchEvent(event);
            long used = threads.getCurrentThreadCpuTime() - begin;
            lately.add(new Turn(now, System.nanoTime() - now, used, event));
            if (++remembered > REMEMBERED) {
                lately.remove();
            }
            longTurns.addAndGet(used > STALL_NANOS ? 1 : 0);
            if (used > longestTurnNanos) {
                longestTurnNanos = used;
                longestTurn = event;
            }
        }

        void end() {
            pop();
        }
    }

    /** A watchdog that begins at once. */
    EventThreadWatchdog() {
        Toolkit.getDefaultToolkit().getSystemEventQueue().push(queue);
        thread.setDaemon(true);
        thread.start();
    }

    private void watch() {
        Semaphore turn = new Semaphore(0);
        try {
            while (!ended) {
                long begin = System.nanoTime();
                long used = processorNanos();
                SwingUtilities.invokeLater(() -> {
                    answered = System.nanoTime();
                    turn.release();
                });
                String doing = "";
                List<String> seen = new ArrayList<>();
                long wait = STALL_NANOS;
                while (!turn.tryAcquire(wait, TimeUnit.NANOSECONDS)) {
                    doing = eventThread();
                    seen.add(doing);
                    wait = NEXT_LOOK_NANOS;
                }
                take(begin, answered - begin, doing, seen);
                if (used >= 0) {
                    longestProcessorNanos = Math.max(longestProcessorNanos, processorNanos() - used);
                }
                Thread.sleep(PAUSE_MILLIS);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void take(long begin, long nanos, String doing, List<String> seen) {
        turns.incrementAndGet();
        if (nanos > STALL_NANOS) {
            stalls.incrementAndGet();
            stalled.add(lately.stream()
                    .filter(turn -> turn.nanos() >= LEAST_TOLD_NANOS && turn.begin() + turn.nanos() >= begin)
                    .map(Turn::text)
                    .collect(Collectors.joining(", ", told(begin, nanos), "")));
            seen.forEach(look -> stalled.add("#    " + look));
        }
        if (nanos > longestNanos) {
            longestNanos = nanos;
            longestDoing = doing;
        }
    }

    private String told(long begin, long nanos) {
        return String.format(Locale.ROOT, "# %.0f ms after %.1f s: ", nanos / 1e6, (begin - startNanos) / 1e9);
    }

    /** What the event thread does now, innermost first. */
    private String eventThread() {
        Thread now = watched;
        return now == null
                ? ""
                : Arrays.stream(now.getStackTrace())
                        .limit(FRAMES)
                        .map(frame -> frame.getClassName().replaceFirst(".*\\.", "") + "." + frame.getMethodName())
                        .collect(Collectors.joining(" < "));
    }

    /** What the event thread has used of a processor, -1 as long as it is not known. */
    private long processorNanos() {
        Thread now = watched;
        return now == null ? -1 : threads.getThreadCpuTime(now.getId());
    }

    /** How often the event thread was asked. */
    long turns() {
        return turns.get();
    }

    /** How often that took longer than {@link #STALL_NANOS}. */
    long stalls() {
        return stalls.get();
    }

    /** Longest time until it answered. */
    long longestNanos() {
        return longestNanos;
    }

    /**
     * Lines of {@code NAME VALUE}, milliseconds; the processor's time says more on a machine with other work; what it did in the longest
     * one, and the turns of each stall with their times, that of the processor in parentheses.
     */
    String report() {
        return String.format(
                Locale.ROOT,
                "stall-max %.1f%nstall-cpu-max %.1f%nstalls %d%nturns %d%nturn-cpu-max %.1f%nlong-turns %d%n# %s%n%s%s",
                longestNanos / 1e6,
                longestProcessorNanos / 1e6,
                stalls(),
                turns(),
                longestTurnNanos / 1e6,
                longTurns.get(),
                longestTurn,
                longestDoing.isEmpty() ? "" : "# " + longestDoing + System.lineSeparator(),
                stalled.stream().map(line -> line + System.lineSeparator()).collect(Collectors.joining()));
    }

    @Override
    public void close() {
        ended = true;
        thread.interrupt();
        queue.end();
    }
}
