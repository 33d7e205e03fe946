// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.piosim.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.hdtrace.piosim.model.cluster.ModelBuilder;
import org.hdtrace.piosim.model.cluster.Nic;
import org.hdtrace.piosim.model.cluster.Node;
import org.hdtrace.piosim.model.cluster.SimpleNetworkEdge;
import org.hdtrace.piosim.model.cluster.StoreForwardNode;
import org.hdtrace.piosim.model.program.ProgramBuilder;
import org.hdtrace.piosim.model.program.ProgramSaver;
import org.hdtrace.piosim.model.xml.ModelWriter;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** In which order inputs are named changes no byte of what is written. */
class InputOrderTest {
    private static final Pattern HOST = Pattern.compile("(?m)^( *)<Node [^>]*>\\n(?:.*\\n)*?\\1</Node>\\n");

    @TempDir
    Path directory;

    @Test
    void neitherApplicationsNorRanksHaveAnOrder() throws Exception {
        ModelBuilder builder = new ModelBuilder()
                .star(
                        4,
                        "A",
                        Node.of(1, 1e9, 1L << 32),
                        Nic.of(1e10),
                        SimpleNetworkEdge.of(20_000, 1e8),
                        StoreForwardNode.of(1e11));
        Node host = builder.addNode("second", Node.of(1, 1e9, 1L << 32));
        builder.addClient(host, "b", "B", 0, Nic.of(1e9));
        Path model = directory.resolve("model.xml");
        ModelWriter.write(
                builder.setApplication("A", "").setApplication("B", "").build(), model);
        Path ring = RecordedPrograms.record(directory.resolve("ring"), RecordedPrograms.ring(5));
        ProgramBuilder single =
                new ProgramBuilder("alone", 1).addCompute(0, 1_000).addInit();
        String a = "A=" + ring;
        String b = "B=" + ProgramSaver.save(single.build(), directory.resolve("alone"));
        Map<String, String> expected = output(model, "--app", a, "--app", b);
        assertTrue(expected.size() > 6, expected.keySet().toString());

        assertEquals(expected, output(model, "--app", b, "--app", a));

        Path project = ring.resolve("ring.proj");
        String text = Files.readString(project);
        String reversed = reversed(text);
        assertNotEquals(text, reversed);
        Files.writeString(project, reversed);
        assertEquals(expected, output(model, "--app", a, "--app", b));
    }

    /** The project with its hosts, each a rank, in the opposite order. */
    private static String reversed(String text) {
        List<String> hosts =
                HOST.matcher(text).results().map(MatchResult::group).toList();
        StringBuilder result = new StringBuilder();
        Matcher matcher = HOST.matcher(text);
        for (int i = hosts.size() - 1; matcher.find(); i--) {
            matcher.appendReplacement(result, Matcher.quoteReplacement(hosts.get(i)));
        }
        return matcher.appendTail(result).toString();
    }

    /** What a run prints and writes, but for the time it took; nothing of it stays. */
    private Map<String, String> output(Path model, String... applications) throws IOException {
        Path folder = directory.resolve("output");
        List<String> arguments = new ArrayList<>(List.of(model.toString(), "--json", "-o", folder.toString()));
        arguments.addAll(List.of(applications));
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        ByteArrayOutputStream err = new ByteArrayOutputStream();
        int status = Main.run(
                arguments.toArray(new String[0]),
                new PrintStream(out, true, StandardCharsets.UTF_8),
                new PrintStream(err, true, StandardCharsets.UTF_8),
                false);
        assertEquals(0, status, err.toString(StandardCharsets.UTF_8));
        Map<String, String> written = new TreeMap<>();
        written.put(
                "",
                out.toString(StandardCharsets.UTF_8).replaceAll("\"(wallSeconds|eventsPerSecond)\":[0-9.E+-]+", ""));
        List<Path> files;
        try (Stream<Path> found = Files.walk(folder)) {
            files = found.sorted(Comparator.reverseOrder()).toList();
        }
        for (Path file : files) {
            if (Files.isRegularFile(file)) {
                written.put(folder.relativize(file).toString(), Files.readString(file, StandardCharsets.ISO_8859_1));
            }
            Files.delete(file);
        }
        return written;
    }
}
