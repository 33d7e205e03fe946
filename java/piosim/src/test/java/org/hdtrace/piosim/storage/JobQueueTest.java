// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.piosim.storage;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import org.hdtrace.piosim.model.cluster.Aggregation;
import org.hdtrace.piosim.model.cluster.AggregationReorder;
import org.hdtrace.piosim.model.cluster.NoCache;
import org.hdtrace.piosim.model.cluster.ServerDirectedIO;
import org.hdtrace.piosim.model.cluster.SimpleWriteBehind;
import org.junit.jupiter.api.Test;

/** Which access each cache layer makes next, from small sequences that were worked out by hand. */
class JobQueueTest {
    private static final long MIB = 1 << 20;

    private final StoredFile file = new StoredFile(0);
    private final StoredFile other = new StoredFile(0);
    private long serial;

    private DiskJob write(StoredFile to, long offset, long size) {
        return new DiskJob(to, offset, size, null, serial++);
    }

    private DiskJob read(StoredFile from, long offset, long size) {
        return new DiskJob(from, offset, size, new Reply(0, 0, size, null, null, 0), serial++);
    }

    private static String text(DiskAccess access) {
        return (access.read ? "r" : "w") + access.offset() + "+" + access.size() + "x" + access.jobs();
    }

    private static List<String> drain(JobQueue queue) {
        List<String> all = new ArrayList<>();
        for (DiskAccess next = queue.next(Long.MAX_VALUE, null);
                next != null;
                next = queue.next(Long.MAX_VALUE, null)) {
            all.add(text(next));
        }
        return all;
    }

    @Test
    void withoutACacheDataIsTakenWhenNoWriteIsUnfinished() {
        assertTrue(JobQueue.of(NoCache.of(1), 100, bytes -> 0).takesWrites(0));
        assertEquals(false, JobQueue.of(NoCache.of(1), 100, bytes -> 0).takesWrites(1));
        assertTrue(JobQueue.of(SimpleWriteBehind.of(1), 100, bytes -> 0).takesWrites(1000));
    }

    @Test
    void writeBehindTakesReadsFirstAndJoinsNothing() {
        JobQueue queue = JobQueue.of(SimpleWriteBehind.of(1), 100, bytes -> 0);
        queue.add(write(file, 0, 10));
        queue.add(write(file, 10, 10));
        queue.add(read(file, 20, 10));
        assertEquals(List.of("r20+10x1", "w0+10x1", "w10+10x1"), drain(queue));
    }

    @Test
    void readsWithoutMemoryLetWritesPassAndAwaitedWritesPassReads() {
        JobQueue queue = JobQueue.of(Aggregation.of(1), 100, bytes -> 0);
        queue.add(read(file, 50, 10));
        assertNull(queue.next(9, null));
        queue.add(write(file, 0, 10));
        assertEquals("w0+10x1", text(queue.next(9, null)));
        queue.add(write(file, 0, 10));
        assertEquals("w0+10x1", text(queue.next(10, file)));
        assertEquals("r50+10x1", text(queue.next(10, file)));
    }

    @Test
    void aggregationJoinsTheOldestWithWhatContinuesItOnBothSidesUpToTheLimit() {
        JobQueue queue = JobQueue.of(Aggregation.of(1), 40, bytes -> 0);
        queue.add(write(file, 100, 10));
        queue.add(write(file, 0, 10));
        queue.add(write(file, 120, 10));
        queue.add(write(other, 110, 10));
        queue.add(write(file, 110, 10)); // closes the gap: 30 bytes from three jobs
        queue.add(write(file, 130, 11)); // would make 41
        assertEquals(List.of("w100+30x3", "w0+10x1", "w110+10x1", "w130+11x1"), drain(queue));
    }

    @Test
    void whatIsJoinedMayBeAsLargeAsTheLimitButNotLarger() {
        for (boolean forward : new boolean[] {true, false}) {
            JobQueue queue = JobQueue.of(Aggregation.of(1), 40, bytes -> 0);
            queue.add(write(file, forward ? 0 : 30, forward ? 30 : 10));
            queue.add(write(file, forward ? 30 : 0, forward ? 10 : 30));
            queue.add(write(file, 40, 1));
            assertEquals(List.of("w0+40x2", "w40+1x1"), drain(queue));
            queue.add(read(file, forward ? 0 : 30, forward ? 30 : 10));
            queue.add(read(file, forward ? 30 : 0, forward ? 10 : 30));
            queue.add(read(file, 40, 1));
            assertEquals(List.of("r0+40x2", "r40+1x1"), drain(queue));
        }
    }

    @Test
    void laterDataReplacesWhatWaits() {
        JobQueue queue = JobQueue.of(Aggregation.of(1), 20, bytes -> 0);
        assertEquals(0, queue.add(write(file, 0, 20)));
        // 10 bytes are there already, the others would make the access too large.
        assertEquals(10, queue.add(write(file, 10, 20)));
        assertEquals(30, queue.add(write(file, 0, 30)));
        assertEquals(List.of("w0+20x3", "w20+10x2"), drain(queue));
    }

    @Test
    void readsOfTheSameBytesShareAnAccessAndNeedMemoryForEachReply() {
        JobQueue queue = JobQueue.of(Aggregation.of(1), 100, bytes -> 0);
        queue.add(read(file, 0, 30));
        queue.add(read(file, 10, 30));
        assertEquals(60, queue.readNeed());
        assertEquals(List.of("r0+40x2"), drain(queue));
    }

    @Test
    void reorderingServesBatchesByRisingOffsetInTurn() {
        JobQueue queue = JobQueue.of(AggregationReorder.of(1), 100, bytes -> 0);
        queue.add(write(file, 300, 10));
        queue.add(write(file, 100, 10));
        assertEquals("w100+10x1", text(queue.next(1000, null)));
        queue.add(write(file, 200, 10)); // next batch
        queue.add(read(file, 900, 10));
        queue.add(read(other, 500, 10));
        queue.add(read(file, 800, 10));
        assertEquals(List.of("w300+10x1", "r800+10x1", "r900+10x1", "r500+10x1", "w200+10x1"), drain(queue));
    }

    @Test
    void directedPrefersTheFileWithMostBytesAndTenTimesTheOneBefore() {
        JobQueue queue = JobQueue.of(ServerDirectedIO.of(1, 1), MIB, bytes -> 0);
        queue.add(write(file, 0, 10));
        queue.add(write(other, 50, 1000));
        assertEquals("w50+1000x1", text(queue.next(1000, null)));
        queue.add(write(other, 9 * MIB, 1)); // ten times 1 is not less than 10
        assertEquals(List.of("w" + 9 * MIB + "+1x1", "w0+10x1"), drain(queue));
    }

    @Test
    void directedPrefersWhatIsNearTheHead() {
        JobQueue queue = JobQueue.of(ServerDirectedIO.of(1, 1), MIB, bytes -> 0);
        queue.add(write(file, 20 * MIB, 10));
        assertEquals(1, drain(queue).size());
        queue.add(write(file, 0, 10));
        queue.add(write(file, 19 * MIB, 10));
        queue.add(write(file, 23 * MIB, 10));
        assertEquals(
                List.of("w" + 19 * MIB + "+10x1", "w" + 23 * MIB + "+10x1", "w0+10x1"),
                drain(queue),
                "1 MiB down, then 4 MiB up, then what is far away");
    }

    @Test
    void directedReadsOverHolesUpToTheLargestOne() {
        JobQueue queue = JobQueue.of(ServerDirectedIO.of(1, 5), 100, bytes -> 0);
        queue.add(read(file, 0, 10));
        queue.add(read(file, 15, 10)); // hole of 5
        queue.add(read(file, 31, 10)); // hole of 6
        assertEquals(25, queue.readNeed(), "both replies and the hole");
        assertEquals(
                List.of("r31+10x1", "r0+25x2"),
                drain(queue).stream().sorted((a, b) -> b.compareTo(a)).toList());
        queue.add(write(file, 0, 10));
        queue.add(write(file, 15, 10));
        assertEquals(2, drain(queue).size(), "writes have no data for holes");
    }
}
