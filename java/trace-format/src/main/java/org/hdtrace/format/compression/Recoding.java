// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.format.compression;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.function.LongConsumer;
import java.util.zip.CRC32C;
import org.hdtrace.format.TraceFormatException;
import org.hdtrace.format.internal.ByteSource;
import org.hdtrace.format.internal.FrameWriter;

/**
 * One file on its way to another form.
 *
 * <p>Thread: one thread.
 */
final class Recoding {
    /** Instead of a level: no compression. */
    static final int PLAIN = 0;

    private static final String UNFINISHED = ".tmp";
    private static final String OTHER_PROCESS = "another process is at work on it";
    private static final int PIECE_BYTES = 1 << 18;

    private final Path from;
    private final Path to;
    private final Path unfinished;
    private final int level;
    private final LongConsumer progress;
    private final byte[] piece = new byte[PIECE_BYTES];

    /** What a text is recognised by. */
    private record Content(long bytes, long checksum) {}

    /** Where text goes to. */
    @FunctionalInterface
    private interface Sink {
        void write(byte[] bytes, int from, int length) throws IOException;
    }

    Recoding(Path from, Path to, int level, LongConsumer progress) {
        this.from = from;
        this.to = to;
        this.unfinished = to.resolveSibling(to.getFileName() + UNFINISHED);
        this.level = level;
        this.progress = progress;
    }

    /** Do all of it; what is there already after an earlier attempt is used when it holds the same. */
    void run(boolean keep) throws TraceFormatException, RecodingException {
        if (Files.exists(to)) {
            requireSame(content(from, progress));
            removeSource(keep);
            return;
        }
        try (FileChannel file = FileChannel.open(unfinished, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
                FileLock lock = lock(file)) {
            if (lock == null) {
                throw new RecodingException(from, OTHER_PROCESS, null);
            }
            replace(file, keep);
        } catch (IOException e) {
            throw new RecodingException(unfinished, "can't be written: " + ByteSource.cause(e), e);
        }
    }

    private void replace(FileChannel file, boolean keep) throws IOException, TraceFormatException, RecodingException {
        boolean done = false;
        try {
            if (!Files.exists(unfinished) || !Files.exists(from)) {
                throw new RecodingException(from, OTHER_PROCESS, null);
            }
            file.truncate(0);
            BasicFileAttributes before = attributes(from);
            Content content = write(file);
            file.force(true);
            if (!content.equals(content(unfinished, bytes -> {}))) {
                throw new RecodingException(unfinished, "does not hold what was written to it", null);
            }
            requireUnchanged(before);
            adopt(before);
            Files.move(unfinished, to, StandardCopyOption.ATOMIC_MOVE);
            done = true;
        } finally {
            if (!done) {
                Files.deleteIfExists(unfinished);
            }
        }
        forceDirectory();
        removeSource(keep);
    }

    private Content write(FileChannel file) throws IOException, TraceFormatException {
        if (level == PLAIN) {
            return copy(
                    from,
                    progress,
                    (bytes, at, length) -> FrameWriter.writeFully(file, ByteBuffer.wrap(bytes, at, length)));
        }
        try (FrameWriter frames = new FrameWriter(file, level)) {
            Content content = copy(from, progress, frames::write);
            frames.finish();
            return content;
        }
    }

    private Content content(Path file, LongConsumer read) throws TraceFormatException, RecodingException {
        try {
            return copy(file, read, (bytes, at, length) -> {});
        } catch (IOException e) {
            throw new RecodingException(file, ByteSource.cause(e), e);
        }
    }

    private Content copy(Path file, LongConsumer read, Sink sink) throws TraceFormatException, IOException {
        CRC32C checksum = new CRC32C();
        try (ByteSource source = ByteSource.open(file)) {
            for (int n = source.read(piece, 0, PIECE_BYTES); n >= 0; n = source.read(piece, 0, PIECE_BYTES)) {
                checksum.update(piece, 0, n);
                sink.write(piece, 0, n);
                read.accept(n);
            }
            if (source.isCut()) {
                throw TraceFormatException.atByte(file, source.offset(), "the compressed data ends early");
            }
            return new Content(source.offset(), checksum.getValue());
        }
    }

    private void requireSame(Content content) throws TraceFormatException, RecodingException {
        if (!content.equals(content(to, bytes -> {}))) {
            throw new RecodingException(from, to.getFileName() + " is there already and holds something else", null);
        }
    }

    private void requireUnchanged(BasicFileAttributes before) throws IOException, RecodingException {
        BasicFileAttributes now = attributes(from);
        if (now.size() != before.size() || !now.lastModifiedTime().equals(before.lastModifiedTime())) {
            throw new RecodingException(from, "was changed meanwhile", null);
        }
    }

    /** Who reads the trace may read it in its new form too, and an index that was younger stays so. */
    private void adopt(BasicFileAttributes before) throws IOException {
        if (Files.getFileStore(from).supportsFileAttributeView("posix")) {
            Files.setPosixFilePermissions(unfinished, Files.getPosixFilePermissions(from));
        }
        Files.setLastModifiedTime(unfinished, before.lastModifiedTime());
    }

    private void removeSource(boolean keep) throws RecodingException {
        try {
            if (!keep) {
                Files.deleteIfExists(from);
            }
        } catch (IOException e) {
            throw new RecodingException(from, "can't be removed: " + ByteSource.cause(e), e);
        }
    }

    /** The new name has to be on the disk before the old file goes. */
    private void forceDirectory() {
        Path directory = to.toAbsolutePath().getParent();
        try (FileChannel channel = FileChannel.open(directory, StandardOpenOption.READ)) {
            channel.force(true);
        } catch (IOException e) {
            System.getLogger(Recoding.class.getName()).log(System.Logger.Level.DEBUG, "syncing " + directory, e);
        }
    }

    private static BasicFileAttributes attributes(Path file) throws IOException {
        return Files.readAttributes(file, BasicFileAttributes.class);
    }

    private static FileLock lock(FileChannel file) throws IOException {
        try {
            return file.tryLock();
        } catch (OverlappingFileLockException e) {
            return null;
        }
    }
}
