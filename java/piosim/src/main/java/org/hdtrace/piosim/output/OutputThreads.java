// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.piosim.output;

import com.sun.management.UnixOperatingSystemMXBean;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.util.List;
import org.hdtrace.format.output.WriterPool;

/**
 * The threads that make and write the files of a project: one on a single processor, else two, since with all components there is more
 * to write than to simulate, and when the simulation has ended nobody else is at work; as long as it goes on, they leave a processor to
 * it. There are several pools of files for each thread, because some files may get half of all bytes, those of what a whole network
 * sends through: the other pools are left to the other thread then. Open files and memory are bounded for all of them together.
 *
 * <p>For the simulation's thread only.
 */
final class OutputThreads implements AutoCloseable {
    private static final int MOST_THREADS = 2;
    /** For each thread; on a single processor one is enough. */
    private static final int POOLS = 4;
    /** Of 2^32. */
    private static final int GOLDEN_RATIO = 0x9E3779B9;

    private static final int LEAST_OPEN_FILES = 256;
    private static final int MOST_OPEN_FILES = 2048;
    private static final long MOST_BUFFERED = 128L << 20;
    private static final long LEAST_BUFFERED = 1L << 20;
    private static final int BUFFERED_SHARE = 16;

    private final List<WriterPool> pools;

    OutputThreads() {
        int threads = Math.min(MOST_THREADS, Runtime.getRuntime().availableProcessors());
        long share = Runtime.getRuntime().maxMemory() / BUFFERED_SHARE;
        long buffered = Math.max(LEAST_BUFFERED, Math.min(MOST_BUFFERED, share));
        pools = WriterPool.inBackground(threads, threads == 1 ? 1 : POOLS * threads, openFiles(), buffered);
    }

    /** Half of those that the process may still open. */
    private static int openFiles() {
        if (!(ManagementFactory.getOperatingSystemMXBean() instanceof UnixOperatingSystemMXBean system)) {
            return LEAST_OPEN_FILES;
        }
        long left = system.getMaxFileDescriptorCount() - system.getOpenFileDescriptorCount();
        return (int) Math.max(LEAST_OPEN_FILES, Math.min(MOST_OPEN_FILES, left / 2));
    }

    /** Of pools. */
    int count() {
        return pools.size();
    }

    /** By its number, from 0 on. */
    WriterPool pool(int number) {
        return pools.get(number);
    }

    /**
     * Which pool has one of many files. Regular models have one that is busier than others every so many components; multiples of
     * the golden ratio, less their whole parts, lie evenly between 0 and 1 whatever the distance of their factors.
     */
    int poolNumber(int file) {
        return (int) ((Integer.toUnsignedLong(file * GOLDEN_RATIO) * pools.size()) >>> Integer.SIZE);
    }

    /** The pool of one of many files. */
    WriterPool poolOf(int file) {
        return pools.get(poolNumber(file));
    }

    /** Come back when the files that are closed are complete. */
    void await() throws IOException {
        pools.forEach(WriterPool::handOver);
        for (WriterPool pool : pools) {
            pool.await();
        }
    }

    /** Close the files, all of them, whichever can't be written. */
    @Override
    public void close() throws IOException {
        closeFrom(0);
    }

    private void closeFrom(int first) throws IOException {
        if (first < pools.size()) {
            WriterPool pool = pools.get(first);
            try (pool) {
                closeFrom(first + 1);
            }
        }
    }
}
