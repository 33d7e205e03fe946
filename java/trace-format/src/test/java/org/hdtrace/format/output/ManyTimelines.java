// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.format.output;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.hdtrace.format.project.FileNames;
import org.hdtrace.format.project.ProjectDescription;
import org.hdtrace.format.project.ProjectWriter;
import org.hdtrace.format.project.TopologyNode;
import org.hdtrace.format.trace.Attributes;
import org.hdtrace.format.trace.TraceWriter;

/** A program that writes a project of many timelines at the same time; a test runs it with few files and little memory. */
public final class ManyTimelines {
    private static final int ROUNDS = 3;
    private static final int RANKS_PER_HOST = 100;
    private static final int COMPARED = 997;
    private static final long BASE_NANOS = 1_300_000_000_000_000_000L;

    private ManyTimelines() {}

    /** Arguments: folder, number of timelines. */
    public static void main(String[] arguments) throws IOException {
        Path folder = Path.of(arguments[0]);
        int count = Integer.parseInt(arguments[1]);
        write(folder, count);
        compare(folder, count);
    }

    private static void write(Path folder, int count) throws IOException {
        TraceWriter[] writers = new TraceWriter[count];
        try (WriterPool pool = new WriterPool()) {
            for (int i = 0; i < count; i++) {
                writers[i] = TraceWriter.create(pool, folder.resolve(FileNames.trace("app", path(i))), head(i));
            }
            for (int round = 0; round < ROUNDS; round++) {
                for (int i = 0; i < count; i++) {
                    addStates(writers[i], i, round);
                }
            }
            for (TraceWriter writer : writers) {
                writer.close();
            }
        }
        ProjectWriter.write(describe(count), folder.resolve("app.proj"));
    }

    /** Against what a writer writes that has its file for itself. */
    private static void compare(Path folder, int count) throws IOException {
        Path alone = folder.resolve("alone");
        for (int i = 0; i < count; i += COMPARED) {
            try (TraceWriter writer = TraceWriter.create(alone, head(i))) {
                for (int round = 0; round < ROUNDS; round++) {
                    addStates(writer, i, round);
                }
            }
            Path pooled = folder.resolve(FileNames.trace("app", path(i)));
            if (!Arrays.equals(Files.readAllBytes(alone), Files.readAllBytes(pooled))) {
                throw new IllegalStateException(pooled + " is not what one writer writes");
            }
        }
        Files.delete(alone);
    }

    private static void addStates(TraceWriter writer, int timeline, int round) throws IOException {
        long start = BASE_NANOS + round * 1_000_000L + timeline;
        for (int i = 0; i < 5; i++) {
            writer.beginState("File_write", start + 1000L * i);
            writer.attribute("size", timeline * 10L + i);
            writer.beginState("Write", start + 1000L * i + 10);
            writer.endState(start + 1000L * i + 20);
            writer.endState(start + 1000L * i + 30);
        }
    }

    private static Attributes head(int timeline) {
        return Attributes.of("timeAdjustment", "1300000000", "rank", Integer.toString(timeline));
    }

    private static List<String> path(int timeline) {
        return List.of("n" + timeline / RANKS_PER_HOST, Integer.toString(timeline), "0");
    }

    private static ProjectDescription describe(int count) {
        List<TopologyNode> hosts = new ArrayList<>();
        for (int first = 0; first < count; first += RANKS_PER_HOST) {
            List<TopologyNode> ranks = new ArrayList<>();
            for (int i = first; i < Math.min(count, first + RANKS_PER_HOST); i++) {
                List<String> path = path(i);
                TopologyNode thread = new TopologyNode("0", "Thread", "0", path, List.of());
                ranks.add(new TopologyNode(path.get(1), "Rank", path.get(1), path.subList(0, 2), List.of(thread)));
            }
            String host = path(first).get(0);
            hosts.add(new TopologyNode(host, "Hostname", host, List.of(host), ranks));
        }
        return new ProjectDescription(
                "app",
                Attributes.none(),
                "",
                List.of("Hostname", "Rank", "Thread"),
                TopologyNode.root("app", hosts),
                List.of(),
                List.of(),
                List.of(),
                List.of("Load"),
                List.of());
    }
}
