// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.piosim.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code --validate-only} also checks the programs that are named, and messages tell where methods are stated. */
class ValidateProgramsTest extends CommandRuns {
    private static final String MODEL = RecordedPrograms.MODEL.toString();

    @TempDir
    Path directory;

    private void bad(String expected, String... arguments) {
        assertEquals(2, run(arguments), String.join(" ", arguments));
        assertEquals("hdtrace simulate: " + expected + "\n", err());
        assertEquals("", out());
    }

    @Test
    void applicationsOfTheCommandLineAreChecked() throws Exception {
        Path project = RecordedPrograms.record(directory.resolve("ring"), RecordedPrograms.ring(1));
        assertEquals(0, run(MODEL, "--validate-only", "--app", "A=" + project), err());
        assertEquals(0, run(MODEL, "--validate-only"));
        bad("--app Z: the model has no such application, only A", MODEL, "--validate-only", "--app", "Z=nope");
        bad("nope: byte 0: can't be opened: no such file", MODEL, "--validate-only", "--app", "A=nope");
    }

    @Test
    void applicationsOfTheModelAreChecked() throws Exception {
        String text = Files.readString(RecordedPrograms.MODEL);
        assertTrue(text.contains("<Application alias=\"A\""), text);
        Path model = Files.writeString(
                directory.resolve("model.xml"),
                text.replaceFirst("<Application alias=\"A\"[^/]*/>", "<Application alias=\"A\" file=\"gone.proj\"/>"));
        long line =
                text.substring(0, text.indexOf("<Application alias")).lines().count();
        bad(
                model + ": line " + line + ": <Application>: alias='A': no such file '"
                        + directory.resolve("gone.proj")
                        + "', give --app A=PROJECT",
                model.toString(),
                "--validate-only");
    }

    @Test
    void anUnknownParameterHasALine() throws Exception {
        String text = Files.readString(RecordedPrograms.MODEL);
        int at = text.indexOf("</GlobalSettings>");
        String method = "<ClientMethod name=\"Bsend\" copyBites=\"16\">MPICH</ClientMethod>\n";
        Path model =
                Files.writeString(directory.resolve("model.xml"), text.substring(0, at) + method + text.substring(at));
        long line = text.substring(0, at).lines().count();
        bad(
                model + ": line " + line + ": ClientMethod Bsend='MPICH': unknown parameter 'copyBites'; allowed are: "
                        + "copyBytes",
                model.toString(),
                "--validate-only");
        bad(
                MODEL + ": --set ClientMethod[Bsend]/copyBites=16: ClientMethod Bsend='MPICH': unknown parameter "
                        + "'copyBites'; allowed are: copyBytes",
                MODEL,
                "--validate-only",
                "--set",
                "ClientMethod[Bsend]/copyBites=16");
    }

    @Test
    void aSweepNamesItsOwnOption() throws Exception {
        Path project = RecordedPrograms.record(directory.resolve("ring"), RecordedPrograms.ring(1));
        String[] arguments = {
            "sweep", MODEL, "--app", "A=" + project, "--vary", "NetworkEdge[*]/Latency=1us,soon", "--dry-run"
        };
        assertEquals(2, run(arguments));
        assertTrue(
                err().startsWith(
                                "hdtrace sweep: --vary NetworkEdge[*]/Latency=soon: <NetworkEdge>: Latency='soon': must"),
                err());
    }
}
