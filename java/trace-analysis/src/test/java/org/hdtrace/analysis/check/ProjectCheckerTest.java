// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.analysis.check;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.hdtrace.format.Finding;
import org.hdtrace.format.Severity;
import org.hdtrace.format.TraceFormatException;
import org.hdtrace.format.project.Project;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** One fault per test, in a project that is otherwise in order. */
class ProjectCheckerTest {
    @TempDir
    private Path folder;

    @BeforeEach
    void writeProject() throws IOException {
        Files.writeString(
                folder.resolve("app.proj"),
                """
                <Application name="app"><Topology>
                <Level type="Hostname"><Level type="Rank"><Level type="Thread"></Level></Level></Level>
                <Node name="n1"><Node name="0"><Node name="0"/></Node></Node></Topology>
                <CommunicatorList><Communicator name="WORLD"><Rank global="0" local="0" cid="0"/></Communicator>
                </CommunicatorList>
                <Datatypes><Rank name="0" thread="0"><NAMED id="0" name="MPI_INT"/></Rank></Datatypes>
                <ExternalStatistics><Energy/></ExternalStatistics></Application>
                """);
        trace("<Send cid='0' tid='0' time='0' end='1'/>\n");
        statistics("Energy", 20, 21, 22);
    }

    @Test
    void nothingIsWrongInAProjectThatIsInOrder() throws TraceFormatException {
        assertEquals(List.of(), check());
    }

    @Test
    void statesThatEndBeforeTheyBeginAreFound() throws Exception {
        trace("<Send time='1' end='0.5'/>\n");
        assertError("Send at 11.000000000 s ends before it begins, at 10.500000000 s");
    }

    @Test
    void siblingsThatOverlapAreFound() throws Exception {
        trace("<Send time='0' end='1'/>\n<Recv time='0.9' end='2'/>\n");
        assertError("byte 55: Recv at 10.900000000 s begins before the preceding entry ended, at 11.000000000 s");
    }

    @Test
    void siblingsMayTouchAndNestedBlocksBeginAnew() throws Exception {
        trace(
                """
                <Nested>
                <A time='0' end='1'/>
                </Nested>
                <B time='0' end='1'/>
                <Nested>
                <A time='1' end='1'/>
                </Nested>
                <B time='1' end='1'/>
                """);
        assertEquals(List.of(), check());
    }

    @Test
    void childrenOutsideTheirParentAreFound() throws Exception {
        trace("<Nested>\n<A time='0.5' end='1.5'/>\n</Nested>\n<B time='0' end='1'/>\n");
        assertError("B at 10.000000000 s doesn't hold its nested entries, which last from 10.500000000 s to"
                + " 11.500000000 s");
    }

    @Test
    void eventsOutsideTheirParentAreFound() throws Exception {
        trace("<Nested>\n<Event name='e' time='7'/>\n</Nested>\n<B time='0' end='1'/>\n");
        assertError("B at 10.000000000 s doesn't hold its nested entries");
    }

    @Test
    void cutTraceIsFound() throws Exception {
        Files.writeString(folder.resolve("app_n1_0_0.trc"), "<Program>\n<Send time='0' end='1'/>\n<Recv ti");
        assertError("byte 35: the trace ends without its end tag; 8 bytes are not usable");
    }

    @Test
    void traceWithoutEndTagIsFoundEvenIfNothingIsLost() throws Exception {
        Files.writeString(folder.resolve("app_n1_0_0.trc"), "<Program>\n<Send time='0' end='1'/>\n");
        assertError("the trace ends without its end tag");
    }

    @Test
    void orphansAreFound() throws Exception {
        Files.writeString(folder.resolve("app_n1_0_0.trc"), "<Program>\n<Nested>\n<Send time='0' end='1'/>\n");
        List<Finding> errors = check();
        assertEquals(2, errors.size(), errors.toString());
        assertTrue(errors.get(0).text().contains("is missing"), errors.toString());
    }

    @Test
    void malformedTraceIsFoundAndTheOthersAreStillRead() throws Exception {
        trace("<Send time='0' end='1'>\n");
        statistics("Energy", 20, 22, 21);
        List<Finding> errors = check();
        assertEquals(2, errors.size(), errors.toString());
        assertTrue(errors.get(0).file().endsWith("app_n1_0_0.trc"));
        assertTrue(errors.get(1).file().endsWith("app_n1_Energy.stat"));
    }

    @Test
    void floodOfFindingsIsCutOff() throws Exception {
        trace("<Send time='1' end='0'/>\n".repeat(FindingList.LIMIT + 20));
        List<Finding> errors = check();
        assertEquals(FindingList.LIMIT + 1, errors.size());
        assertTrue(errors.get(FindingList.LIMIT).text().endsWith(" more of the kind"), errors.toString());
    }

    @Test
    void idsThatAreNotDeclaredAreNotedOncePerKind() throws Exception {
        trace("<Send cid='5' tid='6' time='0' end='1'/>\n<Send cid='5' tid='7' time='1' end='2'/>\n");
        List<Finding> notes = check();
        assertEquals(2, notes.size(), notes.toString());
        assertEquals(Severity.NOTE, notes.get(0).severity());
        assertEquals(
                "not declared in the project for rank 0 but used: communicator 5",
                notes.get(0).text());
        assertEquals(
                "not declared in the project for rank 0 but used: datatype 6, 7",
                notes.get(1).text());
    }

    @Test
    void typesOfAnyThreadOfTheRankAreDeclared() throws Exception {
        Path file = folder.resolve("app.proj");
        Files.writeString(file, Files.readString(file).replace("thread=\"0\"", "thread=\"3\""));
        assertEquals(List.of(), check());
    }

    @Test
    void statisticsThatGoBackInTimeAreFound() throws Exception {
        statistics("Energy", 20, 22, 21);
        assertError("time runs backwards");
    }

    @Test
    void cutStatisticsAreFound() throws Exception {
        Path file = folder.resolve("app_n1_Energy.stat");
        byte[] bytes = Files.readAllBytes(file);
        Files.write(file, Arrays.copyOf(bytes, bytes.length - 3));
        List<Finding> findings = check();
        assertEquals(1, findings.size(), findings.toString());
        assertEquals(Severity.ERROR, findings.get(0).severity());
    }

    @Test
    void anotherGroupInTheFileIsFound() throws Exception {
        Path file = folder.resolve("app_n1_Energy.stat");
        byte[] bytes = Files.readAllBytes(file);
        String text = new String(bytes, StandardCharsets.ISO_8859_1).replace("\"Energy\"", "\"Enargy\"");
        Files.write(file, text.getBytes(StandardCharsets.ISO_8859_1));
        assertError("holds group Enargy instead of Energy");
    }

    @Test
    void relationsInOrderAreFine() throws Exception {
        relation("<rel t=\"0\" time=\"1\"/><s name=\"a\" t=\"0\" time=\"1\"/><rel t=\"1\" time=\"1\" p=\"0:0\"/>"
                + "<un t=\"1\" time=\"2\"/><e t=\"0\" time=\"2\"/><un t=\"0\" time=\"3\"/>");
        assertEquals(List.of(), check());
    }

    @Test
    void unbalancedRelationsAreFound() throws Exception {
        relation("<rel t=\"0\" time=\"1\"/><e t=\"0\" time=\"2\"/><un t=\"0\" time=\"3\"/>");
        assertError("event 2: token 0 at 2.000000000 s ends a state that never began");
        relation("<rel t=\"0\" time=\"1\"/><s name=\"a\" t=\"0\" time=\"2\"/><un t=\"0\" time=\"3\"/>");
        assertError("event 3: token 0 at 3.000000000 s is destroyed while a has not ended");
        relation("<rel t=\"0\" time=\"1\"/><s name=\"a\" t=\"0\" time=\"2\"/>");
        assertError("end: token 0: a never ends");
    }

    @Test
    void tokensOutOfPlaceAreFound() throws Exception {
        relation("<s name=\"a\" t=\"0\" time=\"2\"/>");
        assertError("event 1: token 0 at 2.000000000 s is used but doesn't exist");
        relation("<rel t=\"0\" time=\"1\"/><un t=\"0\" time=\"1\"/><rel t=\"0\" time=\"2\"/><un t=\"0\" time=\"2\"/>");
        assertError("token 0 at 2.000000000 s is made again");
        relation("<rel t=\"0\" time=\"1\" p=\"0:7\"/><un t=\"0\" time=\"1\"/>");
        assertError("token 0 at 1.000000000 s has the parent 0:7, which isn't in the file before it");
        relation("<rel t=\"0\" time=\"5\"/><un t=\"0\" time=\"1\"/>");
        assertError("token 0 at 1.000000000 s goes back in time, from 5.000000000 s");
    }

    @Test
    void tokenThatIsNeverDestroyedIsNoted() throws Exception {
        relation("<rel t=\"0\" time=\"1\"/>");
        assertEquals(Severity.NOTE, check().get(0).severity());
    }

    @Test
    void parentsInOtherFilesAreBelieved() throws Exception {
        relation("<rel t=\"0\" time=\"1\" l=\"48:0:7\"/><un t=\"0\" time=\"1\"/>");
        assertEquals(List.of(), check());
    }

    @Test
    void filesOfNoNodeAreNoted() throws Exception {
        Files.writeString(folder.resolve("app_n2_0_0.trc"), "<Program/>");
        Files.writeString(folder.resolve("other_n2_0_0.trc"), "<Program/>");
        List<Finding> notes = check();
        assertEquals(1, notes.size(), notes.toString());
        assertEquals(Severity.NOTE, notes.get(0).severity());
        assertTrue(notes.get(0).file().endsWith("app_n2_0_0.trc"));
    }

    @Test
    void leafWithoutFilesIsNoted() throws Exception {
        Files.delete(folder.resolve("app_n1_0_0.trc"));
        List<Finding> notes = check();
        assertEquals(1, notes.size(), notes.toString());
        assertEquals(Severity.NOTE, notes.get(0).severity());
    }

    private void assertError(String text) throws TraceFormatException {
        List<Finding> findings = check();
        assertEquals(1, findings.size(), findings.toString());
        assertEquals(Severity.ERROR, findings.get(0).severity());
        assertTrue(findings.get(0).toString().contains(text), findings.toString());
    }

    private List<Finding> check() throws TraceFormatException {
        List<Finding> findings = new ArrayList<>();
        ProjectChecker.check(Project.open(folder), file -> {}, findings::add);
        return findings;
    }

    private void trace(String entries) throws IOException {
        Files.writeString(
                folder.resolve("app_n1_0_0.trc"), "<Program timeAdjustment='10'>\n" + entries + "</Program>\n");
    }

    private void relation(String events) throws IOException {
        Files.writeString(
                folder.resolve("app_n1_0_0.rel"),
                "<relation version='1' hostID='n1' localToken='47' topologyNumber='0'>" + events + "</relation>");
    }

    private void statistics(String group, int start, int... times) throws IOException {
        String header =
                "<Statistics>\n<TopologyNode>\n  <Label value=\"n1\" />\n</TopologyNode>\n<Group name=\"" + group
                        + "\" timestampDatatype=\"EPOCH\" timeAdjustment=\"-0000000000.000000000\">\n"
                        + "  <Value name=\"I\" type=\"INT32\" />\n</Group>\n</Statistics>\n";
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        bytes.writeBytes(String.format("%05d\n%s", header.length(), header).getBytes(StandardCharsets.UTF_8));
        bytes.writeBytes(ByteBuffer.allocate(8).putInt(start).putInt(0).array());
        for (int time : times) {
            bytes.writeBytes(
                    ByteBuffer.allocate(12).putInt(time).putInt(0).putInt(1).array());
        }
        Files.write(folder.resolve("app_n1_" + group + ".stat"), bytes.toByteArray());
    }
}
