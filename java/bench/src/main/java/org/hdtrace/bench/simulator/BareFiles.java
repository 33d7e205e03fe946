// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.bench.simulator;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.ForkJoinTask;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import java.util.stream.Stream;

/** What the machine needs for nothing but making, writing and closing files as large as those of a project. */
final class BareFiles {
    /** What {@code WriterPool} hands to the file system at a time at most. */
    private static final int BLOCK = 1 << 14;

    private final long[] sizes;

    private BareFiles(long[] sizes) {
        this.sizes = sizes;
    }

    /** As many and as large as those of a folder. */
    static BareFiles like(Path folder) throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            return new BareFiles(files.mapToLong(file -> file.toFile().length()).toArray());
        }
    }

    /**
     * Give back the memory and the place that the files of a folder take, and leave them there, empty: a file system makes new files
     * slowly where it has just removed others, and a virtual machine is slow where it uses memory for the first time.
     */
    static void empty(Path folder) throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            for (Path file : files.toList()) {
                FileChannel.open(file, StandardOpenOption.WRITE, StandardOpenOption.TRUNCATE_EXISTING)
                        .close();
            }
        }
    }

    int count() {
        return sizes.length;
    }

    long bytes() {
        return LongStream.of(sizes).sum();
    }

    /** Write them into a new folder: every so many of them by one of so many threads, each of which uses one piece of memory. */
    void write(Path folder, int threads) throws IOException {
        Files.createDirectory(folder);
        ForkJoinPool pool = new ForkJoinPool(threads);
        try {
            List<ForkJoinTask<?>> parts = IntStream.range(0, threads)
                    .<ForkJoinTask<?>>mapToObj(part -> pool.submit(() -> writePart(folder, part, threads)))
                    .toList();
            parts.forEach(ForkJoinTask::join);
        } finally {
            pool.shutdown();
        }
    }

    private void writePart(Path folder, int first, int step) {
        ByteBuffer block = ByteBuffer.allocateDirect(BLOCK);
        try {
            for (int i = first; i < sizes.length; i += step) {
                write(folder.resolve("file-" + i), sizes[i], block);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static void write(Path file, long size, ByteBuffer block) throws IOException {
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE)) {
            long left = size;
            while (left > 0) {
                block.clear().limit((int) Math.min(left, BLOCK));
                left -= channel.write(block);
            }
        }
    }
}
