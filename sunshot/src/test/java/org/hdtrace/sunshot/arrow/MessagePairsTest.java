// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.sunshot.arrow;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Random;
import org.hdtrace.analysis.messages.PairSums;
import org.hdtrace.analysis.messages.PairValues.Metric;
import org.hdtrace.format.project.Project;
import org.hdtrace.format.select.Interval;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Sums of kept messages are those that are read from the traces. */
class MessagePairsTest {
    private static final long EPOCH = 1_300_000_000_000_000_000L;
    private static final long TENTH = 100_000_000L;
    private static final int RANKS = 3;
    private static final int ROUNDS = 40;

    @TempDir
    private Path folder;

    private Project project;
    private ArrowTable table;

    /** In each round every rank sends to the next one and receives from the one before; some messages are long. */
    @BeforeEach
    void write() throws Exception {
        StringBuilder nodes = new StringBuilder();
        Random random = new Random(7);
        for (int rank = 0; rank < RANKS; rank++) {
            nodes.append("<Node name='").append(rank).append("'><Node name='0'/></Node>");
            StringBuilder states = new StringBuilder();
            for (int round = 0; round < ROUNDS; round++) {
                String time = String.format("%d.%d", round / 10, round % 10);
                states.append("<Sendrecv size='").append(random.nextInt(1000));
                states.append("' toRank='").append((rank + 1) % RANKS).append("' toTag='0' fromRank='");
                states.append((rank + RANKS - 1) % RANKS)
                        .append("' fromTag='0' cid='0' time='")
                        .append(time);
                states.append("0' end='")
                        .append(time)
                        .append(1 + random.nextInt(9))
                        .append("'/>");
            }
            Files.writeString(
                    folder.resolve("p_n_" + rank + "_0.trc"),
                    "<Program timeAdjustment='1300000000'>" + states + "</Program>");
        }
        Files.writeString(
                folder.resolve("p.proj"),
                "<Application name='p'><Topology><Level type='Hostname'><Level type='Rank'><Level type='Thread'/></Level>"
                        + "</Level><Node name='n'>" + nodes + "</Node></Topology></Application>");
        project = Project.open(folder);
        table = ArrowLoader.messages(project, path -> {});
    }

    private void assertSame(PairSums wanted, PairSums found) {
        assertEquals(wanted.labels(), found.labels());
        for (int from = 0; from < RANKS; from++) {
            for (int to = 0; to < RANKS; to++) {
                for (Metric metric : Metric.values()) {
                    assertEquals(wanted.value(from, to, metric), found.value(from, to, metric), from + " to " + to);
                }
                assertEquals(
                        wanted.span(from, to).map(span -> span[0] + " " + span[1]),
                        found.span(from, to).map(span -> span[0] + " " + span[1]));
            }
        }
    }

    @Test
    void anyIntervalHasTheSameSums() {
        assertEquals(RANKS * ROUNDS, table.arrowCount());
        Random random = new Random(3);
        for (int i = 0; i < 30; i++) {
            long from = EPOCH + random.nextInt(45) * TENTH / (1 + i % 2);
            Interval interval = new Interval(from, from + 1 + random.nextInt(20) * TENTH / 2);
            PairSums wanted = PairSums.read(project, interval, path -> {});
            assertSame(wanted, MessagePairs.of(project, table, interval, trace -> interval));
            int part = 1 + random.nextInt(50);
            assertSame(wanted, MessagePairs.of(project, table, interval, trace -> interval, part));
        }
        assertSame(
                PairSums.read(project, Interval.all(), path -> {}),
                MessagePairs.of(project, table, Interval.all(), trace -> Interval.all()));
    }

    @Test
    void eachTraceMayHaveAnIntervalOfItsOwn() {
        Interval first = new Interval(EPOCH, EPOCH + 10 * TENTH);
        Interval none = new Interval(0, 0);
        PairSums sums = MessagePairs.of(project, table, first, trace -> trace == 1 ? first : none);
        assertEquals(10, sums.value(1, 2, Metric.COUNT));
        assertEquals(Double.NaN, sums.value(0, 1, Metric.COUNT));
    }
}
