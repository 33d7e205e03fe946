// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.sunshot.arrow;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Random;
import org.hdtrace.format.project.Project;
import org.hdtrace.sunshot.store.StoreFolder;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Messages of a large project are read once, and never believed when they don't fit. */
class KeptArrowsTest {
    private static final int MESSAGES = 20_000;

    @TempDir
    private Path folder;

    private Path project;
    private int tracesRead;

    /** Rank 0 sends, rank 1 receives each message 30 us later. */
    @BeforeEach
    void write() throws Exception {
        project = Files.writeString(
                folder.resolve("m.proj"),
                "<Application name='m'><Topology><Level type='Hostname'><Level type='Rank'><Level type='Thread'/></Level></Level>"
                        + "<Node name='n'><Node name='0'><Node name='0'/></Node><Node name='1'><Node name='0'/></Node></Node>"
                        + "</Topology></Application>");
        String padding = " note='" + "x".repeat(400) + "'";
        for (int rank = 0; rank < 2; rank++) {
            StringBuilder text = new StringBuilder("<Program timeAdjustment='1300000000'>\n");
            for (int i = 0; i < MESSAGES; i++) {
                String partner = rank == 0 ? "<Send toRank='1' toTag='" : "<Recv fromRank='0' fromTag='";
                text.append(partner)
                        .append(i % 7)
                        .append("' size='")
                        .append(i)
                        .append("' cid='0'")
                        .append(padding);
                long start = 100L * i + 30L * rank;
                text.append(String.format(" time='%d.%06d'", start / 1_000_000, start % 1_000_000));
                text.append(String.format(" end='%d.%06d'/>%n", (start + 20) / 1_000_000, (start + 20) % 1_000_000));
            }
            Files.writeString(trace(rank), text.append("</Program>\n"));
        }
    }

    private Path trace(int rank) {
        return folder.resolve("m_n_" + rank + "_0.trc");
    }

    private Path kept() {
        return folder.resolve("m.hda");
    }

    private ArrowTable load() throws Exception {
        tracesRead = 0;
        return ArrowLoader.messages(Project.open(project), StoreFolder.beside(), path -> tracesRead++);
    }

    private static byte[] bytes(ArrowTable table) {
        ByteArrayOutputStream all = new ByteArrayOutputStream();
        for (ByteBuffer piece : ArrowCodec.encode(table)) {
            byte[] part = new byte[piece.remaining()];
            piece.get(part);
            all.writeBytes(part);
        }
        return all.toByteArray();
    }

    private void assertSame(ArrowTable right, ArrowTable other) {
        assertEquals(ByteBuffer.wrap(bytes(right)), ByteBuffer.wrap(bytes(other)));
    }

    @Test
    void theSecondTimeNoTraceIsRead() throws Exception {
        ArrowTable first = load();
        assertEquals(2, tracesRead);
        assertEquals(MESSAGES, first.arrowCount());
        assertTrue(first.levels().size() > 1, "levels: " + first.levels().size());
        ArrowTable second = load();
        assertEquals(0, tracesRead);
        assertSame(first, second);
        assertEquals(first.ends(), second.ends());
        int[] seen = {0};
        second.levels().get(0).visit(Long.MIN_VALUE, Long.MAX_VALUE, arrow -> ++seen[0] > 0);
        assertEquals(MESSAGES, seen[0]);
    }

    @Test
    void messagesOfOtherTracesAreNotUsed() throws Exception {
        load();
        String text = Files.readString(trace(1));
        Files.writeString(trace(1), text.replace("size='3'", "size='33'"));
        load();
        assertEquals(2, tracesRead);
        load();
        assertEquals(0, tracesRead);
    }

    @Test
    void damagedMessagesAreReadAnew() throws Exception {
        ArrowTable right = load();
        byte[] written = Files.readAllBytes(kept());
        Random random = new Random(2);
        for (int k = 0; k < 12; k++) {
            byte[] wrong = k < 9 ? written.clone() : java.util.Arrays.copyOf(written, random.nextInt(written.length));
            if (k < 9) {
                wrong[k < 4 ? 3 * k : random.nextInt(written.length)] ^= (byte) (1 << random.nextInt(8));
            }
            Files.write(kept(), wrong);
            assertSame(right, load());
            assertEquals(2, tracesRead, "damage " + k);
            assertEquals(ByteBuffer.wrap(written), ByteBuffer.wrap(Files.readAllBytes(kept())));
        }
    }

    @Test
    void nothingIsKeptOfATraceThatMayStillGrow() throws Exception {
        String text = Files.readString(trace(0));
        Files.writeString(trace(0), text.replace("</Program>\n", ""));
        assertEquals(MESSAGES, load().arrowCount());
        assertFalse(Files.exists(kept()));
        Files.writeString(trace(0), "</Program>\n", StandardOpenOption.APPEND);
        load();
        assertTrue(Files.exists(kept()));
    }
}
