// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.analysis.messages;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CancellationException;
import java.util.function.ToIntFunction;
import org.hdtrace.format.project.TraceFile;
import org.hdtrace.format.query.Damage;
import org.hdtrace.format.query.Query;
import org.hdtrace.format.query.TraceStream;

/**
 * The calls of many traces in the order in which they end, as {@link Query#byEnd} has them, but read by several threads: each
 * merges some of the traces, and what they found is merged here.
 *
 * <p>Memory: of each thread a few batches wait. Thread: one thread at a time, which has to close it; readers are gone then.
 */
final class CallsByEnd implements AutoCloseable {
    /** Batches that wait for who takes them. */
    private static final int AHEAD = 4;
    /** Calls of a batch, where each element of their data counts as one. */
    private static final int BATCH = 512;

    private final ToIntFunction<TraceFile> numbers;
    private final List<Part> parts = new ArrayList<>();

    /** What a reader has found. */
    private record Batch(List<RecordedCall> calls, boolean last, Throwable failure, List<Damage> damages) {
        static Batch of(List<RecordedCall> calls) {
            return new Batch(calls, false, null, List.of());
        }

        static Batch last(List<RecordedCall> calls, List<Damage> damages) {
            return new Batch(calls, true, null, damages);
        }

        static Batch failed(Throwable failure) {
            return new Batch(List.of(), true, failure, List.of());
        }
    }

    /**
     * Starts the readers.
     *
     * @param numbers number of a trace in the project's list
     * @param readers how many threads read, at least 1
     */
    CallsByEnd(Query query, ToIntFunction<TraceFile> numbers, int readers) {
        this.numbers = numbers;
        query.split(readers).forEach(part -> parts.add(new Part(part)));
        parts.forEach(part -> part.thread.start());
    }

    /**
     * The next call.
     *
     * @return null behind the last one
     * @throws CancellationException if this thread is interrupted
     */
    RecordedCall next() {
        Part first = null;
        for (Part part : parts) {
            if (part.peek() != null && (first == null || part.isBefore(first))) {
                first = part;
            }
        }
        return first == null ? null : first.take();
    }

    /** Of all traces, when there is no further call. */
    List<Damage> damages() {
        return parts.stream().flatMap(part -> part.damages.stream()).toList();
    }

    @Override
    public void close() {
        parts.forEach(part -> part.thread.interrupt());
        boolean interrupted = false;
        for (Part part : parts) {
            while (part.thread.isAlive()) {
                try {
                    part.thread.join();
                } catch (InterruptedException e) {
                    interrupted = true;
                }
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    /** Some traces, their reader, and what came of it so far. */
    private final class Part {
        private final BlockingQueue<Batch> found = new ArrayBlockingQueue<>(AHEAD);
        private final Thread thread;
        private Batch batch = Batch.of(List.of());
        private int at;
        private List<Damage> damages = List.of();

        Part(Query query) {
            thread = new Thread(() -> read(query), "hdtrace-calls");
            thread.setDaemon(true);
        }

        /** Calls of one trace keep their order, and at one time that of the project counts: that of parts and of traces in them. */
        boolean isBefore(Part other) {
            return peek().key() < other.peek().key();
        }

        /** Null when there is none any more. */
        RecordedCall peek() {
            while (at == batch.calls().size() && !batch.last()) {
                await();
            }
            return at < batch.calls().size() ? batch.calls().get(at) : null;
        }

        RecordedCall take() {
            return batch.calls().get(at++);
        }

        private void await() {
            try {
                batch = found.take();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                CancellationException cancelled = new CancellationException("interrupted while messages were read");
                cancelled.initCause(e);
                throw cancelled;
            }
            at = 0;
            damages = batch.damages();
            if (batch.failure() instanceof Error error) {
                throw error;
            }
            if (batch.failure() instanceof RuntimeException failure) {
                throw failure;
            }
        }

        private void read(Query query) {
            try {
                try (TraceStream stream = query.byEnd()) {
                    read(stream);
                } catch (RuntimeException | Error e) {
                    found.put(Batch.failed(e));
                }
            } catch (InterruptedException e) {
                // Nobody waits for it any more.
                Thread.currentThread().interrupt();
            }
        }

        private void read(TraceStream stream) throws InterruptedException {
            CallOrder order = new CallOrder(numbers);
            List<RecordedCall> calls = new ArrayList<>();
            int room = BATCH;
            while (!Thread.currentThread().isInterrupted() && stream.next()) {
                RecordedCall call = order.at(stream);
                if (call != null) {
                    calls.add(call);
                    room -= 1 + call.data().size();
                }
                if (room <= 0) {
                    found.put(Batch.of(calls));
                    calls = new ArrayList<>();
                    room = BATCH;
                }
            }
            found.put(Batch.last(calls, stream.damages()));
        }
    }
}
