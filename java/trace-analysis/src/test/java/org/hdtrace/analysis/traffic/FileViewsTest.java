// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.analysis.traffic;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.hdtrace.format.project.Project;
import org.hdtrace.format.query.Workers;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Offsets of traces that tell them inside of the file view only, as those of the original. */
class FileViewsTest {
    /** Four blocks of two doubles, three doubles apart: 64 bytes of data in 88. */
    private static final String TYPES = "<Datatypes><Rank name='0' thread='0'><NAMED id='0' name='MPI_DOUBLE'/>"
            + "<VECTOR id='1' name='' count='4' blocklength='2' stride='3' oldType='0'/></Rank></Datatypes>";

    @TempDir
    private Path folder;

    private List<Long> offsets(String states) throws Exception {
        Files.writeString(
                folder.resolve("p.proj"),
                "<Application name='p'><Topology><Level type='Hostname'><Level type='Rank'><Level type='Thread'/></Level>"
                        + "</Level><Node name='n'><Node name='0'><Node name='0'/></Node></Node></Topology>" + TYPES
                        + "</Application>");
        Files.writeString(
                folder.resolve("p_n_0_0.trc"), "<Program timeAdjustment='1300000000'>" + states + "</Program>");
        FileAccesses all = FileAccesses.read(Project.open(folder), Workers.of(1), path -> {});
        return all.accesses().stream().map(FileAccesses.Access::offset).toList();
    }

    private static String at(String begin, int offset) {
        return "<File_write_at fid='1' offset='" + offset + "' size='8' time='" + begin + "0' end='" + begin + "1'/>";
    }

    private static String view(String begin, int displacement, int etype, int type) {
        return "<File_set_view fid='1' offset='" + displacement + "' etid='" + etype + "' filetid='" + type + "' time='"
                + begin + "0' end='" + begin + "1'/>";
    }

    private static String open(String begin) {
        return "<File_open name='a' fid='1' time='" + begin + "0' end='" + begin + "1'/>";
    }

    @Test
    void offsetsCountElementaryTypesOfTheViewThatHolds() throws Exception {
        assertEquals(
                List.of(5L, 1000L, 1000L + 24, 1000L + 72 + 8, 1000L + 88, 1000L + 2 * 88 + 24),
                offsets(open("0.")
                        + at("1.", 5)
                        + view("2.", 1000, 0, 1)
                        + at("3.", 0)
                        + at("4.", 2)
                        + at("5.", 7)
                        + at("6.", 8)
                        + at("7.", 18)));
    }

    @Test
    void aFileThatIsOpenedAgainHasNoView() throws Exception {
        assertEquals(
                List.of(1016L, 2L),
                offsets(open("0.") + view("1.", 1000, 0, 0) + at("2.", 2) + open("3.") + at("4.", 2)));
    }

    @Test
    void whatTheTraceTellsAndOffsetsOfOtherCallsStay() throws Exception {
        assertEquals(
                List.of(3L, 77L),
                offsets(open("0.") + view("1.", 1000, 0, 1)
                        + "<File_write fid='1' offset='3' size='8' time='2.0' end='2.1'/>"
                        + "<File_read_at fid='1' offset='1' absOffset='77' size='8' time='3.0' end='3.1'/>"));
    }

    @Test
    void ofAnUnknownTypeThePlaceIsUnknown() throws Exception {
        assertEquals(List.of(-1L), offsets(open("0.") + view("1.", 0, 0, 9) + at("2.", 1)));
        assertEquals(
                List.of(-1L),
                offsets(open("0.") + view("1.", 1000, 0, 1)
                        + "<File_write_at fid='1' offset='9000000000000000000' size='8' time='2.0' end='2.1'/>"));
    }
}
