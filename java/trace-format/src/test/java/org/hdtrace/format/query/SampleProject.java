// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.format.query;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.hdtrace.format.Finding;
import org.hdtrace.format.Severity;
import org.hdtrace.format.TestFiles;
import org.hdtrace.format.TraceFormatException;
import org.hdtrace.format.project.Project;
import org.hdtrace.format.project.TraceFile;
import org.hdtrace.format.trace.Attributes;
import org.hdtrace.format.trace.TraceCursor;
import org.hdtrace.format.trace.TraceEntry;
import org.hdtrace.format.trace.TraceWriter;

/** A project of several traces, some of them damaged, beside what a plain reader finds in each. */
final class SampleProject implements AutoCloseable {
    private final TestFiles files = new TestFiles();
    private final Project project;
    private final List<List<Seen>> content = new ArrayList<>();
    private final List<List<Finding>> findings = new ArrayList<>();

    /** An entry with all that is told about it. */
    record Seen(TraceFile file, int depth, boolean orphan, long byteOffset, TraceEntry entry) {}

    /** Each trace holds its trees; damage decides which of them are cut or hold a tag that closes nothing. */
    SampleProject(List<List<TraceEntry>> traces, Random damage) throws IOException, TraceFormatException {
        StringBuilder text = new StringBuilder("<Application name='app'><Topology><Level type='Rank'>");
        text.append("<Level type='Thread'></Level></Level>");
        for (int i = 0; i < traces.size(); i++) {
            text.append("<Node name='" + i / 2 + "'><Node name='" + i % 2 + "'/></Node>");
            Path file = files.file("app_" + i / 2 + "_" + i % 2 + ".trc");
            write(file, traces.get(i));
            damage(file, damage);
        }
        files.write("app.proj", text + "</Topology></Application>");
        project = Project.open(files.file("app.proj"));
        readPlainly();
    }

    /** A project that is there already. */
    SampleProject(Project project) throws IOException {
        this.project = project;
        readPlainly();
    }

    private void readPlainly() {
        for (TraceFile trace : project.traces()) {
            readPlainly(trace);
        }
    }

    Project project() {
        return project;
    }

    /** Entries of each file, in the order of the project and of the file. */
    List<List<Seen>> content() {
        return content;
    }

    /** What is wrong with a file; the reason why it can't be read further is the last. */
    List<Finding> findings(int file) {
        return findings.get(file);
    }

    /** Files of the project that this process has open; -1 where that can't be seen. */
    long openFiles() throws IOException {
        Path own = Path.of("/proc/self/fd");
        if (!Files.isDirectory(own)) {
            return -1;
        }
        try (Stream<Path> links = Files.list(own)) {
            return links.filter(this::isOurs).count();
        }
    }

    @Override
    public void close() throws IOException {
        files.close();
    }

    private boolean isOurs(Path link) {
        try {
            return Files.readSymbolicLink(link).startsWith(files.folder());
        } catch (IOException e) {
            // It was closed meanwhile, as that of the listing itself.
            return false;
        }
    }

    private static void write(Path file, List<TraceEntry> trees) throws IOException {
        try (TraceWriter writer = TraceWriter.create(file, Attributes.of("timeAdjustment", "1300000000"))) {
            for (TraceEntry tree : trees) {
                writer.write(tree);
            }
        }
    }

    private static void damage(Path file, Random random) throws IOException {
        byte[] bytes = Files.readAllBytes(file);
        switch (random.nextInt(6)) {
            case 0 -> Files.write(file, Arrays.copyOf(bytes, 40 + random.nextInt(bytes.length - 40)));
            case 1 -> {
                String text = new String(bytes, java.nio.charset.StandardCharsets.ISO_8859_1);
                int at = text.lastIndexOf("</Program>");
                int tag = text.indexOf("\n<", 40 + random.nextInt(bytes.length - 40));
                int place = tag < 0 || tag > at ? at : tag;
                byte[] broken = (text.substring(0, place) + "</x>" + text.substring(place))
                        .getBytes(java.nio.charset.StandardCharsets.ISO_8859_1);
                Files.write(file, broken);
            }
            case 2 -> {
                if (random.nextInt(4) == 0) {
                    Files.writeString(file, "no trace");
                }
            }
            default -> {}
        }
    }

    private void readPlainly(TraceFile file) {
        List<Seen> seen = new ArrayList<>();
        List<Finding> noticed = new ArrayList<>();
        content.add(seen);
        findings.add(noticed);
        try (TraceCursor cursor = TraceCursor.open(file)) {
            try {
                while (cursor.next()) {
                    seen.add(new Seen(file, cursor.depth(), cursor.isOrphan(), cursor.byteOffset(), cursor.entry()));
                }
            } finally {
                noticed.addAll(cursor.findings());
            }
        } catch (TraceFormatException e) {
            noticed.add(new Finding(file.path(), e.position(), Severity.ERROR, e.reason()));
        }
    }
}
