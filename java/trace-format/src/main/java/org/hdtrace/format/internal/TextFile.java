// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.format.internal;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

/** A UTF-8 text file that is written through a builder. */
public final class TextFile implements AutoCloseable {
    private static final int FLUSH_CHARS = 1 << 16;

    private final OutputStream stream;
    private final StringBuilder text = new StringBuilder();

    public TextFile(Path file) throws IOException {
        this.stream = Files.newOutputStream(file);
    }

    /** Where text is appended; {@link #flushSome} has to be called now and then. */
    public StringBuilder text() {
        return text;
    }

    /** Write out when enough has come together. */
    public void flushSome() throws IOException {
        if (text.length() >= FLUSH_CHARS) {
            flush();
        }
    }

    public void flush() throws IOException {
        stream.write(text.toString().getBytes(StandardCharsets.UTF_8));
        text.setLength(0);
    }

    @Override
    public void close() throws IOException {
        try (stream) {
            flush();
        }
    }
}
