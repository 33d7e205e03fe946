// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.format.fuzz;

import com.github.luben.zstd.ZstdCompressCtx;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.hdtrace.format.TestFiles;
import org.hdtrace.format.TraceFormatException;
import org.hdtrace.format.index.TraceIndex;
import org.hdtrace.format.project.Project;
import org.hdtrace.format.project.ProjectWriter;
import org.hdtrace.format.relation.ParentLink;
import org.hdtrace.format.relation.RelationWriter;
import org.hdtrace.format.statistics.StatisticsGroup;
import org.hdtrace.format.statistics.StatisticsWriter;
import org.hdtrace.format.statistics.ValueDescription;
import org.hdtrace.format.statistics.ValueType;
import org.hdtrace.format.trace.Attributes;
import org.hdtrace.format.trace.DataElement;
import org.hdtrace.format.trace.TraceWriter;

/** Files as the writers of this project make them, in Java and in C. */
final class WrittenSeeds {
    private static final long BEGIN = 1_300_000_000_000_000_000L;
    private static final int FRAME = 2000;
    private static final int SKIPPABLE = 0x184d2a5e;
    private static final int SEEKABLE = 0x8f92eab1;

    private WrittenSeeds() {}

    static void addTo(Seeds seeds) throws IOException {
        try (TestFiles files = new TestFiles()) {
            byte[] trace = trace(files.file("a.trc"));
            seeds.add("written", Target.TRACE, trace);
            seeds.add("written", Target.QUERY, trace);
            seeds.add("with-table", Target.PLACES, framesWithTable(trace));
            byte[] fromC = written("written-by-c.trc.zst");
            seeds.add("written-by-c", Target.PLACES, fromC);
            seeds.add("written-by-c", Target.QUERY, fromC);
            seeds.add("written", Target.RELATION, relation(files.file("a.rel")));
            seeds.add("written", Target.STATISTICS, statistics(files.file("a.stat")));
        }
    }

    /** A project as our writer puts what it read. */
    static byte[] rewritten(byte[] project) throws IOException {
        try (TestFiles files = new TestFiles()) {
            Path copy = files.file("b.proj");
            ProjectWriter.write(Project.open(files.write("a.proj", project)), copy);
            return Files.readAllBytes(copy);
        } catch (TraceFormatException e) {
            throw new IOException(e);
        }
    }

    private static byte[] written(String name) throws IOException {
        try (InputStream stream = TraceIndex.class.getResourceAsStream(name)) {
            return stream.readAllBytes();
        }
    }

    private static byte[] trace(Path file) throws IOException {
        Random random = new Random(7);
        try (TraceWriter writer = TraceWriter.create(file, Attributes.of("host", "n1", "rank", "0"))) {
            long now = BEGIN;
            for (int i = 0; i < 60; i++) {
                now += 1000 + random.nextInt(1_000_000);
                writer.beginState("File_write", now);
                writer.attribute("size", random.nextInt(1 << 20));
                if (i % 3 == 0) {
                    writer.beginState("Send", now + 10);
                    writer.attribute("toTag", "<'&\u00e4\ud83d\ude00\n\">");
                    writer.data(new DataElement("For", Attributes.of("rid", "" + i)));
                    writer.endState(now + 20);
                    writer.event("mark", now + 30, Attributes.of("v", "" + i));
                }
                now += 500;
                writer.endState(now);
            }
        }
        return Files.readAllBytes(file);
    }

    private static byte[] relation(Path file) throws IOException {
        try (RelationWriter writer =
                RelationWriter.create(file, Attributes.of("hostID", "n1", "topologyNumber", "0"))) {
            List<ParentLink> parents = List.of(
                    new ParentLink(ParentLink.Kind.REMOTE, "h:1:0:7"), new ParentLink(ParentLink.Kind.PROCESS, "0:3"));
            for (int i = 0; i < 30; i++) {
                long token = writer.token(BEGIN + i * 1000L, parents.subList(0, i % 3));
                writer.begin(token, BEGIN + i * 1000L + 1, "read_sm", Attributes.of("size", "" + i));
                writer.finish(token, BEGIN + i * 1000L + 2, Attributes.none(), List.of());
                if (i % 4 > 0) {
                    writer.destroy(token, BEGIN + i * 1000L + 3);
                }
            }
        }
        return Files.readAllBytes(file);
    }

    private static byte[] statistics(Path file) throws IOException {
        List<ValueDescription> values = List.of(
                new ValueDescription("P", ValueType.FLOAT, "W", "Power"),
                new ValueDescription("NET_IN", ValueType.INT64, "B", "NET"),
                new ValueDescription("GAP", ValueType.INT32, "", ""),
                new ValueDescription("U", ValueType.DOUBLE, "V", "Voltage"));
        StatisticsGroup group = new StatisticsGroup("Energy.2", List.of("n1"), values, Attributes.of("biasNs", "-7"));
        try (StatisticsWriter writer = StatisticsWriter.create(file, group)) {
            writer.begin(BEGIN);
            for (int i = 1; i <= 50; i++) {
                writer.write(BEGIN + i * 50_000_000L, new double[] {i / 3.0, i * 1e9, i % 2, -i});
            }
        }
        return Files.readAllBytes(file);
    }

    /** Small frames with checksums, and behind them zstd's table of them. */
    private static byte[] framesWithTable(byte[] text) {
        ByteArrayOutputStream file = new ByteArrayOutputStream();
        ByteBuffer rows = ByteBuffer.allocate(1 << 12).order(ByteOrder.LITTLE_ENDIAN);
        try (ZstdCompressCtx context = new ZstdCompressCtx()) {
            context.setChecksum(true);
            for (int at = 0; at < text.length; at += FRAME) {
                byte[] piece = Arrays.copyOfRange(text, at, Math.min(text.length, at + FRAME));
                byte[] frame = context.compress(piece);
                rows.putInt(frame.length).putInt(piece.length);
                file.writeBytes(frame);
            }
        }
        int count = rows.position() / Long.BYTES;
        rows.putInt(count).put((byte) 0).putInt(SEEKABLE);
        ByteBuffer head = ByteBuffer.allocate(Long.BYTES).order(ByteOrder.LITTLE_ENDIAN);
        file.writeBytes(head.putInt(SKIPPABLE).putInt(rows.position()).array());
        file.write(rows.array(), 0, rows.position());
        return file.toByteArray();
    }
}
