// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.format.project;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.hdtrace.format.Finding;
import org.hdtrace.format.Samples;
import org.hdtrace.format.Severity;
import org.hdtrace.format.TestFiles;
import org.hdtrace.format.TraceFormatException;
import org.hdtrace.format.trace.Attributes;
import org.hdtrace.format.trace.DataElement;
import org.junit.jupiter.api.Test;

class ProjectTest {
    private static final String LEVELS =
            "<Level type='Hostname'><Level type='Rank'><Level type='Thread'></Level></Level></Level>";
    private static final String TRACE = "<Program></Program>";

    @Provide
    Arbitrary<ProjectDescription> descriptions() {
        Arbitrary<List<FileDescription>> files = Combinators.combine(
                        Samples.values(),
                        Arbitraries.longs().greaterOrEqual(0),
                        Samples.values(),
                        Arbitraries.longs().greaterOrEqual(0))
                .as(FileDescription::new)
                .list()
                .ofMaxSize(2);
        Arbitrary<Integer> ranks = Arbitraries.integers().greaterOrEqual(0);
        Arbitrary<List<Communicator>> communicators = Combinators.combine(
                        Samples.values(),
                        Combinators.combine(ranks, ranks, ranks)
                                .as(Member::new)
                                .list()
                                .ofMaxSize(3),
                        Samples.values())
                .as(Communicator::new)
                .list()
                .ofMaxSize(2);
        Arbitrary<List<RankDatatypes>> datatypes = Combinators.combine(
                        ranks, ranks, types().list().ofMaxSize(3))
                .as(RankDatatypes::new)
                .list()
                .ofMaxSize(2);
        return Combinators.combine(
                        Samples.values(),
                        Samples.values(),
                        nodes(),
                        files,
                        communicators,
                        datatypes,
                        Samples.names().list().ofMaxSize(2))
                .as((name, text, root, fileList, communicatorList, typeList, groups) -> new ProjectDescription(
                        name,
                        Attributes.of("processCount", "1"),
                        text.strip(),
                        List.of("Hostname", "Rank"),
                        TopologyNode.root(name, root.children()),
                        fileList,
                        communicatorList,
                        typeList,
                        groups,
                        List.of("<Other a = '1'><!-- kept -->&lt;<b/></Other>")));
    }

    private static Arbitrary<Datatype> types() {
        Arbitrary<String> combiners = Arbitraries.of("NAMED", "STRUCT", "DARRAY", "F90_REAL");
        Arbitrary<List<DataElement>> parts = Samples.data().list().ofMaxSize(2);
        return Combinators.combine(
                        Arbitraries.longs().greaterOrEqual(Long.MIN_VALUE + 1), combiners, Samples.attributes(), parts)
                .as((id, combiner, attributes, elements) ->
                        new Datatype(id, combiner, attributes.without("id"), elements));
    }

    private static Arbitrary<TopologyNode> nodes() {
        Arbitrary<List<String>> names = Samples.values().list().uniqueElements().ofMaxSize(2);
        return Combinators.combine(names, names, Samples.values()).as((hosts, ranks, label) -> {
            List<TopologyNode> children = hosts.stream()
                    .map(host -> new TopologyNode(
                            host,
                            "Hostname",
                            label,
                            List.of(host),
                            ranks.stream()
                                    .map(rank ->
                                            new TopologyNode(rank, "Special", rank, List.of(host, rank), List.of()))
                                    .toList()))
                    .toList();
            return TopologyNode.root("", children);
        });
    }

    @Property(tries = 150)
    void readsWhatWasWritten(@ForAll("descriptions") ProjectDescription description) throws Exception {
        try (TestFiles files = new TestFiles()) {
            Path file = files.file("a.proj");
            ProjectWriter.write(description, file);
            assertEquals(description, Project.open(file).content());
            assertFalse(Files.exists(files.file("a.proj.tmp")));
        }
    }

    @Test
    void triesAllRulesForTheNamesOfFiles() throws Exception {
        try (TestFiles files = new TestFiles()) {
            Path file = files.write(
                    "my_prog.proj",
                    "<application name='x'><Topology>" + LEVELS
                            + "<Node name='node_1'><Node name='0'><Node name='0'/></Node></Node>"
                            + "<Node name='a b'><Node name='1'><Node name='0'/></Node></Node>"
                            + "<Node name='c:d'><Node name='2'><Node name='0'/></Node></Node>"
                            + "<Node name='e'><Node name='3'><Node name='0'/></Node></Node>"
                            + "</Topology><ExternalStatistics><My_Group/></ExternalStatistics></application>");
            files.write("my_prog_node_1_0_0.trc", TRACE);
            files.write("myprog_a b_1_0.trc", TRACE);
            files.write("my_prog_c-d_2_0.trc.gz", TRACE);
            files.write("myprog_node1_MyGroup.stat", "");
            files.write("my_prog_e_Energy.stat", "");
            files.write("my_prog_e_My_Group.2.stat", "");
            files.write("my_prog_e_3_0.rel", "<relation/>");
            Project project = Project.open(file);
            assertEquals(
                    List.of("my_prog_node_1_0_0.trc", "myprog_a b_1_0.trc", "my_prog_c-d_2_0.trc.gz"),
                    project.traces().stream()
                            .map(t -> t.path().getFileName().toString())
                            .toList());
            TraceFile second = project.traces().get(1);
            assertEquals("a b", second.host());
            assertEquals(1, second.rank());
            assertEquals(0, second.thread());
            assertEquals(
                    List.of("e", "3", "0"), project.relations().get(0).node().path());
            assertEquals(
                    List.of("My_Group true", "Energy false", "My_Group.2 true"),
                    project.statistics().stream()
                            .map(s -> s.group() + " " + s.declared())
                            .toList());
            List<Finding> findings = project.findings();
            assertEquals(1, findings.size(), findings.toString());
            assertEquals(Severity.NOTE, findings.get(0).severity());
            assertTrue(findings.get(0).text().contains("Energy is not declared"));
        }
    }

    @Test
    void notesLeavesWithoutFiles() throws Exception {
        try (TestFiles files = new TestFiles()) {
            Path file = files.write(
                    "a.proj",
                    "<Application><Topology>\n<Level type='Host'/>\n<Node name='n'/></Topology></Application>");
            Finding finding = Project.open(file).findings().get(0);
            assertEquals("line 3", finding.position());
            assertEquals("node n has no files", finding.text());
        }
    }

    @Test
    void readsBothSpellingsOfDistributions() throws Exception {
        try (TestFiles files = new TestFiles()) {
            Path file = files.write(
                    "a.proj",
                    "<Application name='x'><FileList>"
                            + "<File name='a'><InitialSize> 100M </InitialSize><Distribution class='p.C'/><ChunkSize>1.5K</ChunkSize></File>"
                            + "<File name='b'><Distribution implementation='p.D'><ChunkSize>32KiB</ChunkSize></Distribution></File>"
                            + "</FileList><Topology/></Application>");
            List<FileDescription> list = Project.open(file).files();
            assertEquals(new FileDescription("a", 100L << 20, "p.C", 1536), list.get(0));
            assertEquals(new FileDescription("b", 0, "p.D", 32768), list.get(1));
        }
    }

    @Test
    void keepsWhatADistributionStatesBesides() throws Exception {
        try (TestFiles files = new TestFiles()) {
            Path file = files.write(
                    "a.proj",
                    "<Application name='x'><FileList>\n<File name='a'/>\n"
                            + "<File name='b'><Distribution implementation='p.D'><ChunkSize>1K</ChunkSize>"
                            + "<Extent server='1' width='2K'/><Server> 3 </Server></Distribution></File>"
                            + "</FileList><Topology/></Application>");
            Project project = Project.open(file);
            FileDescription read = project.files().get(1);
            assertEquals("line 3", project.place(read));
            assertEquals(
                    List.of(
                            new DataElement("Extent", Attributes.of("server", "1", "width", "2K")),
                            new DataElement("Server", Attributes.none(), "3", List.of())),
                    read.details());

            Path again = file.resolveSibling("again.proj");
            ProjectWriter.write(project.content(), again);
            assertEquals(project.files(), Project.open(again).files());
        }
    }

    @Test
    void opensTheProjectOfADirectory() throws Exception {
        try (TestFiles files = new TestFiles()) {
            files.write("model.xml", "<Project/>");
            assertTrue(refused(files.folder()).reason().contains("no project file"));
            files.write("old.xml", "<Application name='old'><Topology/></Application>");
            assertEquals("old", Project.open(files.folder()).name());
            files.write("a.proj", "<Application><Topology/></Application>");
            assertEquals("a", Project.open(files.folder()).name());
            files.write("b.proj", "<Application><Topology/></Application>");
            assertTrue(refused(files.folder()).reason().contains("2 project files"));
        }
    }

    @Test
    void usesWhatIsCompleteOfAFileThatWasCut() throws Exception {
        try (TestFiles files = new TestFiles()) {
            Path file = files.write(
                    "a.proj",
                    "<Application name='x'><Topology/><CommunicatorList>"
                            + "<Communicator name='WORLD'><Rank global='0' local='0' cid='0'/></Communicator><Communicator name='B'><Rank gl");
            Project project = Project.open(file);
            assertEquals(
                    List.of("WORLD"),
                    project.communicators().stream().map(Communicator::name).toList());
            assertEquals(Severity.ERROR, project.findings().get(0).severity());
            assertEquals(
                    "line 1",
                    refused(files.write("b.proj", "<Application name='x'><Topology><Level "))
                            .position());
        }
    }

    @Test
    void namesTheLineOfWhatIsWrong() throws Exception {
        try (TestFiles files = new TestFiles()) {
            String head = "<Application>\n<Topology/>\n";
            String[] wrong = {
                "<CommunicatorList>\n<Communicator><Rank local='0'/></Communicator></CommunicatorList>",
                "<FileList>\n<File/></FileList>",
                "<FileList>\n<File name='a'><InitialSize>big</InitialSize></File></FileList>",
                "<Datatypes>\n<Rank name='x'/></Datatypes>",
            };
            for (String part : wrong) {
                assertEquals(
                        "line 4",
                        refused(files.write("a.proj", head + part + "</Application>"))
                                .position());
            }
            assertEquals(
                    "there is no Topology",
                    refused(files.write("a.proj", "<Application/>")).reason());
        }
    }

    private static TraceFormatException refused(Path file) {
        return assertThrows(TraceFormatException.class, () -> Project.open(file));
    }
}
