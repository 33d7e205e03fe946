// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.format.output;

import java.io.IOException;
import java.nio.file.FileSystemException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Writes in another thread, in the order of the calls, which come from one thread. A bounded number of bytes is on the
 * way; who has more waits. A failure is thrown by the next call, and nothing is written after it.
 *
 * <p>Calls are handed over many at a time, so that waking the other thread doesn't cost more than what it does.
 */
final class BackgroundFiles implements FileSink, WriterThreads.Work {
    /** What is done on the thread. */
    @FunctionalInterface
    interface Action {
        void run() throws IOException;
    }

    private enum Kind {
        APPEND,
        END,
        DISCARD,
        RUN,
        CLOSE
    }

    private static final class Task {
        final Kind kind;
        final FileState file;
        final byte[] bytes;
        final int length;
        /** Of the kind RUN. */
        final Action action;
        /** By which it counts as on the way. */
        final long size;

        Task(Kind kind, FileState file, byte[] bytes, int length) {
            this.kind = kind;
            this.file = file;
            this.bytes = bytes;
            this.length = length;
            this.action = null;
            this.size = OWN_BYTES + bytes.length;
        }

        Task(long size, Action action) {
            this.kind = Kind.RUN;
            this.file = null;
            this.bytes = NONE;
            this.length = 0;
            this.action = action;
            this.size = OWN_BYTES + size;
        }
    }

    private static final int MOST_TASKS = 64;
    private static final long MOST_COLLECTED = 1 << 18;
    /** What a task takes besides its bytes, by its order. */
    private static final long OWN_BYTES = 128;

    private static final byte[] NONE = {};

    private final FileSink files;
    private final WriterThreads threads;
    private final long mostBytes;
    private final int spareBytes;

    // Of the calling thread.
    private List<Task> collected = new ArrayList<>(MOST_TASKS);
    private long collectedBytes;
    private boolean closed;
    private boolean told;

    private final ReentrantLock lock = new ReentrantLock();
    private final Condition changed = lock.newCondition();
    // Under the lock.
    private final ArrayDeque<List<Task>> ready = new ArrayDeque<>();
    private final ArrayDeque<byte[]> spare = new ArrayDeque<>();
    /** Handed over and not written. */
    private long bytesOnTheWay;
    /** The threads know that there is something to write. */
    private boolean added;

    /** Changed by the thread that writes. */
    private Throwable failure;

    /**
     * @param threads one of which writes
     * @param mostBytes that may be on the way
     * @param spareBytes length of the arrays that are used again
     */
    BackgroundFiles(FileSink files, WriterThreads threads, long mostBytes, int spareBytes) {
        this.files = files;
        this.threads = threads;
        this.mostBytes = mostBytes;
        this.spareBytes = spareBytes;
    }

    @Override
    public byte[] append(FileState file, byte[] bytes, int length) throws IOException {
        add(new Task(Kind.APPEND, file, bytes, length));
        if (bytes.length != spareBytes) {
            return null;
        }
        lock.lock();
        try {
            return spare.poll();
        } finally {
            lock.unlock();
        }
    }

    @Override
    public void end(FileState file) throws IOException {
        add(new Task(Kind.END, file, NONE, 0));
    }

    @Override
    public void discard(FileState file) throws IOException {
        add(new Task(Kind.DISCARD, file, NONE, 0));
    }

    /**
     * Do something on the thread, after what came before and before what comes.
     *
     * @param size about as many bytes as it keeps in memory
     */
    void run(long size, Action action) throws IOException {
        add(new Task(size, action));
    }

    /** The thread has all that was called. */
    void handOver() {
        handOver(Long.MAX_VALUE);
    }

    @Override
    public void await() throws IOException {
        handOver(0);
        throwFailure();
    }

    @Override
    public void close() throws IOException {
        if (closed) {
            return;
        }
        closed = true;
        collected.add(new Task(Kind.CLOSE, null, NONE, 0));
        collectedBytes += OWN_BYTES;
        handOver(0);
        throwFailure();
    }

    private void add(Task task) throws IOException {
        if (closed) {
            throw new IOException((task.file == null ? "a pool" : task.file.path) + ": is closed");
        }
        collected.add(task);
        collectedBytes += task.size;
        if (collected.size() == MOST_TASKS || collectedBytes >= Math.min(MOST_COLLECTED, mostBytes / 4)) {
            handOver(mostBytes);
            throwFailure();
        }
    }

    /** Then come back when at most so many bytes are on the way. */
    private void handOver(long most) {
        lock.lock();
        try {
            ready.add(collected);
            bytesOnTheWay += collectedBytes;
            if (!added) {
                added = true;
                threads.add(this);
            }
            if (bytesOnTheWay > most) {
                threads.lend();
                while (bytesOnTheWay > most) {
                    changed.awaitUninterruptibly();
                }
                threads.takeBack();
            }
        } finally {
            lock.unlock();
        }
        collected = new ArrayList<>(MOST_TASKS);
        collectedBytes = 0;
    }

    /** The first time as it was. */
    private void throwFailure() throws IOException {
        Throwable thrown;
        lock.lock();
        try {
            thrown = failure;
        } finally {
            lock.unlock();
        }
        if (thrown == null) {
            return;
        }
        if (told && thrown instanceof FileSystemException named) {
            throw new FileSystemException(named.getFile(), null, "could not be written before");
        }
        told = true;
        if (thrown instanceof IOException unwritten) {
            throw unwritten;
        }
        throw new IllegalStateException("the thread that writes has failed", thrown);
    }

    /** What was handed over first. */
    @Override
    public boolean perform() {
        List<Task> tasks = first();
        boolean last = false;
        for (Task task : tasks) {
            perform(task);
            last |= task.kind == Kind.CLOSE;
        }
        if (last) {
            threads.end();
        }
        return finished(tasks);
    }

    private List<Task> first() {
        lock.lock();
        try {
            return ready.remove();
        } finally {
            lock.unlock();
        }
    }

    /** Whether there are others. */
    private boolean finished(List<Task> tasks) {
        lock.lock();
        try {
            for (Task task : tasks) {
                bytesOnTheWay -= task.size;
                if (task.bytes.length == spareBytes && (long) spare.size() * spareBytes < mostBytes) {
                    spare.push(task.bytes);
                }
            }
            changed.signalAll();
            added = !ready.isEmpty();
            return added;
        } finally {
            lock.unlock();
        }
    }

    private void perform(Task task) {
        if (failure != null && task.kind != Kind.CLOSE) {
            return;
        }
        try {
            switch (task.kind) {
                case CLOSE -> files.close();
                case APPEND -> files.append(task.file, task.bytes, task.length);
                case END -> files.end(task.file);
                case DISCARD -> files.discard(task.file);
                case RUN -> task.action.run();
            }
        } catch (IOException | RuntimeException | Error e) {
            fail(e);
        }
    }

    private void fail(Throwable e) {
        lock.lock();
        try {
            failure = failure == null ? e : failure;
        } finally {
            lock.unlock();
        }
    }
}
