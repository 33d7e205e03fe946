// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.format.internal;

import java.io.ByteArrayInputStream;
import java.io.EOFException;
import java.io.FileInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.zip.GZIPInputStream;
import org.hdtrace.format.TraceFormatException;

/**
 * The bytes of a file, uncompressed: gzip and zstd are recognised by content (FORMATS A4). Compressed data that was cut ends
 * where its last complete piece ends; where a trace was not closed, the text goes on in {@code X.tail} beside {@code X.zst}.
 * Every failure is a {@link TraceFormatException}.
 *
 * <p>Thread: one thread at a time.
 */
public final class ByteSource implements AutoCloseable {
    private static final int MAGIC_BYTES = 4;
    private static final int DECOMPRESSOR_BUFFER = 1 << 16;

    private final Path file;
    private final boolean compressed;
    private InputStream stream;
    private long offset;
    private long bytesRead;
    private boolean cut;
    /** Whether the text is taken byte by byte, because it ends soon in damage. */
    private boolean careful;
    /** What is to be said when more is asked for. */
    private TraceFormatException failure;

    private Watcher watcher;

    /** Is told what is read. */
    @FunctionalInterface
    public interface Watcher {
        /** Bytes of the uncompressed text, in the order of the text and without gaps; they are only lent. */
        void text(byte[] bytes, int from, int count);
    }

    private ByteSource(Path file, InputStream stream, boolean compressed) {
        this.file = file;
        this.stream = stream;
        this.compressed = compressed;
    }

    public static ByteSource open(Path file) throws TraceFormatException {
        if (Files.isDirectory(file)) {
            throw TraceFormatException.atByte(file, 0, "is a directory, not a file");
        }
        FileInputStream tail = null;
        FileInputStream plain = null;
        try {
            // First: a writer that ends makes its text frames and then removes it.
            tail = TailedStream.openTail(file);
            plain = open(file, 0);
            byte[] first = firstBytes(file);
            boolean zstd = isZstd(first);
            if (tail != null && (zstd || first.length < MAGIC_BYTES)) {
                return new ByteSource(file, new TailedStream(plain, tail), true);
            }
            close(tail);
            InputStream stream = decompressor(first, plain);
            return new ByteSource(file, stream, stream != plain);
        } catch (IOException | LinkageError e) {
            close(plain);
            close(tail);
            throw TraceFormatException.atByte(file, 0, "can't be opened: " + cause(e));
        }
    }

    /**
     * As {@link #open}, from an offset of the uncompressed text on: of seekable zstd (FORMATS A4) only the frame that holds it is
     * decompressed, of gzip all before it.
     */
    public static ByteSource openAt(Path file, long offset) throws TraceFormatException {
        ByteSource source = open(file);
        try {
            source.skipTo(offset);
            return source;
        } catch (TraceFormatException | RuntimeException e) {
            source.close();
            throw e;
        }
    }

    private static InputStream decompressor(byte[] first, FileInputStream plain) throws IOException {
        if (isZstd(first)) {
            return new SeekableZstd(plain);
        }
        return isGzip(first) ? new GZIPInputStream(plain, DECOMPRESSOR_BUFFER) : plain;
    }

    /** Bytes of a piece of a file that is in memory already; it begins at {@code offset} of the file. */
    public static ByteSource of(Path file, long offset, byte[] bytes) {
        ByteSource source = new ByteSource(file, new ByteArrayInputStream(bytes), false);
        source.offset = offset;
        return source;
    }

    /** Length of the uncompressed text; compressed files are read through, as far as they can be. */
    public static long length(Path file) throws TraceFormatException {
        try (ByteSource source = open(file)) {
            if (!source.compressed) {
                return file.toFile().length();
            }
            return source.readThrough();
        }
    }

    private long readThrough() {
        byte[] buffer = new byte[DECOMPRESSOR_BUFFER];
        try {
            while (read(buffer, 0, buffer.length) >= 0) {
                // The offset counts.
            }
        } catch (TraceFormatException e) {
            // Whoever reads the text comes to the same place.
            return offset;
        }
        return offset;
    }

    /** Offset of the next byte in the uncompressed text. */
    public long offset() {
        return offset;
    }

    /** How much of the uncompressed text was delivered; what was left out doesn't count. */
    public long bytesRead() {
        return bytesRead;
    }

    /**
     * Read until the target is full or the text ends; the number of bytes. What was read before a failure is delivered; the next
     * call fails.
     */
    public int readFully(byte[] target, int from, int length) throws TraceFormatException {
        int done = 0;
        try {
            while (done < length) {
                int count = read(target, from + done, length - done);
                if (count < 0) {
                    break;
                }
                done += count;
            }
        } catch (TraceFormatException e) {
            if (done == 0) {
                throw e;
            }
            failure = e;
        }
        return done;
    }

    public Path file() {
        return file;
    }

    /** Whether the file holds compressed data, by its content. */
    public boolean isCompressed() {
        return compressed;
    }

    /** How long the text of a plain file is now; it may grow. 0 when that is not known without reading it. */
    public long leastLength() {
        try {
            return stream instanceof FileInputStream plain ? plain.getChannel().size() : 0;
        } catch (IOException e) {
            // Whoever reads on gets to know why.
            return 0;
        }
    }

    /** How long the text is, by the size of a plain file or the table of a seekable one; -1 when only reading it would tell. */
    public long textLength() {
        try {
            if (stream instanceof SeekableZstd frames) {
                return frames.textLength();
            }
            return stream instanceof FileInputStream plain ? plain.getChannel().size() : -1;
        } catch (IOException e) {
            // Whoever reads on gets to know why.
            return -1;
        }
    }

    /** Let somebody see everything that {@link #read} delivers from now on. */
    public void watch(Watcher toTell) {
        watcher = toTell;
    }

    /** What is to be said of compressed data that ended before its end mark; "" when it didn't. */
    public String cutText() {
        if (!cut) {
            return "";
        }
        try {
            return stream instanceof SeekableZstd frames ? frames.cutText() : "the compressed file ends too early";
        } catch (IOException e) {
            return "the compressed file ends too early";
        }
    }

    /** Whether compressed data ended before its end mark. */
    public boolean isCut() {
        return cut;
    }

    /** As {@link InputStream#read(byte[], int, int)}. */
    public int read(byte[] target, int from, int length) throws TraceFormatException {
        if (failure != null) {
            throw failure;
        }
        try {
            int count = stream.read(target, from, careful ? Math.min(length, 1) : length);
            offset += Math.max(count, 0);
            bytesRead += Math.max(count, 0);
            if (watcher != null && count > 0) {
                watcher.text(target, from, count);
            }
            return count;
        } catch (EOFException e) {
            cut = true;
            return -1;
        } catch (IOException | RuntimeException e) {
            if (compressed && isTruncation(e)) {
                cut = true;
                return -1;
            }
            if (isStartedOver()) {
                return read(target, from, length);
            }
            throw TraceFormatException.atByte(file, offset, "can't be read: " + cause(e));
        }
    }

    /**
     * A decompressor that meets damage throws away what it made of the bytes before. Begin again and ask for one byte at a time,
     * so that everything up to the damage is delivered; once.
     */
    private boolean isStartedOver() {
        if (careful || !compressed || stream instanceof TailedStream) {
            return false;
        }
        careful = true;
        close(stream);
        try {
            stream = decompressor(firstBytes(file), open(file, 0));
            stream.skipNBytes(offset);
            return true;
        } catch (IOException | RuntimeException e) {
            return false;
        }
    }

    /** Leave out the bytes up to an offset of the uncompressed text. */
    public void skipTo(long target) throws TraceFormatException {
        try {
            while (offset < target) {
                long skipped = stream.skip(target - offset);
                if (skipped <= 0) {
                    return;
                }
                offset += skipped;
            }
        } catch (EOFException e) {
            cut = true;
        } catch (IOException | RuntimeException e) {
            if (!compressed || !isTruncation(e)) {
                throw TraceFormatException.atByte(file, offset, "can't be read: " + cause(e));
            }
            cut = true;
        }
    }

    @Override
    public void close() {
        close(stream);
    }

    /** Reason of a failure in words; what Java says alone is often just the name of the file. */
    public static String cause(Throwable e) {
        if (e instanceof NoSuchFileException || e instanceof java.io.FileNotFoundException) {
            String message = String.valueOf(e.getMessage());
            return message.contains("Permission denied") ? "permission denied" : "no such file";
        }
        if (e instanceof java.nio.file.AccessDeniedException) {
            return "permission denied";
        }
        return e.getMessage() == null ? e.getClass().getSimpleName() : e.getMessage();
    }

    private static FileInputStream open(Path file, long position) throws IOException {
        FileInputStream stream = new FileInputStream(file.toFile());
        stream.getChannel().position(position);
        return stream;
    }

    private static byte[] firstBytes(Path file) throws IOException {
        try (InputStream stream = open(file, 0)) {
            return stream.readNBytes(MAGIC_BYTES);
        }
    }

    private static boolean isGzip(byte[] first) {
        return first.length >= 2 && (first[0] & 0xff) == 0x1f && (first[1] & 0xff) == 0x8b;
    }

    private static boolean isZstd(byte[] first) {
        if (first.length < MAGIC_BYTES) {
            return false;
        }
        return ZstdFrame.isFrame(
                ByteBuffer.wrap(first).order(ByteOrder.LITTLE_ENDIAN).getInt());
    }

    /** Whether compressed data ended in the middle. */
    static boolean isTruncation(Exception e) {
        String message = String.valueOf(e.getMessage());
        return message.contains("Truncated") || message.contains("Unexpected end");
    }

    private static void close(InputStream stream) {
        if (stream != null) {
            try {
                stream.close();
            } catch (IOException e) {
                System.getLogger(ByteSource.class.getName()).log(System.Logger.Level.DEBUG, "closing input", e);
            }
        }
    }
}
