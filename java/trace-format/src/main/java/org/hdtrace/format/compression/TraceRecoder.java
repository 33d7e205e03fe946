// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.format.compression;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.function.LongConsumer;
import org.hdtrace.format.TraceFormatException;
import org.hdtrace.format.internal.ByteSource;

/**
 * Makes {@code X.trc.zst} (FORMATS A4) of {@code X.trc}, and {@code X.trc} of {@code X.trc.zst} or {@code X.trc.gz}. The new file is
 * written under another name beside the old one ({@code .tmp}), read again and compared, brought to the disk and renamed; only then
 * the old one is removed. So a trace is whole at any moment, and doing it again after an interruption finishes the work.
 *
 * <p>Thread: immutable, any; two threads or processes never work at the same trace.
 */
public final class TraceRecoder {
    /** The fastest; more gains little with traces. */
    public static final int DEFAULT_LEVEL = 1;

    public static final int HIGHEST_LEVEL = 19;

    private static final String ZSTD = ".zst";
    private static final String GZIP = ".gz";
    private static final String TAIL = ".tail";
    private static final String RING = ".ring";
    private static final String TRACE = ".trc";

    private final int level;
    private final boolean keep;
    private final LongConsumer progress;

    /**
     * What became of a trace.
     *
     * @param changed false when it was as wanted already
     * @param bytesBefore length of the file that there was
     * @param bytesAfter length of the file that there is
     */
    public record Result(boolean changed, long bytesBefore, long bytesAfter) {}

    /**
     * @param level of zstd, 1 (fast) to 19 (small)
     * @param keep whether the old files stay
     * @param progress is told the number of bytes after each piece of the old text that was read; from any thread
     */
    public TraceRecoder(int level, boolean keep, LongConsumer progress) {
        if (level < 1 || level > HIGHEST_LEVEL) {
            throw new IllegalArgumentException("level=" + level + " is not within 1 and " + HIGHEST_LEVEL);
        }
        this.level = level;
        this.keep = keep;
        this.progress = progress;
    }

    /**
     * Refuse a trace that is being written.
     *
     * @throws TraceFormatException that says so
     */
    public static void requireComplete(Path trace) throws TraceFormatException {
        String name = withoutCompression(trace);
        String stem = name.endsWith(TRACE) ? name.substring(0, name.length() - TRACE.length()) : name;
        boolean growing =
                Files.exists(trace.resolveSibling(name + TAIL)) || Files.exists(trace.resolveSibling(stem + RING));
        if (growing || endsUnused(trace)) {
            String advice = "; if its program has ended, hdtrace merge or hdtrace repair finishes it";
            throw TraceFormatException.atByte(trace, 0, "is still being written" + advice);
        }
    }

    /** Compress a trace, unless it is compressed. */
    public Result compress(Path trace) throws TraceFormatException, RecodingException {
        try (ByteSource source = ByteSource.open(trace)) {
            if (source.isCompressed()) {
                return unchanged(trace);
            }
        }
        return recode(trace, trace.resolveSibling(trace.getFileName() + ZSTD), level);
    }

    /** Make a trace plain, unless it is. */
    public Result decompress(Path trace) throws TraceFormatException, RecodingException {
        String name = withoutCompression(trace);
        if (name.equals(String.valueOf(trace.getFileName()))) {
            return unchanged(trace);
        }
        return recode(trace, trace.resolveSibling(name), Recoding.PLAIN);
    }

    private Result recode(Path from, Path to, int toLevel) throws TraceFormatException, RecodingException {
        requireComplete(from);
        try {
            long before = Files.size(from);
            new Recoding(from, to, toLevel, progress).run(keep);
            return new Result(true, before, Files.size(to));
        } catch (IOException e) {
            throw new RecodingException(from, "can't be replaced: " + ByteSource.cause(e), e);
        }
    }

    private static Result unchanged(Path trace) {
        long bytes = trace.toFile().length();
        return new Result(false, bytes, bytes);
    }

    private static String withoutCompression(Path trace) {
        String name = String.valueOf(trace.getFileName());
        for (String ending : new String[] {ZSTD, GZIP}) {
            if (name.endsWith(ending)) {
                return name.substring(0, name.length() - ending.length());
            }
        }
        return name;
    }

    /** A plain trace that is being written, or was not closed, ends with bytes that are not used yet (FORMATS A3). */
    private static boolean endsUnused(Path trace) throws TraceFormatException {
        long length = trace.toFile().length();
        try (ByteSource source = ByteSource.open(trace)) {
            if (source.isCompressed() || length == 0) {
                return false;
            }
            source.skipTo(length - 1);
            byte[] last = new byte[1];
            return source.readFully(last, 0, 1) == 1 && last[0] == 0;
        }
    }
}
