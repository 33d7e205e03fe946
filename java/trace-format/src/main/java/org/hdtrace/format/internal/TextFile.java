// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.format.internal;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.hdtrace.format.output.WriterPool;

/** A UTF-8 text file that is written through a builder. */
public final class TextFile implements AutoCloseable {
    private static final int FLUSH_CHARS = 1 << 16;

    private final Path file;
    private final OutputStream stream;
    /** Lends the builder between two entries; null for a file that has its own. */
    private final WriterPool pool;

    private StringBuilder text;

    public TextFile(Path file) throws IOException {
        this.file = file;
        this.stream = Files.newOutputStream(file);
        this.pool = null;
        this.text = new StringBuilder();
    }

    /** One of many files: keeps little memory between two calls of {@link #flushSome}. */
    public TextFile(WriterPool pool, Path file) {
        this.file = file;
        this.stream = pool.create(file);
        this.pool = pool;
    }

    /** Where text is appended, until {@link #flushSome} is called, which has to be after each entry. */
    public StringBuilder text() {
        if (text == null) {
            text = pool.takeScratch();
        }
        return text;
    }

    /** Write out when enough has come together. */
    public void flushSome() throws IOException {
        if (pool != null) {
            hand();
        } else if (text.length() >= FLUSH_CHARS) {
            flush();
        }
    }

    /** An empty builder for a part of an entry: the one given, or one of the pool in place of null. */
    public StringBuilder lend(StringBuilder own) {
        if (own != null) {
            own.setLength(0);
            return own;
        }
        return pool == null ? new StringBuilder() : pool.takeScratch();
    }

    /** The part is written; what comes back is to be lent again: null when the pool has taken it. */
    public StringBuilder giveBack(StringBuilder lent) {
        if (pool == null) {
            return lent;
        }
        pool.giveScratch(lent);
        return null;
    }

    public void flush() throws IOException {
        hand();
        stream.flush();
    }

    @Override
    public void close() throws IOException {
        try (stream) {
            hand();
        }
    }

    /** Close it and leave no file. */
    public void discard() throws IOException {
        discard(stream, file);
    }

    /** Close a stream that writes to a file, and leave no file. */
    public static void discard(OutputStream stream, Path file) throws IOException {
        if (stream instanceof WriterPool.PooledFile pooled) {
            pooled.discard();
        } else {
            stream.close();
            Files.deleteIfExists(file);
        }
    }

    private void hand() throws IOException {
        if (text == null) {
            return;
        }
        stream.write(text.toString().getBytes(StandardCharsets.UTF_8));
        text.setLength(0);
        if (pool != null) {
            pool.giveScratch(text);
            text = null;
        }
    }
}
