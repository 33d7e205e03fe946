// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.analysis.traffic;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.hdtrace.analysis.messages.PairSums;
import org.hdtrace.analysis.messages.PairValues.Metric;
import org.hdtrace.format.TraceFormatException;
import org.hdtrace.format.project.Project;
import org.hdtrace.format.query.Workers;
import org.hdtrace.format.select.Interval;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FileAccessesTest {
    private static final long EPOCH = 1_300_000_000_000_000_000L;
    private static final long SECOND = 1_000_000_000L;

    @TempDir
    Path folder;

    /** Both ranks use a.dat, which has other numbers there; rank 1 reads a file that nobody opened. */
    private FileAccesses read() throws IOException, TraceFormatException {
        Files.writeString(
                folder.resolve("p.proj"),
                "<Application name='p'><Topology><Level type='Hostname'><Level type='Rank'><Level type='Thread'/></Level>"
                        + "</Level><Node name='n'><Node name='0'><Node name='0'/></Node><Node name='1'><Node name='0'/></Node>"
                        + "</Node></Topology></Application>");
        trace(
                0,
                "<File_open name='a.dat' fid='1' time='0.0' end='0.1'/>"
                        + "<File_write_at fid='1' offset='100' size='50' time='1.0' end='2.0'/>"
                        + "<File_write fid='1' size='8' bytes='4' offset='9' absOffset='1000' time='3.0' end='4.0'/>");
        trace(
                1,
                "<File_open name='a.dat' fid='7' time='0.0' end='0.1'/>"
                        + "<File_read_at fid='7' offset='0' size='10' time='0.5' end='0.6'/>"
                        + "<File_read fid='9' size='3' time='5.0' end='6.0'/>");
        return FileAccesses.read(Project.open(folder), Workers.of(1), path -> {});
    }

    private void trace(int rank, String states) throws IOException {
        Files.writeString(
                folder.resolve("p_n_" + rank + "_0.trc"),
                "<Program timeAdjustment='1300000000'>" + states + "</Program>");
    }

    @Test
    void eachReadAndWriteIsThereInTheOrderOfTime() throws Exception {
        FileAccesses all = read();
        assertEquals(List.of("a.dat", "fid 9"), all.files());
        assertFalse(all.isCut());
        assertEquals(
                List.of(
                        new FileAccesses.Access(1, 0, false, EPOCH + SECOND / 2, EPOCH + 6 * SECOND / 10, 0, 10, true),
                        new FileAccesses.Access(0, 0, true, EPOCH + SECOND, EPOCH + 2 * SECOND, 100, 50, true),
                        new FileAccesses.Access(0, 0, true, EPOCH + 3 * SECOND, EPOCH + 4 * SECOND, 1000, 4, true),
                        new FileAccesses.Access(1, 1, false, EPOCH + 5 * SECOND, EPOCH + 6 * SECOND, -1, 3, true)),
                all.accesses());
    }

    @Test
    void filesAreUsedAsTheReportSays() throws Exception {
        List<FileTraffic> files = read().files(Interval.all());
        assertEquals("a.dat", files.get(0).file());
        assertEquals(54, files.get(0).writes().bytes());
        assertEquals(27, files.get(0).writes().bytesPerSecond());
        assertEquals(1, files.get(0).reads().calls());
        assertEquals(0, files.get(0).sequentialShare(), "the second write doesn't begin where the first one ended");
        assertEquals(
                List.of("fid 9"),
                read().files(new Interval(EPOCH + 9 * SECOND / 2, EPOCH + 9 * SECOND)).stream()
                        .map(FileTraffic::file)
                        .toList());
    }

    @Test
    void distancesCountFromTheEndOfTheAccessBefore() throws Exception {
        FileAccesses.Seeks seeks = read().seeks(Interval.all(), -1);
        assertEquals(Map.of(), seeks.reads(), "the first access of a rank to a file is no seek");
        assertEquals(Map.of(SeekDistance.LITTLE, 1L), seeks.writes(), "from 150 to 1000");
        assertEquals(SeekDistance.NONE, SeekDistance.of(0));
        assertEquals(SeekDistance.BACK_LITTLE, SeekDistance.of(-1));
        assertEquals(SeekDistance.BACK_NEAR, SeekDistance.of(-64 * 1024 - 1));
        assertEquals(SeekDistance.BACK_FAR, SeekDistance.of(Long.MIN_VALUE));
        assertEquals(SeekDistance.AHEAD_NEAR, SeekDistance.of(64 * 1024));
        assertEquals(SeekDistance.AHEAD_FAR, SeekDistance.of(Long.MAX_VALUE));
    }

    @Test
    void ranksAndFilesOfAnIntervalAreSummedUp() throws Exception {
        PairSums pairs = read().pairsIn(new Interval(EPOCH, EPOCH + 3 * SECOND));
        assertEquals(List.of("0", "1"), pairs.labels());
        assertEquals(List.of("a.dat", "fid 9"), pairs.targets());
        assertEquals(50, pairs.value(0, 0, Metric.BYTES));
        assertEquals(1, pairs.value(0, 0, Metric.LATENCY));
        assertEquals(100, pairs.value(1, 0, Metric.BANDWIDTH), 1e-9);
        assertEquals(Double.NaN, pairs.value(1, 1, Metric.COUNT));
    }

    @Test
    void whatPosixDoesHasItsOwnEntry() throws Exception {
        read();
        trace(
                0,
                "<Event name='opened' fid='3' oid='0' path='a.dat' time='0.0'/>"
                        + "<pread fid='3' oid='0' offset='4' size='8' bytes='6' time='1.0' end='2.0'/>"
                        + "<File_open name='a.dat' fid='1' time='2.0' end='2.1'/>"
                        + "<File_write_at fid='1' offset='0' size='5' time='3.0' end='4.0'/>");
        FileAccesses all = FileAccesses.read(Project.open(folder), Workers.of(1), path -> {});
        assertEquals(
                List.of("a.dat/mpi", "a.dat (POSIX)/posix", "fid 9/mpi"),
                all.files(Interval.all()).stream()
                        .map(file -> file.file() + "/" + file.layer())
                        .toList());
    }
}
