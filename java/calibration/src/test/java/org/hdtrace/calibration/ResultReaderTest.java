// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.calibration;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.hdtrace.calibration.table.Case;
import org.hdtrace.calibration.table.ResultReader;
import org.hdtrace.calibration.table.ResultTable;
import org.hdtrace.calibration.table.Sample;
import org.hdtrace.format.TraceFormatException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ResultReaderTest {
    private static final String HEAD = "# hdtrace-microbench 1|# clock step 20 ns cost 25 ns|"
            + "# rank 0 host a package 0 complex 0|# rank 1 host b package -1 complex -1|"
            + "test,first,second,ranks,bytes,operations,repetition,ns|";

    @TempDir
    private Path folder;

    private ResultTable read(String text) throws TraceFormatException, IOException {
        Path file = folder.resolve("t.csv");
        Files.writeString(file, text.replace('|', '\n'));
        return ResultReader.read(file);
    }

    @Test
    void allIsThere() throws Exception {
        ResultTable table = read(HEAD + "pingpong,0,1,2,8,10,0,500|pingpong,0,1,2,8,10,1,300|eager,0,1,2,8,1,0,-1|"
                + "# skipped 3 of 9 cases|");
        Sample sample = table.samples().get(new Case("pingpong", 0, 1, 2, 8));
        assertEquals(2, sample.count());
        assertEquals(30, sample.least());
        assertEquals(40, sample.median());
        assertEquals(-1, table.eager().get(0).nanos());
        assertEquals(3, table.skipped());
        assertEquals("between", table.places().get(0).classWith(table.places().get(1)));
        assertEquals(20, table.clockStepNanos());
    }

    @ParameterizedTest(name = "{1}")
    @CsvSource(
            delimiter = ';',
            value = {
                "x|; line 1: this is no table of hdtrace-microbench",
                "# hdtrace-microbench 1|pingpong,0,1; line 2: expected the names of columns",
                "HEAD; line 6: there are no measurements",
                "HEADpingpong,0,1,2,8,10,0; line 6: 7 columns instead of 8",
                "HEADpingpong,0,1,2,8,10,0,x; line 6: ns='x': not a number",
                "HEADpingpong,0,1,2,8,10,0,0; line 6: ns=0: must be 1 or more",
                "HEADpingpong,0,1,2,8,10,0,-1; line 6: ns=-1: must be 1 or more",
                "HEADpingpong,0,2,2,8,10,0,5; line 6: second=2: must be -1 to 1",
                "HEADpingpong,0,1,3,8,10,0,5; line 6: ranks=3: must be 1 to 2",
                "HEADpingpong,0,1,2,0,10,0,5; line 6: bytes=0: must be 1 or more",
                "HEADpingpong,0,1,2,8,0,0,5; line 6: operations=0: must be 1",
                "HEADpingpong,0,1,2,8,1,-2,5; line 6: repetition=-2: must be 0",
                "HEADpingpong,0,1,2,99999999999999999999,1,0,5; line 6: bytes='99999999999999999999': not a number",
                "# hdtrace-microbench 1|# rank 1 host a package 0 complex 0|; line 2: expected the place of rank 0",
                "# hdtrace-microbench 1|# rank 0 host|; line 2: expected '# rank R host NAME",
            })
    void faultsAreNamed(String text, String told) {
        TraceFormatException fault = assertThrows(TraceFormatException.class, () -> read(text.replace("HEAD", HEAD)));
        assertTrue(fault.getMessage().contains("t.csv: " + told), fault.getMessage());
    }

    @Test
    void whatIsNoTextIsToldSo() throws IOException {
        Path file = folder.resolve("t.csv");
        Files.write(file, new byte[] {'#', (byte) 0xff, (byte) 0xfe, '\n'});
        TraceFormatException fault = assertThrows(TraceFormatException.class, () -> ResultReader.read(file));
        assertTrue(fault.getMessage().endsWith("this is no text"), fault.getMessage());
        fault = assertThrows(TraceFormatException.class, () -> ResultReader.read(folder.resolve("none")));
        assertTrue(fault.getMessage().endsWith("there is no such file"), fault.getMessage());
    }
}
