// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.sunshot.details;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CancellationException;
import java.util.stream.Collectors;
import org.hdtrace.sunshot.model.CategoryTable;
import org.hdtrace.sunshot.model.Interval;
import org.hdtrace.sunshot.model.LoadMonitor;
import org.hdtrace.sunshot.model.Occurrence;
import org.hdtrace.sunshot.model.Row;
import org.hdtrace.sunshot.model.Run;
import org.hdtrace.sunshot.model.RunLoader;
import org.hdtrace.sunshot.model.StateFilter;
import org.hdtrace.sunshot.model.StateTrack;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DetailReportTest {
    private static final long SECOND = 1_000_000_000L;
    private static final long EPOCH = 1_300_000_000L * SECOND;

    @TempDir
    private Path folder;

    private Path project;

    /**
     * Rank 1 is local rank 0 of ODD. Type 3 is one int, a hole of 4 bytes, one int, and another hole of 4 bytes; type 4
     * is an int, a hole of 4 bytes and a double.
     */
    @BeforeEach
    void write() throws Exception {
        project = folder.resolve("io.proj");
        Files.writeString(
                project,
                """
                <?xml version="1.0" encoding="UTF-8"?>
                <Application name="io">
                 <Topology>
                  <Level type="Hostname"><Level type="Rank"><Level type="Thread"></Level></Level></Level>
                  <Node name="n1"><Node name="1"><Node name="0"/></Node></Node>
                 </Topology>
                 <CommunicatorList>
                  <Communicator name="WORLD"><Rank global="0" local="0" cid="0"/><Rank global="1" local="1" cid="0"/>
                   <Rank global="2" local="2" cid="0"/><Rank global="3" local="3" cid="0"/></Communicator>
                  <Communicator name="ODD"><Rank global="1" local="0" cid="2"/><Rank global="3" local="1" cid="1"/>
                  </Communicator>
                 </CommunicatorList>
                 <Datatypes><Rank name="1" thread="0">
                  <NAMED id="0" name="MPI_INT"/><NAMED id="1" name="MPI_DOUBLE"/>
                  <VECTOR id="2" name="" count="2" blocklength="1" stride="2" oldType="0"/>
                  <RESIZED id="3" name="" lowerBound="0" extent="16" oldType="2"/>
                  <STRUCT id="4" name="particle" count="2"><Type id="0" displacement="0" blocklen="1"/>
                   <Type id="1" displacement="8" blocklen="1"/></STRUCT>
                 </Rank></Datatypes>
                </Application>
                """);
        Files.writeString(
                folder.resolve("io_n1_1_0.trc"),
                """
                <Program timeAdjustment='1300000000'>
                <File_open cid='2' name='/data/a&lt;b' flags='5' fid='0' time='0.0' end='0.5'><Info key='k' value='v'/></File_open>
                <File_set_view fid='0' offset='100' etid='0' filetid='3' time='1.0' end='1.1'/>
                <Nested>
                 <Wait time='2.2' end='2.4'/>
                 <Event name='mark' time='2.3'/>
                </Nested>
                <File_write_at fid='0' offset='1' size='12' count='1' tid='4' time='2.0' end='3.0'/>
                <File_write fid='0' offset='116' size='8' count='1' tid='2' time='3.0' end='4.0'/>
                <File_open cid='0' name='/other' fid='0' time='5.0' end='5.5'/>
                <Allreduce cid='2' size='8' count='1' tid='1' time='6.0' end='6.5'/>
                </Program>
                """);
    }

    private EntryDetails read(String name, double from, double to, int depth) throws Exception {
        return reading(name, from, to, depth).orElseThrow();
    }

    private Optional<EntryDetails> reading(String name, double from, double to, int depth) throws Exception {
        Interval time = new Interval(EPOCH + Math.round(from * SECOND), EPOCH + Math.round(to * SECOND));
        Occurrence wanted = new Occurrence(0, "n1/1/0", depth, from == to, 0, time);
        Optional<EntryDetails> all = EntryReader.read(project, wanted, name, EPOCH, 0, () -> false);
        long near = track().textBefore(time.startNanos());
        assertEquals(from > 0.5, near > 0, "there is something before " + name);
        Optional<EntryDetails> found = EntryReader.read(project, wanted, name, EPOCH, near, () -> false);
        assertEquals(all.map(DetailReportTest::text), found.map(DetailReportTest::text), "from byte " + near);
        return found;
    }

    private static String text(EntryDetails entry) {
        return entry.entry() + " " + entry.around() + " " + entry.nested() + " " + entry.nestedCount() + entry.xml();
    }

    private StateTrack track() throws Exception {
        Run run = new RunLoader(new CategoryTable(), StateFilter.none(), LoadMonitor.silent()).load(project);
        List<StateTrack> tracks = new ArrayList<>();
        run.rows()
                .forEach(top -> top.walk(row -> {
                    if (row instanceof Row.Trace trace) {
                        tracks.add(trace.track());
                    }
                }));
        return tracks.get(0);
    }

    private static List<String> fields(EntryDetails entry, String section) {
        return DetailReport.of(entry).sections().stream()
                .filter(each -> each.title().equals(section))
                .flatMap(each -> each.blocks().stream())
                .filter(Block.Fields.class::isInstance)
                .flatMap(block -> ((Block.Fields) block).fields().stream())
                .map(field -> field.name() + ": " + field.value())
                .collect(Collectors.toList());
    }

    private static List<Block.Picture> pictures(EntryDetails entry, String section) {
        return DetailReport.of(entry).sections().stream()
                .filter(each -> each.title().equals(section))
                .flatMap(each -> each.blocks().stream())
                .filter(Block.Picture.class::isInstance)
                .map(Block.Picture.class::cast)
                .toList();
    }

    private static Block.Piece piece(long offset, long length, String label) {
        return new Block.Piece(offset, length, label);
    }

    @Test
    void timesAndAttributesComeFirst() throws Exception {
        List<String> state = fields(read("File_write_at", 2, 3, 0), "State");
        assertEquals("Name: File_write_at  (file write)", state.get(0));
        assertTrue(
                state.containsAll(List.of("Start: 2.000000000 s", "Duration: 1.000 s", "size: 12")), state.toString());
    }

    @Test
    void nestedEntriesAndThoseAroundAreTold() throws Exception {
        assertEquals(
                List.of("holds: Wait  200.0 ms  at 2.200000000 s", "holds: mark  0 ns  at 2.300000000 s"),
                fields(read("File_write_at", 2, 3, 0), "Nesting"));
        assertEquals(
                List.of("inside of: File_write_at  1.000 s  at 2.000000000 s"),
                fields(read("Wait", 2.2, 2.4, 1), "Nesting"));
        assertEquals(
                "inside of: File_write_at  1.000 s  at 2.000000000 s",
                fields(read("mark", 2.3, 2.3, 1), "Nesting").get(0));
    }

    @Test
    void numbersOfCommunicatorsBelongToTheProcess() throws Exception {
        assertEquals(
                List.of("Name: ODD", "Own rank: 0 of 2, in the world 1", "World ranks: 1, 3"),
                fields(read("Allreduce", 6, 6.5, 0), "Communicator"));
        assertEquals(
                "World ranks: 0-3",
                fields(read("File_open", 5, 5.5, 0), "Communicator").get(2));
    }

    @Test
    void theFileIsThatOfTheOpenBefore() throws Exception {
        assertEquals(
                "Name: /data/a<b", fields(read("File_write", 3, 4, 0), "File").get(0));
        assertEquals(
                "Name: /other", fields(read("File_open", 5, 5.5, 0), "File").get(0));
        assertTrue(fields(read("File_open", 0, 0.5, 0), "File").contains("k: v"));
    }

    @Test
    void aStructureShowsTheTypeOfEachMemberAndTheHole() throws Exception {
        Block.Picture picture =
                pictures(read("File_write_at", 2, 3, 0), "Datatypes in memory").get(0);
        assertEquals(List.of(piece(0, 4, "MPI_INT"), piece(8, 8, "MPI_DOUBLE")), picture.pieces());
        assertEquals("particle: 12 bytes of data in 16", picture.caption());
        assertTrue(fields(read("File_write", 3, 4, 0), "Datatypes in memory")
                .contains("Made as: VECTOR(count=2, blocklength=1, stride=2) of MPI_INT"));
    }

    /**
     * Data of the view lie at 100, 108, 116, 124, ... with 4 bytes each. An offset of 1 elementary type leaves out the
     * first; an absolute offset of 116 is the third.
     */
    @Test
    void accessesAreUnrolledThroughTheView() throws Exception {
        List<Block.Picture> at = pictures(read("File_write_at", 2, 3, 0), "File view and accessed bytes");
        assertEquals(
                List.of(piece(0, 4, "MPI_INT"), piece(8, 4, "MPI_INT")),
                at.get(0).pieces());
        assertEquals(
                List.of(piece(108, 4, ""), piece(116, 4, ""), piece(124, 4, "")),
                at.get(1).pieces());
        List<Block.Picture> absolute = pictures(read("File_write", 3, 4, 0), "File view and accessed bytes");
        assertEquals(
                List.of(piece(116, 4, ""), piece(124, 4, "")), absolute.get(1).pieces());
        assertTrue(fields(read("File_write", 3, 4, 0), "File view and accessed bytes")
                .contains("Bytes: 116 … 119, 124 … 127"));
    }

    @Test
    void theXmlIsThatOfTheEntryAlone() throws Exception {
        assertEquals(
                "<File_open cid='2' name='/data/a&lt;b' flags='5' fid='0' time='0.0' end='0.5'>"
                        + "<Info key='k' value='v'/></File_open>",
                read("File_open", 0, 0.5, 0).xml());
        assertEquals("<Wait time='2.2' end='2.4'/>", read("Wait", 2.2, 2.4, 1).xml());
    }

    @Test
    void sectionsOfOthersAreFoundAndComeInOrder() throws Exception {
        List<String> titles = DetailReport.of(read("File_write_at", 2, 3, 0)).sections().stream()
                .map(DetailReport.Section::title)
                .toList();
        assertEquals(
                List.of(
                        "State",
                        "Nesting",
                        "File",
                        "Datatypes in memory",
                        "File view and accessed bytes",
                        "Length of the name",
                        "In the trace"),
                titles);
    }

    /** Registered in the test resources, as somebody else's section would be. */
    public static final class NameLength implements DetailSection {
        @Override
        public String title() {
            return "Length of the name";
        }

        @Override
        public int order() {
            return 850;
        }

        @Override
        public List<Block> describe(EntryDetails entry) {
            int length = entry.entry().name().length();
            return List.of(Block.Fields.of("letters", String.valueOf(length)));
        }
    }

    @Test
    void whatIsGoneIsNotFoundAndACancelledReadingEnds() throws Exception {
        assertTrue(reading("Send", 2, 3, 0).isEmpty());
        Occurrence wanted = new Occurrence(0, "n1/1/0", 0, false, 0, new Interval(EPOCH, EPOCH + SECOND));
        assertThrows(
                CancellationException.class,
                () -> EntryReader.read(project, wanted, "File_open", EPOCH, 0, () -> true));
    }
}
