// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.format.output;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.FileSystemException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayDeque;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;

/**
 * Files that are written at the same time, any number of them: a bounded number is open, the others are opened again when they
 * have something to write, and what waits to be written has a bounded size in all. A program with 10^5 timelines makes its
 * writers with one pool, closes each and then the pool. What can't be written is a {@link FileSystemException} of that file, which
 * another writer may get to know: it is thrown where memory is needed.
 *
 * <p>Thread: the pool and all writers made with it belong to one thread at a time.
 */
public final class WriterPool implements AutoCloseable {
    private static final int OPEN_FILES = 256;
    private static final int BUFFER_BYTES = 64 << 20;
    private static final int LEAST_BUFFER = 256;
    private static final int LARGEST_BUFFER = 1 << 16;

    private final int mostOpen;
    private final long mostBuffered;
    private long buffered;
    /** Files with a buffer, the one that has had it longest first. */
    private final Set<PooledFile> waiting = new LinkedHashSet<>();
    /** The least recently used one first. */
    private final Map<PooledFile, FileChannel> open = new LinkedHashMap<>(16, 0.75f, true);
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
        if (mostOpen < 1 || mostBuffered < 2 * LARGEST_BUFFER) {
            throw new IllegalArgumentException("mostOpen=" + mostOpen + ", mostBuffered=" + mostBuffered);
        }
        this.mostOpen = mostOpen;
        this.mostBuffered = mostBuffered;
    }

    /** Create a file, or empty it; it grows by what is written to the stream. */
    public OutputStream create(Path file) throws IOException {
        PooledFile made = new PooledFile(file);
        made.open(StandardOpenOption.CREATE, StandardOpenOption.TRUNCATE_EXISTING, StandardOpenOption.WRITE);
        return made;
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

    /** Write what waits and close the files; writers that were not closed lack their ends. */
    @Override
    public void close() throws IOException {
        try {
            writeWaiting(0);
        } finally {
            closeOpen(0);
        }
    }

    private void writeWaiting(long most) throws IOException {
        while (buffered > most) {
            waiting.iterator().next().writeOut();
        }
    }

    private void closeOpen(int most) throws IOException {
        Iterator<FileChannel> oldest = open.values().iterator();
        while (open.size() > most) {
            FileChannel channel = oldest.next();
            oldest.remove();
            channel.close();
        }
    }

    /** One of the files. */
    private final class PooledFile extends OutputStream {
        private final Path file;
        /** Null while nothing waits. */
        private byte[] buffer;

        private int used;
        private boolean closed;

        PooledFile(Path file) {
            this.file = file;
        }

        @Override
        public void write(int one) throws IOException {
            write(new byte[] {(byte) one}, 0, 1);
        }

        @Override
        public void write(byte[] bytes, int from, int length) throws IOException {
            if (closed) {
                throw new IOException(file + ": is closed");
            }
            if (length == 0) {
                return;
            }
            if (used + length > LARGEST_BUFFER) {
                empty();
            }
            if (length > LARGEST_BUFFER) {
                writeAll(ByteBuffer.wrap(bytes, from, length));
                return;
            }
            reserve(used + length);
            System.arraycopy(bytes, from, buffer, used, length);
            used += length;
        }

        @Override
        public void flush() throws IOException {
            writeOut();
        }

        @Override
        public void close() throws IOException {
            if (closed) {
                return;
            }
            closed = true;
            try {
                writeOut();
            } finally {
                FileChannel channel = open.remove(this);
                if (channel != null) {
                    channel.close();
                }
            }
        }

        /** Make the buffer that large; others may have to be written for it. */
        private void reserve(int bytes) throws IOException {
            int capacity = buffer == null ? 0 : buffer.length;
            if (bytes <= capacity) {
                return;
            }
            int wanted = Math.max(LEAST_BUFFER, Integer.highestOneBit(bytes - 1) << 1);
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

        /** Write what waits and keep the buffer: a file that has filled it fills it again. */
        private void empty() throws IOException {
            int length = used;
            used = 0;
            if (length > 0) {
                writeAll(ByteBuffer.wrap(buffer, 0, length));
            }
        }

        private void writeOut() throws IOException {
            if (buffer != null) {
                ByteBuffer bytes = ByteBuffer.wrap(buffer, 0, used);
                buffered -= buffer.length;
                buffer = null;
                used = 0;
                waiting.remove(this);
                writeAll(bytes);
            }
        }

        private void writeAll(ByteBuffer bytes) throws IOException {
            try {
                FileChannel channel = open.get(this);
                if (channel == null) {
                    channel = open(StandardOpenOption.APPEND);
                }
                while (bytes.hasRemaining()) {
                    channel.write(bytes);
                }
            } catch (FileSystemException e) {
                throw e;
            } catch (IOException e) {
                FileSystemException named = new FileSystemException(file.toString(), null, e.getMessage());
                named.initCause(e);
                throw named;
            }
        }

        private FileChannel open(StandardOpenOption... options) throws IOException {
            closeOpen(mostOpen - 1);
            FileChannel channel = FileChannel.open(file, options);
            open.put(this, channel);
            return channel;
        }
    }
}
