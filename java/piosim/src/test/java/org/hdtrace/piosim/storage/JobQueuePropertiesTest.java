// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.piosim.storage;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Random;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.hdtrace.piosim.model.cluster.Aggregation;
import org.hdtrace.piosim.model.cluster.AggregationReorder;
import org.hdtrace.piosim.model.cluster.CacheLayer;
import org.hdtrace.piosim.model.cluster.ServerDirectedIO;
import org.hdtrace.piosim.model.cluster.SimpleWriteBehind;

/**
 * Random jobs through every cache, against an image of the files that is kept byte by byte: which write was the last one
 * at each byte when a job came, and which is the last one on disk.
 */
class JobQueuePropertiesTest {
    private static final int FILES = 3;
    private static final int FILE_BYTES = 200;
    private static final int LIMIT = 40;
    private static final long MEMORY = 2 * LIMIT;

    @Provide
    Arbitrary<CacheLayer> caches() {
        return Arbitraries.of(
                SimpleWriteBehind.of(1), Aggregation.of(1), AggregationReorder.of(1), ServerDirectedIO.of(1, 7));
    }

    /** The queue of a server with all that must happen to its jobs. */
    private static final class Run {
        final JobQueue queue;
        final UnfinishedWrites unfinished = new UnfinishedWrites();
        final List<StoredFile> files = new ArrayList<>();
        final Map<StoredFile, long[]> accepted = new HashMap<>();
        final Map<StoredFile, long[]> onDisk = new HashMap<>();
        final Map<DiskJob, long[]> seen = new HashMap<>();
        final Map<StoredFile, List<long[]>> expectedByFlushes = new HashMap<>();
        final Map<DiskAccess, Long> cutAtDisk = new HashMap<>();
        final Queue<DiskAccess> atDisk = new ArrayDeque<>();
        final List<String> flushed = new ArrayList<>();
        long serial;
        long free = MEMORY;
        long written;
        long reachedDisk;
        long owed;

        Run(CacheLayer cache) {
            queue = JobQueue.of(cache, LIMIT, bytes -> 0);
            for (int i = 0; i < FILES; i++) {
                StoredFile file = new StoredFile(0);
                files.add(file);
                accepted.put(file, filled());
                onDisk.put(file, filled());
                expectedByFlushes.put(file, new ArrayList<>());
            }
        }

        private static long[] filled() {
            long[] image = new long[FILE_BYTES];
            Arrays.fill(image, -1);
            return image;
        }

        void write(StoredFile file, int offset, int size) {
            if (size + queue.readNeed() > free) {
                return;
            }
            DiskJob job = new DiskJob(file, offset, size, null, serial++);
            Arrays.fill(accepted.get(file), offset, offset + size, job.serial);
            unfinished.add(job);
            long replaced = queue.add(job);
            free -= size - replaced;
            written += size - replaced;
        }

        void read(StoredFile file, int offset, int size) {
            DiskJob job = new DiskJob(file, offset, size, new Reply(0, 0, size, null, null, 0), serial++);
            seen.put(job, accepted.get(file).clone());
            owed += size;
            if (!unfinished.delay(job)) {
                queue.add(job);
            }
        }

        void flush(StoredFile file) {
            long[] expected = accepted.get(file).clone();
            expectedByFlushes.get(file).add(expected);
            unfinished.flush(file, serial, () -> {
                requireOnDisk(file, expected, 0, FILE_BYTES);
                flushed.add("done");
            });
        }

        /** Nothing behind an end is awaited any more, and what the disk has there doesn't count. */
        void cut(StoredFile file, int end) {
            List<long[]> images = new ArrayList<>(expectedByFlushes.get(file));
            images.add(accepted.get(file));
            images.add(onDisk.get(file));
            seen.forEach((read, image) -> {
                if (read.file == file) {
                    images.add(image);
                }
            });
            images.forEach(image -> Arrays.fill(image, end, FILE_BYTES, -1));
            for (DiskAccess access : atDisk) {
                if (access.file == file) {
                    cutAtDisk.merge(access, (long) end, Math::min);
                }
            }
            List<DiskJob> without = new ArrayList<>();
            long bytes = queue.cut(file, end, without::add);
            free += bytes;
            written -= bytes;
            without.forEach(this::haveWritten);
        }

        boolean start() {
            DiskAccess next = queue.next(free, unfinished.awaited());
            if (next == null) {
                return false;
            }
            assertTrue(next.size() <= LIMIT, () -> "access of " + next.size());
            if (next.read) {
                free -= next.need();
                assertTrue(free >= 0, "reads fit");
            }
            atDisk.add(next);
            return true;
        }

        void end() {
            DiskAccess access = atDisk.remove();
            if (access.read) {
                free += access.need();
                access.forEach((job, bytes) -> {
                    assertEquals(job.size, bytes);
                    assertTrue(access.offset() <= job.offset && job.end() <= access.end());
                    owed -= bytes;
                    requireOnDisk(job.file, seen.remove(job), (int) job.offset, (int) job.end());
                });
                return;
            }
            free += access.size();
            reachedDisk += access.size();
            long[] image = onDisk.get(access.file);
            boolean[] covered = new boolean[FILE_BYTES];
            access.forEach((job, bytes) -> {
                int from = (int) Math.max(job.offset, access.offset());
                int to = (int) Math.min(job.end(), access.end());
                for (int i = from; i < to; i++) {
                    if (i < cutAtDisk.getOrDefault(access, (long) FILE_BYTES)) {
                        image[i] = covered[i] ? Math.max(image[i], job.serial) : job.serial;
                    }
                    covered[i] = true;
                }
            });
            for (long i = access.offset(); i < access.end(); i++) {
                assertTrue(covered[(int) i], "only data that was written reaches the disk");
            }
            access.forEach((job, bytes) -> haveWritten(job));
        }

        private void haveWritten(DiskJob job) {
            if (--job.accesses == 0) {
                unfinished.done(job).forEach(queue::add);
            }
        }

        private void requireOnDisk(StoredFile file, long[] expected, int from, int to) {
            for (int i = from; i < to; i++) {
                assertTrue(onDisk.get(file)[i] >= expected[i], "byte " + i + " has come to the disk before");
            }
        }
    }

    @Property(tries = 2000)
    void filesHoldWhatWasWrittenLastAndReadsComeAfterWritesTheyOverlap(
            @ForAll("caches") CacheLayer cache, @ForAll long seed) {
        Random random = new Random(seed);
        Run run = new Run(cache);
        int flushes = 0;
        for (int i = 0; i < 120; i++) {
            StoredFile file = run.files.get(random.nextInt(FILES));
            int size = 1 + random.nextInt(LIMIT);
            int offset = random.nextInt(FILE_BYTES - size + 1);
            switch (random.nextInt(8)) {
                case 0, 1, 2 -> run.write(file, offset, size);
                case 3 -> run.read(file, offset, size);
                case 4 -> run.start();
                case 5 -> {
                    if (!run.atDisk.isEmpty()) {
                        run.end();
                    }
                }
                case 6 -> {
                    if (random.nextInt(4) == 0) {
                        run.cut(file, random.nextInt(FILE_BYTES));
                    }
                }
                default -> {
                    run.flush(file);
                    flushes++;
                }
            }
        }
        while (run.start() || !run.atDisk.isEmpty()) {
            run.end();
        }
        assertEquals(0, run.unfinished.count());
        assertEquals(0, run.owed, "every read has got its data");
        assertEquals(run.written, run.reachedDisk);
        assertEquals(MEMORY, run.free);
        assertEquals(flushes, run.flushed.size());
        for (StoredFile file : run.files) {
            assertEquals(Arrays.toString(run.accepted.get(file)), Arrays.toString(run.onDisk.get(file)));
        }
    }
}
