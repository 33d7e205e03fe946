// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.piosim.output;

import com.sun.management.UnixOperatingSystemMXBean;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.util.List;
import org.hdtrace.format.output.WriterPool;

/**
 * The threads that make and write the files of a project, each with a pool of its own and so with files of its own: one on a single
 * processor, else two, since with all components there is more to write than to simulate, and when the simulation has ended nobody
 * else is at work; as long as it goes on, they leave a processor to it. Open files and memory are bounded for all of them together.
 *
 * <p>For the simulation's thread only.
 */
final class OutputThreads implements AutoCloseable {
    private static final int MOST_THREADS = 2;
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
        pools = WriterPool.inBackground(threads, openFiles(), buffered);
    }

    /** Half of those that the process may still open. */
    private static int openFiles() {
        if (!(ManagementFactory.getOperatingSystemMXBean() instanceof UnixOperatingSystemMXBean system)) {
            return LEAST_OPEN_FILES;
        }
        long left = system.getMaxFileDescriptorCount() - system.getOpenFileDescriptorCount();
        return (int) Math.max(LEAST_OPEN_FILES, Math.min(MOST_OPEN_FILES, left / 2));
    }

    int count() {
        return pools.size();
    }

    /** By its number, from 0 on. */
    WriterPool pool(int thread) {
        return pools.get(thread);
    }

    /**
     * Which thread has one of many files. Regular models have one that is busier than others every so many components; by the
     * number of ones in their numbers no thread has all of them, whatever the distance.
     */
    int threadOf(int number) {
        return Integer.bitCount(number) % pools.size();
    }

    /** The pool of one of many files. */
    WriterPool poolOf(int number) {
        return pools.get(threadOf(number));
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

    private void closeFrom(int thread) throws IOException {
        if (thread < pools.size()) {
            WriterPool pool = pools.get(thread);
            try (pool) {
                closeFrom(thread + 1);
            }
        }
    }
}
