// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.format.output;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;

/**
 * Files that are written at the same time, any number of them: a bounded number is open, the others are opened again when they
 * have something to write, and what waits to be written has a bounded size in all. A program with 10^5 timelines makes its
 * writers with one pool, closes each and then the pool. A file is made or emptied when its first bytes are written out. What
 * can't be written is a {@link java.nio.file.FileSystemException} of that file, which another writer may get to know: it is thrown
 * where memory is needed, or, of a pool that writes {@linkplain #inBackground in the background}, by a later call.
 *
 * <p>Thread: the pool and all writers made with it belong to one thread at a time.
 */
public final class WriterPool implements AutoCloseable {
    private static final int OPEN_FILES = 256;
    private static final int BUFFER_BYTES = 64 << 20;
    private static final int LEAST_BUFFER = 256;
    /** By which a buffer grows while there is plenty of memory; a smaller one would copy more, a larger one keep more empty. */
    private static final int GROWTH_BITS = 2;
    /** As long as no more than this part is used. */
    private static final int PLENTY_SHARE = 4;

    /**
     * Of a file as many bytes are written at a time, where it gets them without a break, from a multiple of it on. Larger ones are
     * hardly cheaper, and of hundreds of files the buffers would be too many for the caches and be moved by each garbage collection.
     */
    private static final int BLOCK = 1 << 14;

    private static final int BACKGROUND_SHARE = 4;
    private static final int LEAST_BUFFERED = 1 << 17;

    /** What is done on the thread that writes. */
    @FunctionalInterface
    public interface Deferred {
        /**
         * Do it.
         *
         * @param pool the only one whose files it may write to
         */
        void run(WriterPool pool) throws IOException;
    }

    private final FileSink sink;
    private final long mostBuffered;
    /** Of as many files each is made when it gets its first bytes behind those of its head. */
    private final int mostMadeEarly;
    /** The thread that writes, with a pool of its own; null where there is none. */
    private final BackgroundFiles background;

    private final WriterPool ofThread;
    private final Map<Object, Object> common = new HashMap<>();
    private int files;
    private boolean closed;
    private long buffered;
    /** Files with a buffer, the one that has had it longest first. */
    private final Set<PooledFile> waiting = new LinkedHashSet<>();
    /** For text that is being made; usually one, because a writer gives it back after each entry. */
    private final ArrayDeque<StringBuilder> scratch = new ArrayDeque<>();

    /** With 256 open files and buffers of 64 MiB. */
    public WriterPool() {
        this(OPEN_FILES, BUFFER_BYTES);
    }

    /**
     * @param mostOpen files that are open at a time
     * @param mostBuffered bytes of all buffers together, at least 128 KiB
     */
    public WriterPool(int mostOpen, long mostBuffered) {
        this(new DirectFiles(checked(mostOpen, mostBuffered)), mostBuffered, 0);
    }

    private WriterPool(DirectFiles files, long mostBuffered, int mostMadeEarly) {
        this.sink = files;
        this.mostBuffered = mostBuffered;
        this.mostMadeEarly = mostMadeEarly;
        this.background = null;
        this.ofThread = this;
    }

    private WriterPool(DirectFiles files, WriterThreads threads, long mostBuffered, long onTheWay, int mostMadeEarly) {
        this.background = new BackgroundFiles(files, threads, onTheWay, BLOCK);
        this.sink = background;
        this.mostBuffered = mostBuffered;
        this.mostMadeEarly = mostMadeEarly;
        this.ofThread = new WriterPool(files, mostBuffered, mostMadeEarly);
    }

    /** A pool whose files are written by a thread of its own, which ends at {@link #close}; bounds as above. */
    public static WriterPool inBackground(int mostOpen, long mostBuffered) {
        return inBackground(1, 1, mostOpen, mostBuffered).get(0);
    }

    /**
     * Some pools for one caller, whose files are written by some threads: each writes for the pools that have something. As long as the
     * caller doesn't wait for one of them, they leave one processor to him.
     *
     * @param pools how many; with more of them than threads, the threads have as much to do as each other
     * @param mostOpen files that are open at a time, of all together
     * @param mostBuffered bytes of all buffers of all pools together, at least 128 KiB each
     */
    public static List<WriterPool> inBackground(int threads, int pools, int mostOpen, long mostBuffered) {
        int open = mostOpen / pools;
        long ofEach = mostBuffered / pools;
        long onTheWay = ofEach / BACKGROUND_SHARE;
        checked(open, ofEach);
        WriterThreads writers = new WriterThreads(threads, Runtime.getRuntime().availableProcessors(), pools);
        List<WriterPool> made = new ArrayList<>();
        for (int i = 0; i < pools; i++) {
            DirectFiles files = new DirectFiles(open);
            made.add(new WriterPool(files, writers, (ofEach - onTheWay) / 2, onTheWay, open / 2));
        }
        return made;
    }

    private static int checked(int mostOpen, long mostBuffered) {
        if (mostOpen < 1 || mostBuffered < LEAST_BUFFERED) {
            throw new IllegalArgumentException("mostOpen=" + mostOpen + ", mostBuffered=" + mostBuffered);
        }
        return mostOpen;
    }

    /** Create a file, or empty it; it grows by what is written to the stream. */
    public PooledFile create(Path file) {
        return new PooledFile(file);
    }

    /**
     * Do something on the thread that writes in the background, in the order of these calls; at once where there is none. It may
     * write to files of the pool that it gets, which are as those of this one; what fails is thrown by a later call.
     *
     * @param bytes about as much memory as is kept until then
     */
    public void later(long bytes, Deferred task) throws IOException {
        if (background == null) {
            task.run(this);
        } else {
            background.run(bytes, () -> task.run(ofThread));
        }
    }

    /**
     * Let the thread that writes in the background have all that was called, and don't wait for it: for somebody who {@linkplain
     * #await waits} for several pools.
     */
    public void handOver() {
        if (background != null) {
            background.handOver();
        }
    }

    /** What writers have in common that have the same key; made for the first one. */
    public <K, V> V common(Class<V> type, K key, Function<? super K, ? extends V> make) {
        return type.cast(common.computeIfAbsent(key, k -> make.apply(key)));
    }

    /** An empty builder for text that goes to one of the files soon. */
    public StringBuilder takeScratch() {
        StringBuilder free = scratch.poll();
        return free == null ? new StringBuilder() : free;
    }

    public void giveScratch(StringBuilder text) {
        text.setLength(0);
        scratch.push(text);
    }

    /** Come back when the files that are closed are complete, for somebody who reads them. */
    public void await() throws IOException {
        sink.await();
    }

    /**
     * Write what waits and close the files; writers that were not closed lack their ends, and where they wrote nothing, their files
     * stay what they were.
     */
    @Override
    public void close() throws IOException {
        try (sink) {
            writeWaiting(0);
            if (!closed && background != null) {
                closed = true;
                later(0, pool -> pool.writeWaiting(0));
            }
        }
    }

    private void writeWaiting(long most) throws IOException {
        while (buffered > most) {
            waiting.iterator().next().writeOut();
        }
    }

    /** One of the files. */
    public final class PooledFile extends OutputStream {
        private final FileState file;
        /** Null while nothing waits. */
        private byte[] buffer;

        private int used;
        /** Bytes up to the end of the block of the file in which the buffer begins. */
        private int room = BLOCK;

        private boolean closed;
        /** It is made with the bytes that come next but one. */
        private boolean early;

        private boolean hasHead;

        private PooledFile(Path path) {
            this.file = new FileState(path);
            this.early = files++ < mostMadeEarly;
        }

        @Override
        public void write(int one) throws IOException {
            write(new byte[] {(byte) one}, 0, 1);
        }

        @Override
        public void write(byte[] bytes, int from, int length) throws IOException {
            int after = used + length;
            if (!early && buffer != null && after <= buffer.length && after < room) {
                System.arraycopy(bytes, from, buffer, used, length);
                used = after;
                return;
            }
            if (closed) {
                throw new IOException(file.path + ": is closed");
            }
            if (length == 0) {
                return;
            }
            int at = from;
            int end = from + length;
            while (end - at >= room - used) {
                int part = room - used;
                put(bytes, at, part);
                at += part;
                empty();
            }
            put(bytes, at, end - at);
            if (early && hasHead) {
                early = false;
                writeOut();
            }
            hasHead = true;
        }

        /** Others see what was written when it comes back. */
        @Override
        public void flush() throws IOException {
            writeOut();
            sink.await();
        }

        @Override
        public void close() throws IOException {
            if (!closed) {
                closed = true;
                writeOut();
                sink.end(file);
            }
        }

        /** Close it and leave no file. */
        public void discard() throws IOException {
            if (!closed) {
                closed = true;
                release();
                sink.discard(file);
            }
        }

        private void put(byte[] bytes, int from, int length) throws IOException {
            if (length > 0) {
                reserve(used + length);
                System.arraycopy(bytes, from, buffer, used, length);
                used += length;
            }
        }

        /** Make the buffer that large; others may have to be written for it. */
        private void reserve(int bytes) throws IOException {
            int capacity = buffer == null ? 0 : buffer.length;
            if (bytes <= capacity) {
                return;
            }
            int wanted = wanted(bytes);
            if (buffered + wanted - capacity > mostBuffered) {
                // Half at once: files that take turns would else be written a few bytes at a time.
                writeWaiting(mostBuffered / 2);
                capacity = buffer == null ? 0 : buffer.length;
            }
            byte[] grown = new byte[wanted];
            if (buffer != null) {
                System.arraycopy(buffer, 0, grown, 0, used);
            }
            buffer = grown;
            buffered += wanted - capacity;
            waiting.add(this);
        }

        private int wanted(int bytes) {
            int least = Math.max(LEAST_BUFFER, Integer.highestOneBit(bytes - 1) << 1);
            boolean plenty = buffer != null && buffered < mostBuffered / PLENTY_SHARE;
            return plenty ? Math.max(least, Math.min(BLOCK, buffer.length << GROWTH_BITS)) : least;
        }

        /** Write the rest of a block and go on with a buffer of that size: a file that has filled it fills it again. */
        private void empty() throws IOException {
            used = 0;
            byte[] other = sink.append(file, buffer, room);
            buffer = other == null ? new byte[buffer.length] : other;
            room = BLOCK;
        }

        private void writeOut() throws IOException {
            byte[] bytes = buffer;
            int length = used;
            release();
            if (length > 0) {
                room -= length;
                sink.append(file, bytes, length);
            }
        }

        private void release() {
            if (buffer != null) {
                buffered -= buffer.length;
                buffer = null;
                used = 0;
                waiting.remove(this);
            }
        }
    }
}
