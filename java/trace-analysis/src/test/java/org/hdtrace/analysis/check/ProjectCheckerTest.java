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
import org.hdtrace.format.index.IndexStore;
import org.hdtrace.format.project.Project;
import org.hdtrace.format.query.Workers;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** One fault per test, in a project that is otherwise in order. */
@SuppressWarnings("StringConcatToTextBlock")
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

    @Test
    void filesThatNobodyOpenedAreNoted() throws Exception {
        trace("<File_open fid='0' name='a' time='0' end='1'/>\n<File_read fid='0' time='1' end='2'/>\n"
                + "<File_read fid='3' time='2' end='3'/>\n<File_close fid='3' time='3' end='4'/>\n");
        assertNote("not opened in this trace but used: file 3");
    }

    @Test
    void requestsThatNobodyBeganAreNoted() throws Exception {
        trace("<Isend rid='0' time='0' end='1'/>\n<Wait time='1' end='2'><For rid='0'/></Wait>\n"
                + "<Waitall time='2' end='3'><For rid='7'/><For rid='0'/></Waitall>\n");
        assertNote("not begun in this trace but waited for: request 7");
    }

    @Test
    void persistentRequestsBeginWithoutAWord() throws Exception {
        trace("<Recv_init time='0' end='1'/>\n<Isend rid='0' time='1' end='2'/>\n"
                + "<Waitall time='2' end='3'><For rid='0'/><For rid='1'/></Waitall>\n");
        assertEquals(List.of(), check());
    }

    @Test
    void missingIdsAreCountedUpToABound() throws Exception {
        StringBuilder entries = new StringBuilder();
        for (int i = 0; i < 1500; i++) {
            entries.append("<Send cid='")
                    .append(i + 5)
                    .append("' time='")
                    .append(i)
                    .append("' end='")
                    .append(i + 1)
                    .append("'/>\n");
        }
        trace(entries.toString());
        assertNote("communicator 5, 6, 7, 8, 9, 10, 11, 12, 13, 14 and 990 or more others");
    }

    @Test
    void datatypesOfTypesThatAreNotThereAreFound() throws Exception {
        Path file = folder.resolve("app.proj");
        String text = Files.readString(file);
        String named = "<NAMED id=\"0\" name=\"MPI_INT\"/>";
        Files.writeString(file, text.replace(named, named + "<CONTIGUOUS id='1' count='2' oldType='9'/>"));
        assertTrue(errors().contains("datatype 1 is made of datatype 9, which is not there"), errors());
        String struct = "<STRUCT id='1' count='1'><Type id='8' displacement='0' blocklen='1'/></STRUCT>";
        Files.writeString(file, text.replace(named, named + struct));
        assertTrue(errors().contains("datatype 1 is made of datatype 8, which is not there"), errors());
    }

    @Test
    void parentsThatAreNotInTheFileOfTheirProcessAreFound() throws Exception {
        Path project = folder.resolve("app.proj");
        Files.writeString(
                project,
                Files.readString(project).replace("</Node></Topology>", "</Node><Node name='n2'/></Topology>"));
        relation("<rel t='0' time='1' r='n2:9:0:3'/><un t='0' time='1'/>");
        Path other = folder.resolve("app_n2.rel");
        String head = "<relation version='1' hostID='n2' localToken='9' topologyNumber='0'>";
        Files.writeString(other, head + "<rel t='3' time='0'/><un t='3' time='1'/></relation>");
        assertEquals(List.of(), check());
        Files.writeString(other, head + "<rel t='2' time='0'/><un t='2' time='1'/></relation>");
        assertError("app_n1_0_0.rel: whole file: has the parent n2:9:0:3, which is not in app_n2.rel");
        Files.writeString(other, head + "<rel t='2' time='0'/><un t='2' time='1'/>");
        List<Finding> findings = check();
        assertTrue(
                findings.stream()
                        .anyMatch(finding -> finding.severity() == Severity.NOTE
                                && finding.text().endsWith("as far as that can be read")),
                findings.toString());
    }

    @Test
    void traceOfAProgramThatStillRunsIsNoError() throws Exception {
        Path trace = folder.resolve("app_n1_0_0.trc");
        String entries = "<Send cid='0' tid='0' time='0' end='1'/>\n<Nested>\n<Recv time='1' end='2'/>\n<Se";
        Files.writeString(trace, runningHead(ProcessHandle.current().pid()) + entries + "\0".repeat(50));
        Path statistics = folder.resolve("app_n1_Energy.stat");
        byte[] bytes = Files.readAllBytes(statistics);
        Files.write(statistics, Arrays.copyOf(bytes, bytes.length - 3));
        List<Finding> findings = check();
        assertEquals(3, findings.size(), findings.toString());
        assertTrue(findings.stream().allMatch(finding -> finding.severity() == Severity.NOTE), findings.toString());
        assertTrue(findings.get(1).text().startsWith("its process still writes it"), findings.toString());

        Process ended = new ProcessBuilder("true").start();
        ended.waitFor();
        Files.writeString(trace, runningHead(ended.pid()) + entries);
        assertTrue(errors().contains("the trace ends without its end tag"), errors());
        Files.writeString(trace, runningHead(ProcessHandle.current().pid()).replace("host='", "host='x") + entries);
        assertTrue(errors().contains("the trace ends without its end tag"), errors());
    }

    @Test
    void traceOfAProcessBeforeOneOfTheSameNumberIsCut() throws Exception {
        String head = runningHead(ProcessHandle.current().pid());
        Files.writeString(
                folder.resolve("app_n1_0_0.trc"),
                head.replaceAll("timeAdjustment='[0-9]+'", "timeAdjustment='1300000000'")
                        + "<Send time='0' end='1'/>\n");
        assertTrue(errors().contains("the trace ends without its end tag"), errors());
    }

    private static String runningHead(long pid) throws IOException {
        String host = Files.readString(Path.of("/proc/sys/kernel/hostname")).strip();
        return "<Program timeAdjustment='" + java.time.Instant.now().getEpochSecond() + "' host='" + host + "' pid='"
                + pid + "'>\n";
    }

    @Test
    void indexThatTellsSomethingElseIsFound() throws Exception {
        Path trace = folder.resolve("app_n1_0_0.trc");
        IndexStore.beside().build(trace, () -> false);
        assertEquals(List.of(), check());
        Path index = folder.resolve("app_n1_0_0.trc.idx");
        byte[] bytes = Files.readAllBytes(index);
        String text = new String(bytes, StandardCharsets.ISO_8859_1);
        bytes[text.indexOf("Send")] = 'B';
        Files.write(index, bytes);
        assertError("app_n1_0_0.trc.idx: byte 8: has name 0 'Bend' instead of 'Send'");
    }

    @Test
    void indexOfAnotherTraceIsNoted() throws Exception {
        IndexStore.beside().build(folder.resolve("app_n1_0_0.trc"), () -> false);
        trace("<Send cid='0' tid='0' time='0' end='2'/>\n");
        assertNote("does not fit its trace and is ignored");
    }

    private void assertNote(String text) throws TraceFormatException {
        List<Finding> findings = check();
        assertEquals(1, findings.size(), findings.toString());
        assertEquals(Severity.NOTE, findings.get(0).severity());
        assertTrue(findings.get(0).toString().contains(text), findings.toString());
    }

    /** Texts of the errors that are found. */
    private String errors() throws TraceFormatException {
        return check().stream()
                .filter(finding -> finding.severity() == Severity.ERROR)
                .map(Finding::text)
                .toList()
                .toString();
    }

    private void assertError(String text) throws TraceFormatException {
        List<Finding> findings = check();
        assertEquals(1, findings.size(), findings.toString());
        assertEquals(Severity.ERROR, findings.get(0).severity());
        assertTrue(findings.get(0).toString().contains(text), findings.toString());
    }

    private List<Finding> check() throws TraceFormatException {
        List<Finding> findings = new ArrayList<>();
        ProjectChecker.check(Project.open(folder), Workers.of(2), file -> {}, findings::add);
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
