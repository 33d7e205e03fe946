// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.analysis.relations;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.TreeSet;
import java.util.stream.IntStream;
import org.hdtrace.format.TraceFormatException;
import org.hdtrace.format.project.Project;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RelationGraphTest {
    private static final long EPOCH = 1_300_000_000_000_000_000L;

    @TempDir
    Path folder;

    private static String head(String host, int process, int topology) {
        return "<relation version=\"1\" hostID=\"" + host + "\" localToken=\"" + process + "\" topologyNumber=\""
                + topology + "\" timeAdjustment=\"1300000000\">";
    }

    private Project write(String... texts) throws IOException, TraceFormatException {
        StringBuilder nodes = new StringBuilder();
        for (int i = 0; i < texts.length; i++) {
            nodes.append("<Node name='n").append(i).append("'/>");
            Files.writeString(folder.resolve("p_n" + i + ".rel"), texts[i]);
        }
        Files.writeString(
                folder.resolve("p.proj"),
                "<Application name='p'><Topology><Level type='Hostname'/>" + nodes + "</Topology></Application>");
        return Project.open(folder);
    }

    /** A write of a client, which two servers share; one of them goes to its disk. */
    private RelationGraph chain() throws IOException, TraceFormatException {
        String client =
                head("c", 1, 0) + "<rel t=\"7\" time=\"1.0\"/><s name=\"File_write\" t=\"7\" time=\"1.0\" size=\"64\"/>"
                        + "<rel t=\"8\" time=\"1.5\"/><s name=\"other\" t=\"8\" time=\"1.5\"/><e t=\"8\" time=\"1.6\"/><un t=\"8\" time=\"1.6\"/>"
                        + "<e t=\"7\" time=\"2.0\"/><un t=\"7\" time=\"2.0\"/></relation>";
        String one = head("s", 5, 0) + "<rel t=\"0\" time=\"1.1\" r=\"c:1:0:7\"/><s name=\"io\" t=\"0\" time=\"1.1\"/>"
                + "<s name=\"wait\" t=\"0\" time=\"1.2\"/><e t=\"0\" time=\"1.3\"/><e t=\"0\" time=\"1.8\" size=\"32\"/><un t=\"0\" time=\"1.8\"/></relation>";
        String disk = head("s", 5, 1) + "<rel t=\"0\" time=\"1.4\" p=\"0:0\"/><s name=\"write\" t=\"0\" time=\"1.4\"/>"
                + "<e t=\"0\" time=\"1.7\"/><un t=\"0\" time=\"1.7\"/></relation>";
        String two =
                head("s", 6, 0) + "<rel t=\"0\" time=\"1.15\" r=\"c:1:0:7\"/><s name=\"io\" t=\"0\" time=\"1.15\"/>";
        return RelationGraph.read(write(client, one, disk, two), path -> {});
    }

    @Test
    void ofDamagedFilesWhatIsReadableIsThere() throws Exception {
        String good = head("s", 5, 0) + "<rel t=\"0\" time=\"1.1\"/><un t=\"0\" time=\"1.8\"/></relation>";
        String damaged = head("s", 6, 0) + "<rel t=\"0\" time=\"1.1\"/><rel t=\"1\" time=\"soon\"/></relation>";
        Project project = write("nothing", good, damaged);
        assertThrows(TraceFormatException.class, () -> RelationGraph.read(project, path -> {}));
        RelationGraph graph = RelationGraph.readable(project, path -> {});
        assertEquals(
                List.of(folder.resolve("p_n0.rel")),
                graph.unreadable().stream().map(TraceFormatException::file).toList());
        assertEquals(2, graph.files().size());
        assertEquals(
                "p_n1.rel",
                graph.files()
                        .get(graph.fileOf(graph.find("s:5:0:0")))
                        .path()
                        .getFileName()
                        .toString());
        assertEquals(
                "p_n2.rel",
                graph.files()
                        .get(graph.fileOf(graph.find("s:6:0:0")))
                        .path()
                        .getFileName()
                        .toString());
        assertTrue(graph.findings().toString().contains("p_n2.rel"), graph.findings()::toString);
    }

    @Test
    void followsAnOperationOverAllFiles() throws Exception {
        RelationGraph graph = chain();
        int write = graph.find("c:1:0:7");
        int first = graph.find("s:5:0:0");
        int disk = graph.find("s:5:1:0");
        int second = graph.find("s:6:0:0");
        assertEquals(5, graph.size());
        assertArrayEquals(new int[] {first, second}, graph.children(write));
        assertArrayEquals(new int[] {write}, graph.parents(second));
        assertArrayEquals(new int[] {disk}, graph.children(first));
        assertArrayEquals(new int[] {first}, graph.parents(disk));
        for (int from : new int[] {write}) {
            assertArrayEquals(new int[] {write, first, disk, second}, graph.chain(from));
        }
        assertArrayEquals(new int[] {write, first, disk}, graph.chain(disk), "not what else its root caused");
        assertArrayEquals(new int[] {graph.find("c:1:0:8")}, graph.chain(graph.find("c:1:0:8")));
        assertEquals("s:5:1:0", graph.tokenOf(disk));
        assertEquals(-1, graph.find("s:5:1:1"));
        assertEquals(-1, graph.find("nobody"));
        assertEquals(-1, graph.find("s:5:1:99999999999999999999999"));
    }

    @Test
    void knowsTimesStatesAndSizes() throws Exception {
        RelationGraph graph = chain();
        int first = graph.find("s:5:0:0");
        assertEquals(EPOCH + 1_100_000_000L, graph.startNanos(first));
        assertEquals(EPOCH + 1_800_000_000L, graph.endNanos(first));
        assertEquals("io", graph.nameOf(first));
        assertEquals(32, graph.bytes(first));
        assertEquals(64, graph.bytes(graph.find("c:1:0:7")));
        assertEquals(
                List.of(
                        new OperationState("io", EPOCH + 1_100_000_000L, EPOCH + 1_800_000_000L, 0),
                        new OperationState("wait", EPOCH + 1_200_000_000L, EPOCH + 1_300_000_000L, 1)),
                graph.states(first));
        // Its file was cut: the last thing known of it is the beginning of its state.
        int second = graph.find("s:6:0:0");
        assertEquals(EPOCH + 1_150_000_000L, graph.endNanos(second));
        assertEquals(1, graph.findings().size(), graph.findings().toString());
        assertEquals(1, graph.fileOf(first));
        assertEquals(0, graph.firstOf(0));
        assertEquals(graph.size(), graph.firstOf(4));
    }

    @Test
    void jumpsAlongTheChainInTheOrderOfTime() throws Exception {
        RelationGraph graph = chain();
        int write = graph.find("c:1:0:7");
        List<String> way = new ArrayList<>();
        for (int at = write; at >= 0; at = graph.alongChain(at, true)) {
            way.add(graph.tokenOf(at));
        }
        assertEquals(List.of("c:1:0:7", "s:5:0:0", "s:5:1:0"), way);
        assertEquals(graph.find("s:5:0:0"), graph.alongChain(graph.find("s:5:1:0"), false));
        assertEquals(-1, graph.alongChain(write, false));
    }

    @Test
    void ringsOfDamagedFilesEnd() throws Exception {
        Project project = write(head("a", 1, 0) + "<rel t=\"0\" time=\"1\" i=\"1\"/><rel t=\"1\" time=\"2\" i=\"0\"/>"
                + "<rel t=\"18446744073709551615\" time=\"3\" r=\"x:1:0:3\"/></relation>");
        RelationGraph graph = RelationGraph.read(project, path -> {});
        assertArrayEquals(new int[] {0, 1}, graph.chain(0));
        assertEquals(2, graph.find("a:1:0:18446744073709551615"));
        assertTrue(
                graph.findings().toString().contains("1 parents of operations are in no file"),
                graph.findings().toString());
    }

    @Test
    void moreThanFitsIsRefused() throws Exception {
        Project project = write(head("a", 1, 0)
                + IntStream.range(0, 40)
                        .mapToObj(i -> "<rel t=\"" + i + "\" time=\"" + i + "\"/>")
                        .reduce("", String::concat)
                + "</relation>");
        // It is no damage of the file, of which what is before would do.
        TooManyOperationsError refused = assertThrows(
                TooManyOperationsError.class, () -> new GraphBuilder(project.relations(), 2000).readable(path -> {}));
        assertTrue(refused.getMessage().contains("p_n0.rel"), refused.getMessage());
        assertTrue(refused.getMessage().contains("don't fit into the memory"), refused.getMessage());
    }

    /** Against a search through all pairs; ids in any order, and several parents. */
    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4})
    void findsWhatASearchThroughAllPairsFinds(long seed) throws Exception {
        Random random = new Random(seed);
        int files = 4;
        int each = 60;
        List<String> tokens = new ArrayList<>();
        List<List<String>> parents = new ArrayList<>();
        String[] texts = new String[files];
        for (int file = 0; file < files; file++) {
            StringBuilder text = new StringBuilder(head("h", file, 0));
            List<Integer> ids = new ArrayList<>(IntStream.range(0, each).boxed().toList());
            if (file % 2 == 1) {
                Collections.shuffle(ids, random);
            }
            for (int id : ids) {
                List<String> links = new ArrayList<>();
                for (int i = random.nextInt(3); i > 0 && !tokens.isEmpty(); i--) {
                    String parent = tokens.get(random.nextInt(tokens.size()));
                    if (!links.contains(parent)) {
                        links.add(parent);
                    }
                }
                text.append("<rel t=\"")
                        .append(id)
                        .append("\" time=\"")
                        .append(tokens.size())
                        .append("\">");
                links.forEach(link -> text.append("<r r=\"").append(link).append("\"/>"));
                text.append("</rel>");
                tokens.add("h:" + file + ":0:" + id);
                parents.add(links);
            }
            texts[file] = text + "</relation>";
        }
        RelationGraph graph = RelationGraph.read(write(texts), path -> {});
        assertEquals(tokens.size(), graph.size());
        for (int i = 0; i < tokens.size(); i++) {
            assertEquals(i, graph.find(tokens.get(i)));
            assertEquals(tokens.get(i), graph.tokenOf(i));
            TreeSet<String> found = new TreeSet<>();
            IntStream.of(graph.parents(i)).forEach(parent -> found.add(tokens.get(parent)));
            assertEquals(new TreeSet<>(parents.get(i)), found);
            int number = i;
            assertArrayEquals(
                    IntStream.range(0, tokens.size())
                            .filter(other -> parents.get(other).contains(tokens.get(number)))
                            .toArray(),
                    graph.children(i));
            assertArrayEquals(connected(i, tokens, parents), graph.chain(i));
        }
    }

    private static int[] connected(int of, List<String> tokens, List<List<String>> parents) {
        TreeSet<Integer> up = new TreeSet<>(List.of(of));
        TreeSet<Integer> down = new TreeSet<>(List.of(of));
        for (int pass = 0; pass < tokens.size(); pass++) {
            for (int i = 0; i < tokens.size(); i++) {
                for (String parent : parents.get(i)) {
                    int number = tokens.indexOf(parent);
                    if (up.contains(i)) {
                        up.add(number);
                    }
                    if (down.contains(number)) {
                        down.add(i);
                    }
                }
            }
            if (pass > 30) {
                break;
            }
        }
        up.addAll(down);
        return up.stream().mapToInt(Integer::intValue).toArray();
    }
}
