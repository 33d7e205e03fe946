// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.analysis.dump;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.hdtrace.format.TraceFormatException;
import org.hdtrace.format.json.JsonWriter;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DumpTest {
    @TempDir
    private Path folder;

    @Test
    void valuesAreQuotedWithFewEscapes() throws IOException, TraceFormatException {
        Path file = write(
                "a.trc", "<Program><A k='a\"b\\c&#10;&#13;&#9;&#127;&#xe4;&lt;&amp;' time='0' end='1'/></Program>");
        assertEquals(
                """
                program
                state 0 A 0.000000000 1.000000000 k="a\\"b\\\\c\\n\\r\\t\\x7fä<&"
                end complete
                """,
                text(file));
    }

    @Test
    void namesOfEventsAreQuotedWhenTheyAreNoWords() throws IOException, TraceFormatException {
        Path file = write("a.trc", "<Program><Event name='a b' time='-1.5'/></Program>");
        assertEquals("program\nevent 0 \"a b\" -1.500000000\nend complete\n", text(file));
    }

    @Test
    void dataKeepsTextAndChildren() throws IOException, TraceFormatException {
        Path file = write("a.trc", "<Program><A time='0' end='1'><D k='v'> t\"1 <E/><E x='2'/></D><F/></A></Program>");
        assertEquals(
                "state 0 A 0.000000000 1.000000000 <D k=\"v\">\"t\\\"1\"<E/><E x=\"2\"/></D> <F/>",
                text(file).lines().skip(1).findFirst().orElseThrow());
    }

    @Test
    void cutTraceEndsWithWhatIsLost() throws IOException, TraceFormatException {
        Path file = write("a.trc", "<Program>\n<Nested>\n<A time='0' end='1'/>\n</Nested>\n<B time='0' en");
        assertEquals(
                """
                program
                orphan 1 A 0.000000000 1.000000000
                end cut 14
                """,
                text(file));
    }

    @Test
    void valuesAreSeparatedByCommasForSpreadsheets() throws IOException, TraceFormatException {
        Path file = write(
                "a.trc",
                "<Program v='3'><A k='a,\"b' x='1' time='0' end='1.5'><D k='v'/></A><Event name='e' time='2'/></Program>");
        StringBuilder csv = new StringBuilder();
        Dump.writeCsv(file, csv);
        assertEquals(
                """
                kind,depth,name,timeNs,endNs,values,attributes,data
                program,,,,,,"v=""3""\",
                state,0,A,0,1500000000,,"k=""a,\\""b"" x=""1""\","<D k=""v""/>"
                event,0,e,2000000000,,,,
                end,,,,,,"state=""complete""\",
                """,
                csv.toString());
    }

    @Test
    void relationsNameTheKindOfTheirParent() throws IOException, TraceFormatException {
        Path file = write(
                "a.rel",
                "<relation version=\"1\" hostID=\"n1\" localToken=\"47\" topologyNumber=\"0\" timeAdjustment=\"10\">"
                        + "<rel t=\"0\" time=\"0.1\"/><rel t=\"1\" time=\"0.2\" p=\"0:0\"/>"
                        + "<rel t=\"2\" time=\"0.2\" l=\"48:0:7\"/><rel t=\"18446744073709551615\" time=\"0.2\" r=\"n2:1:0:7\"/>"
                        + "<s name=\"io_sm\" t=\"0\" time=\"0.3\" size=\"7\"/>"
                        + "<e t=\"0\" time=\"0.4\" size=\"8\"><x v=\"3\"/></e><un t=\"0\" time=\"0.5\"/></relation>");
        assertEquals(
                """
                relation version="1" hostID="n1" localToken="47" topologyNumber="0" timeAdjustment="10"
                token 0 10.100000000 parent=""
                token 1 10.200000000 parent="p:0:0"
                token 2 10.200000000 parent="l:48:0:7"
                token 18446744073709551615 10.200000000 parent="r:n2:1:0:7"
                begin 0 io_sm 10.300000000 size="7"
                finish 0 10.400000000 size="8" <x v="3"/>
                destroy 0 10.500000000
                end complete
                """,
                text(file));
    }

    @Test
    void projectsShowWhatDiffersFromTheirLevels() throws IOException, TraceFormatException {
        Path file = write(
                "a.proj",
                """
                <Application name="a&quot;b"><Description> two
                lines </Description>
                <FileList><File name="out 1.dat"><InitialSize>64K</InitialSize>
                <Distribution implementation="x.y.SimpleStripe"><ChunkSize>1K</ChunkSize></Distribution></File></FileList>
                <Topology><Level type="Hostname"><Level type="Rank"></Level></Level>
                <Node name="n1"><Node name="0"/><Node name="T" type="Layer"/></Node></Topology>
                <CommunicatorList><Communicator name=""><Rank global="0" local="1" cid="2"/></Communicator></CommunicatorList>
                <Datatypes><Rank name="0" thread="0"><STRUCT id="3" count="1"><Type id="1" displacement="0" blocklen="2"/></STRUCT>
                </Rank></Datatypes><ExternalStatistics><Energy/></ExternalStatistics></Application>
                """);
        assertEquals(
                """
                application name="a\\"b"
                description "two\\nlines"
                level Hostname
                level Rank
                node n1
                node n1/0
                node n1/T type="Layer"
                file "out 1.dat" size="65536" distribution="SimpleStripe" chunk="1024"
                communicator ""
                rank 0 1 2
                types 0 0
                type 3 STRUCT count="1" <Type id="1" displacement="0" blocklen="2"/>
                statistics Energy
                """,
                text(file));
    }

    @Test
    void jsonHasTheFieldsByName() throws IOException, TraceFormatException {
        Path file = write(
                "a.trc", "<Program timeAdjustment='2'><A k='v' time='0.5' end='1'><D k='w'>t<E/></D></A></Program>");
        StringBuilder text = new StringBuilder();
        JsonWriter json = new JsonWriter(text);
        Dump.writeJson(file, json);
        json.finish();
        assertEquals(
                """
                [
                {"kind":"program","attributes":{"timeAdjustment":"2"}},
                {"kind":"state","depth":0,"name":"A","startNs":2500000000,"endNs":3000000000,"attributes":{"k":"v"},\
                "data":[{"name":"D","attributes":{"k":"w"},"text":"t","children":[{"name":"E","attributes":{}}]}]},
                {"kind":"end","state":"complete"}
                ]
                """,
                text.toString());
    }

    @Test
    void theContentTellsTheKindAndTheNameWhatHasNone() throws IOException {
        assertEquals(FileKind.TRACE, FileKind.of(write("a.xml", "<?xml version='1.0'?>\n<!-- x -->\n<Program/>")));
        assertEquals(FileKind.PROJECT, FileKind.of(write("b.xml", "<application name='x'/>")));
        assertEquals(FileKind.RELATION, FileKind.of(write("c.trc", "<relation version='1'/>")));
        assertEquals(FileKind.STATISTICS, FileKind.of(write("d", "00410\n<Statistics>")));
        assertEquals(FileKind.TRACE, FileKind.of(write("e.trc", "")));
        assertEquals(FileKind.STATISTICS, FileKind.of(write("f.stat", "junk")));
        assertEquals(FileKind.RELATION, FileKind.of(folder.resolve("missing.rel")));
        assertEquals(FileKind.PROJECT, FileKind.of(folder));
    }

    private Path write(String name, String text) throws IOException {
        return Files.writeString(folder.resolve(name), text);
    }

    private static String text(Path file) throws IOException, TraceFormatException {
        StringBuilder text = new StringBuilder();
        Dump.writeText(file, text);
        return text.toString();
    }
}
