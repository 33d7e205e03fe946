// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.bench;

import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.hdtrace.format.TimeText;

/**
 * Writes the project that readers are measured with: 16 ranks on 4 nodes, gaps of 1 to 20 us, states of 1 to 60 us, every tenth
 * a {@code Send} to the next rank, the others one of seven kinds. The same number of states gives the same files everywhere.
 *
 * <p>Source: SUNSHOT part 8; attributes and layout of the tags as the MPI wrapper writes them.
 */
public final class TraceGenerator {
    static final int RANKS = 16;
    private static final int RANKS_PER_NODE = 4;
    private static final int SEED = 42;
    private static final int SEND_EVERY = 10;
    private static final int BUFFER = 1 << 18;
    private static final String[] OTHERS = {
        "Recv", "Allreduce", "Bcast", "Barrier", "File_write_at", "File_read_at", "Wait"
    };

    private TraceGenerator() {}

    /** {@code project FOLDER STATES [nested]} writes the project {@code bench}, {@code trace FILE STATES [nested]} one trace. */
    public static void main(String[] arguments) throws IOException {
        boolean nested = arguments.length == 4 && arguments[3].equals("nested");
        if (arguments.length != 3 && !nested) {
            throw new IllegalArgumentException("wanted: project FOLDER or trace FILE, then STATES [nested]");
        }
        Path target = Path.of(arguments[1]);
        long states = Long.parseLong(arguments[2]);
        if (arguments[0].equals("trace")) {
            writeTrace(target, 0, states, nested);
        } else {
            write(target, states, nested);
        }
    }

    /**
     * Write a project.
     *
     * @param states of all ranks together
     * @param nested whether every third state has one of its kind in it, which is counted, too
     * @return the project file
     */
    public static Path write(Path folder, long states, boolean nested) throws IOException {
        Files.createDirectories(folder);
        IntStream.range(0, RANKS).parallel().forEach(rank -> {
            long share = states / RANKS + (rank < states % RANKS ? 1 : 0);
            try {
                writeTrace(trace(folder, rank), rank, share, nested);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        });
        return Files.writeString(folder.resolve("bench.proj"), project());
    }

    /** The trace of a rank. */
    public static Path trace(Path folder, int rank) {
        return folder.resolve("bench_node" + rank / RANKS_PER_NODE + "_" + rank + "_0.trc");
    }

    /** Write one rank's trace. */
    public static void writeTrace(Path file, int rank, long states, boolean nested) throws IOException {
        SplittableRandom random = new SplittableRandom(SEED + rank);
        StringBuilder tag = new StringBuilder();
        try (OutputStream out = new BufferedOutputStream(Files.newOutputStream(file), BUFFER)) {
            put(out, "<Program timeAdjustment='1000' version='3' rank='" + rank + "' thread='0'>\n");
            long time = 0;
            long written = 0;
            for (long i = 0; written < states; i++) {
                long start = time + micros(random, 20);
                time = start + micros(random, 60);
                tag.setLength(0);
                state(tag, random, i, rank, start, time);
                if (nested && i % 3 == 0 && written + 1 < states) {
                    put(out, "<Nested>\n\t" + tag + "</Nested>\n");
                    written++;
                }
                put(out, tag);
                written++;
            }
            put(out, "</Program>\n");
        }
    }

    private static void state(StringBuilder tag, SplittableRandom random, long i, int rank, long start, long end) {
        boolean send = i % SEND_EVERY == 0;
        tag.append('<').append(send ? "Send" : OTHERS[random.nextInt(OTHERS.length)]);
        tag.append(" size='").append(1L << random.nextInt(21));
        tag.append("' count='").append(1 + random.nextInt(1000)).append("' tid='0'");
        if (send) {
            tag.append(" toRank='").append((rank + 1) % RANKS);
            tag.append("' toTag='").append(i / SEND_EVERY).append('\'');
        }
        tag.append(" cid='0'  time='");
        TimeText.append(tag, start);
        tag.append("' end='");
        TimeText.append(tag, end);
        tag.append("'/>\n");
    }

    private static long micros(SplittableRandom random, int most) {
        return 1000L * (1 + random.nextInt(most));
    }

    private static String project() {
        StringBuilder text = new StringBuilder(
                """
                <?xml version='1.0' encoding='UTF-8'?>
                <Application name='bench'>
                <Topology>
                <Level type='Hostname'><Level type='Rank'><Level type='Thread'/></Level></Level>
                """);
        for (int rank = 0; rank < RANKS; rank++) {
            if (rank % RANKS_PER_NODE == 0) {
                text.append("<Node name='node").append(rank / RANKS_PER_NODE).append("'>\n");
            }
            text.append("<Node name='").append(rank).append("'><Node name='0'/></Node>\n");
            if (rank % RANKS_PER_NODE == RANKS_PER_NODE - 1) {
                text.append("</Node>\n");
            }
        }
        return text.append("</Topology>\n</Application>\n").toString();
    }

    private static void put(OutputStream out, CharSequence text) throws IOException {
        out.write(text.toString().getBytes(StandardCharsets.ISO_8859_1));
    }
}
