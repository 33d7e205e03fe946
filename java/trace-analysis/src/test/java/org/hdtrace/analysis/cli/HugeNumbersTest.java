// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.analysis.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Sums of huge numbers stop at the largest one, and a finding says so. */
class HugeNumbersTest {
    private static final String MOST = Long.toString(Long.MAX_VALUE);

    @TempDir
    Path folder;

    @BeforeEach
    void write() throws IOException {
        Files.writeString(
                folder.resolve("app.proj"),
                "<Application name='app'><Topology><Level type='Rank'></Level><Node name='0'/></Topology></Application>");
    }

    private void trace(String states) throws IOException {
        Files.writeString(folder.resolve("app_0.trc"), "<Program>\n" + states + "</Program>\n");
    }

    private static void assertOneFinding(Run run) {
        run.assertSuccess();
        assertEquals(1, run.err().lines().count(), run.err());
        assertTrue(run.err()
                .endsWith("app.proj: whole project: some sums are larger than " + MOST + " and given as that\n"));
    }

    @Test
    void bytesOfTwoHugeWrites() throws IOException {
        trace(
                """
                <File_open fid='1' name='f' time='0' end='1'/>
                <File_write fid='1' size='9000000000000000000' offset='0' time='1' end='2'/>
                <File_write fid='1' size='9000000000000000000' offset='9000000000000000000' time='2' end='3'/>
                """);
        Run io = Run.of("io", "--csv", folder);
        assertTrue(io.out().contains("f,1,0,2,0," + MOST + ","), io.out());
        assertOneFinding(io);
        assertTrue(io.out().contains(",0 0 0 0 0 0 0 0 0 2,mpi\n"), io.out());
        Run matrix = Run.of("matrix", "--csv", "--files", folder);
        assertTrue(matrix.out().contains("f,0,0," + MOST), matrix.out());
        assertOneFinding(matrix);
        assertOneFinding(Run.of("profile", "--csv", folder));
    }

    @Test
    void messagesThatAreStartedOften() throws IOException {
        trace(
                """
                <Send_init rid='1' toRank='0' size='9000000000000000000' time='0' end='1'/>
                <Start rid='1' time='1' end='2'/>
                <Start rid='1' time='2' end='3'/>
                """);
        Run matrix = Run.of("matrix", "--csv", folder);
        assertTrue(matrix.out().contains("0,0,2," + MOST), matrix.out());
        assertOneFinding(matrix);
    }

    @Test
    void statesThatLastLongerThanCanBeTold() throws IOException {
        trace("<a time='-9000000000.0' end='9000000000.0'/>\n");
        Run run = Run.of("profile", "--csv", folder);
        assertTrue(run.out().contains("a,1," + MOST + "," + MOST + ",0"), run.out());
        assertOneFinding(run);
        Run.of("profile", "--from", "0", "--to", "999999999", folder).assertSuccess();
        Run info = Run.of("info", "--json", folder).assertSuccess();
        assertTrue(info.out().contains("\"durationNs\":" + MOST), info.out());
    }

    @Test
    void sizesAreInTheCsvToo() throws IOException {
        trace(
                """
                <File_open fid='1' name='f' time='0' end='1'/>
                <File_read fid='1' size='100' offset='0' time='1' end='2'/>
                <File_write fid='1' size='1000' offset='0' time='2' end='3'/>
                <File_write fid='1' size='1000' offset='0' time='3' end='4'/>
                """);
        String csv = Run.of("io", "--csv", folder).assertSuccess().out();
        assertTrue(csv.startsWith("file,opens,reads,writes,bytesRead,bytesWritten,sequentialShare,"), csv);
        assertTrue(csv.contains(",readSizes,writeSizes,layer\n"), csv);
        assertTrue(csv.endsWith(",1 0 0 0 0 0 0 0 0 0,0 2 0 0 0 0 0 0 0 0,mpi\n"), csv);
    }
}
