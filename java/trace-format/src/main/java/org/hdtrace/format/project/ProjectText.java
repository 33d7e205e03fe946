// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.format.project;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.Reader;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.hdtrace.format.TraceFormatException;
import org.hdtrace.format.internal.ByteSource;

/**
 * The text of a project file as a parser reads it. What was read last is kept until it is let go, so that unknown elements can be
 * preserved verbatim without the file being in memory.
 */
final class ProjectText extends Reader {
    private static final long MOST_BYTES = 1L << 29;
    private static final int HEAD_BYTES = 256;
    private static final int LET_GO_CHARS = 1 << 16;
    private static final Pattern ENCODING =
            Pattern.compile("\\A[^<]{0,4}<\\?xml[^>]{1,200}?encoding\\s*=\\s*[\"']([A-Za-z0-9._-]{1,40})[\"']");

    private final Reader reader;
    private final StringBuilder kept = new StringBuilder();
    private long keptFrom;
    private boolean begun;

    private ProjectText(Reader reader) {
        this.reader = reader;
    }

    /** The text of a source, by the encoding that it declares; UTF-8 otherwise. */
    static ProjectText of(ByteSource source) throws TraceFormatException {
        InputStream bytes = new BufferedInputStream(new SourceStream(source), 1 << 16);
        return new ProjectText(new InputStreamReader(bytes, charset(source, bytes)));
    }

    /** The bad input that a failure of this reader stands for, or null. */
    static TraceFormatException badInput(Throwable failure) {
        for (Throwable at = failure; at != null; at = at.getCause()) {
            if (at instanceof TraceFormatException bad) {
                return bad;
            }
        }
        return null;
    }

    @Override
    public int read(char[] target, int from, int length) throws IOException {
        int count = reader.read(target, from, length);
        if (!begun && count > 0) {
            begun = true;
            if (target[from] == '\ufeff') {
                System.arraycopy(target, from + 1, target, from, count - 1);
                count = count > 1 ? count - 1 : read(target, from, length);
            }
        }
        kept.append(target, from, Math.max(count, 0));
        return count;
    }

    /** What stands between two offsets in characters; it must not have been let go. */
    String between(long from, long to) {
        return kept.substring((int) (from - keptFrom), (int) (to - keptFrom));
    }

    /** Nobody will ask for what stands before an offset. */
    void letGo(long before) {
        if (before - keptFrom >= LET_GO_CHARS) {
            kept.delete(0, (int) (before - keptFrom));
            keptFrom = before;
        }
    }

    @Override
    public void close() throws IOException {
        reader.close();
    }

    private static Charset charset(ByteSource source, InputStream bytes) throws TraceFormatException {
        String head;
        try {
            bytes.mark(HEAD_BYTES);
            head = new String(bytes.readNBytes(HEAD_BYTES), StandardCharsets.ISO_8859_1);
            bytes.reset();
        } catch (IOException e) {
            TraceFormatException bad = badInput(e);
            throw bad == null ? TraceFormatException.atByte(source.file(), 0, ByteSource.cause(e)) : bad;
        }
        if (head.isEmpty()) {
            throw TraceFormatException.atByte(source.file(), 0, "the file is empty");
        }
        Matcher matcher = ENCODING.matcher(head);
        if (!matcher.find()) {
            return StandardCharsets.UTF_8;
        }
        try {
            return Charset.forName(matcher.group(1));
        } catch (IllegalArgumentException e) {
            throw new TraceFormatException(source.file(), "line 1", "unknown encoding '" + matcher.group(1) + "'", e);
        }
    }

    /** The bytes of a source; its failures are the cause of this stream's. */
    private static final class SourceStream extends InputStream {
        private final ByteSource source;

        SourceStream(ByteSource source) {
            this.source = source;
        }

        @Override
        public int read() throws IOException {
            byte[] one = new byte[1];
            return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
        }

        @Override
        public int read(byte[] target, int from, int length) throws IOException {
            try {
                int count = source.read(target, from, length);
                if (source.offset() > MOST_BYTES) {
                    String reason = "project file is longer than " + MOST_BYTES + " B";
                    throw TraceFormatException.atByte(source.file(), MOST_BYTES, reason);
                }
                return count;
            } catch (TraceFormatException e) {
                throw new IOException(e);
            }
        }
    }
}
