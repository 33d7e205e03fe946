// SPDX-License-Identifier: GPL-3.0-or-later
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;

/**
 * Writes a project of so many states as SUNSHOT section 8 describes it: rows with equal shares, gaps of 1 to 20 us, states
 * of 1 to 60 us, each tenth a Send to the next rank, the others of seven names; seeds 42 + rank, so that equal sizes give
 * equal files.
 *
 * <p>{@code java Generate.java FOLDER STATES [ROWS [VARIANT]]}; ROWS is 16 unless it is said. A variant above 0 is another
 * run of the same program: the same calls with other times, of which each thousandth is left out. With variant -1 each tenth state is a
 * Recv of what the rank before sends, so that there are messages; with -2 each other one, so that half as many messages as states are.
 */
public final class Generate {
    private static final String[] NAMES = {
        "Recv", "Allreduce", "Bcast", "Barrier", "File_write_at", "File_read_at", "Wait"
    };
    private static final int RANKS_PER_NODE = 4;
    private static final int LEFT_OUT = 1000;

    private Generate() {}

    public static void main(String[] args) throws IOException {
        Path folder = Path.of(args[0]);
        long states = Long.parseLong(args[1].replace("_", ""));
        int rows = args.length > 2 ? Integer.parseInt(args[2]) : 16;
        int variant = args.length > 3 ? Integer.parseInt(args[3]) : 0;
        Files.createDirectories(folder);
        Files.writeString(folder.resolve("bench.proj"), project(rows));
        IntStream.range(0, rows).parallel().forEach(rank -> {
            try {
                trace(folder, rank, rows, states / rows, variant);
            } catch (IOException e) {
                throw new java.io.UncheckedIOException(e);
            }
        });
    }

    private static String project(int rows) {
        List<String> nodes = new ArrayList<>();
        for (int first = 0; first < rows; first += RANKS_PER_NODE) {
            StringBuilder node = new StringBuilder("  <Node name=\"node" + first / RANKS_PER_NODE + "\">");
            for (int rank = first; rank < Math.min(rows, first + RANKS_PER_NODE); rank++) {
                node.append("<Node name=\"").append(rank).append("\"><Node name=\"0\"/></Node>");
            }
            nodes.add(node.append("</Node>").toString());
        }
        return """
                <?xml version="1.0" encoding="UTF-8"?>
                <Application name="bench">
                 <Topology>
                  <Level type="Hostname"><Level type="Rank"><Level type="Thread"></Level></Level></Level>
                """
                + String.join("\n", nodes) + "\n </Topology>\n</Application>\n";
    }

    private static void trace(Path folder, int rank, int rows, long states, int variant)
            throws IOException {
        Random random = new Random(42 + rank);
        Random others = new Random(variant * 1_000_003L + rank);
        int every = variant == -2 ? 2 : 10;
        Path file = folder.resolve("bench_node" + rank / RANKS_PER_NODE + "_" + rank + "_0.trc");
        StringBuilder text = new StringBuilder();
        try (OutputStream out = new BufferedOutputStream(Files.newOutputStream(file), 1 << 20)) {
            text.append("<Program timeAdjustment='1000'>\n");
            long micros = 0;
            for (long i = 0; i < states; i++) {
                long gap = 1L + random.nextInt(20);
                long duration = 1L + random.nextInt(60);
                if (variant > 0) {
                    gap = 1L + others.nextInt(20);
                    duration = 1L + others.nextInt(60);
                }
                long start = micros + gap;
                micros = start + duration;
                int begin = text.length();
                boolean send = i % every == 0;
                boolean receive = variant < 0 && i % every == every / 2;
                text.append('<').append(send ? "Send" : receive ? "Recv" : NAMES[random.nextInt(NAMES.length)]);
                text.append(" size='").append(1 << random.nextInt(21)).append("' count='1' cid='0'");
                if (send) {
                    text.append(" toRank='").append((rank + 1) % rows).append("' toTag='").append(i / every).append('\'');
                }
                if (receive) {
                    text.append(" fromRank='").append((rank + rows - 1) % rows);
                    text.append("' fromTag='").append(i / every).append('\'');
                }
                time(text.append(" time='"), start);
                time(text.append("' end='"), micros);
                text.append("'/>\n");
                if (variant > 0 && others.nextInt(LEFT_OUT) == 0) {
                    text.setLength(begin);
                }
                if (text.length() > 1 << 16) {
                    out.write(text.toString().getBytes(StandardCharsets.ISO_8859_1));
                    text.setLength(0);
                }
            }
            out.write(text.append("</Program>\n").toString().getBytes(StandardCharsets.ISO_8859_1));
        }
    }

    private static void time(StringBuilder text, long micros) {
        text.append(micros / 1_000_000).append('.');
        String fraction = Long.toString(1_000_000 + micros % 1_000_000);
        text.append(fraction, 1, 7).append("000");
    }
}
