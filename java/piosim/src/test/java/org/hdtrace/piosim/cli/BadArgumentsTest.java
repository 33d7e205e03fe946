// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.piosim.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.stream.Stream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Each bad command line ends with status 2 and one line that says which argument is wrong and what would do; nothing is written. */
class BadArgumentsTest extends CommandRuns {
    private static final String MODEL = RecordedPrograms.MODEL.toString();

    @TempDir
    Path directory;

    /** A word in which MODEL stands for the model, and FOLDER for a folder that is empty. */
    private String meant(String word) {
        return word.replace("MODEL", MODEL).replace("FOLDER", directory.toString());
    }

    private void refused(String name, String[] arguments, String message) throws Exception {
        assertEquals(2, run(arguments), err());
        assertEquals(name + ": " + meant(message) + "\n", err());
        assertEquals("", out());
        try (Stream<Path> written = Files.list(directory)) {
            assertFalse(written.findAny().isPresent());
        }
    }

    private String[] words(String line) {
        return Arrays.stream(line.split(" ")).map(this::meant).toArray(String[]::new);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '"',
            value = {
                "--nope | Unknown option: '--nope', see piosimhd --help",
                "MODEL MODEL | Unmatched argument at index 1: 'MODEL', see piosimhd --help",
                "FOLDER | FOLDER: is a directory",
                "MODEL --app | Missing required parameter for option '--app' (ALIAS=PROJECT), see piosimhd --help",
                "MODEL --app =x | --app =x: must be ALIAS=PROJECT",
                "MODEL --app A= | --app A=: must be ALIAS=PROJECT",
                "MODEL --app A=x --app A=y | --app A=y: 'A' is given twice",
                "MODEL --app A=FOLDER | FOLDER: byte 0: holds no project file (.proj)",
                "MODEL --app A=MODEL | MODEL: line 9: root element is 'Project' instead of 'Application'",
                "MODEL --until -1s | --until=-1s: must be a time as 1.5, 20ms, 3us, 100ns or 1e3",
                "MODEL --until 1parsec | --until=1parsec: must be a time as 1.5, 20ms, 3us, 100ns or 1e3",
                "MODEL --until 1e999 | --until=1e999: is too long",
                "MODEL --max-events -5 | --max-events=-5: must be >= 0",
                "MODEL --max-events 1e99 | --max-events=1e99: must be a whole number",
                "MODEL --compute-scale NaN | --compute-scale=NaN: must be a number >= 0",
                "MODEL --collectives maybe | --collectives=maybe: must be simulated or recorded",
                "MODEL --json=yes | Invalid value for option '--json': 'yes' is not a boolean, see piosimhd --help",
                "MODEL --validate-only --json | --json: --validate-only simulates nothing, leave out one of them",
                "MODEL --validate-only -o FOLDER/x | --output: --validate-only simulates nothing, leave out one of them",
                "MODEL -o | Missing required parameter for option '--output' (DIR), see piosimhd --help",
                "MODEL --output= | --output: must be a folder",
                "MODEL --trace clients | --trace=clients: say where to write it, -o DIR",
                "MODEL --trace lots | --trace=lots: must be one of none, clients, steps, servers, all",
                "MODEL --trace none -o FOLDER/x | -o FOLDER/x: --trace none writes nothing there, leave out one of them",
                "MODEL --statistics-interval 1s | --statistics-interval=1s: such statistics need --trace servers or all",
                "MODEL --set NetworkEdge[*]/Latency | MODEL: --set NetworkEdge[*]/Latency: must be Type[name or template or"
                        + " *]/Attribute=VALUE or ClientMethod[command]=VALUE",
                "MODEL --set NetworkEdge[*]/Latenzy=1us | --set NetworkEdge[*]/Latenzy=1us: <Latenzy>: not known inside"
                        + " <NetworkEdge>; allowed are: IDENTIFIER, Latency, Bandwidth, Burst",
                "MODEL --set NetworkEdge[none]/Latency=1us | MODEL: --set NetworkEdge[none]/Latency: matches nothing in the"
                        + " model",
                "MODEL --set NetworkEdge[*]/Latency=fast | --set NetworkEdge[*]/Latency=fast: <NetworkEdge>: Latency='fast':"
                        + " must be a number, with s, ms, us, ns or ps",
                "MODEL --set ClientMethod[Bcast]/segment=-1 | --set ClientMethod[Bcast]/segment=-1: <ClientMethod>:"
                        + " segment='-1': must be >= 0",
                "MODEL --set Star[*]/edge=cable | --set Star[*]/edge=cable: <Star>: edge='cable': no such template; defined"
                        + " are: host, nic, link, switch, server",
                "MODEL --set Star[*]/hosts=-1 | --set Star[*]/hosts=-1: <Star>: hosts='-1': must be a whole number from 0 to"
                        + " 9999999",
            })
    void areToldInOneLine(String line, String message) throws Exception {
        refused("hdtrace simulate", words(line), message);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '"',
            value = {
                "sweep | no model given, see piosimhd sweep --help",
                "sweep MODEL --vary NetworkEdge[*]/Latency=1us | nowhere to write results to, give --out FILE.csv",
                "sweep MODEL --vary x --out FOLDER/r.csv | --vary x: must be PATH=VALUE,VALUE,..",
                "sweep MODEL --vary A=8..1*2 --out FOLDER/r.csv | --vary A=8..1*2: 8..1*2: the end must not be less than the"
                        + " start",
                "sweep MODEL --vary A=1..8*1 --out FOLDER/r.csv | --vary A=1..8*1: 1..8*1: never gets to its end",
                "sweep MODEL --vary A=1us..8us+0us --out FOLDER/r.csv | --vary A=1us..8us+0us: 1us..8us+0us: never gets to its"
                        + " end",
                "sweep MODEL --vary A=1,,2 --out FOLDER/r.csv | --vary A=1,,2: has an empty value",
                "sweep MODEL --vary A=1 --vary A=2 --out FOLDER/r.csv | --vary A: is given twice",
                "sweep MODEL --vary A=1 --out FOLDER | --out FOLDER: is a folder",
                "sweep MODEL --vary A=1 --out FOLDER/no/r.csv | --out FOLDER/no/r.csv: there is no folder FOLDER/no",
                "sweep MODEL --vary A=1 --out FOLDER/r.csv --jobs 0 | --jobs=0: must be > 0",
                "sweep MODEL --vary A=1 --out FOLDER/r.csv --share 2/2 | --share 2/2: must be a rank from 0 and a number of"
                        + " processes above it",
                "sweep MODEL --vary A=1 --out FOLDER/r.csv --share x | --share x: must be as 2/8",
                "sweep MODEL -o x --vary A=1 --out FOLDER/r.csv | Unknown options: '-o', 'x', see piosimhd sweep --help",
            })
    void ofSweepsAreToldInOneLine(String line, String message) throws Exception {
        refused("hdtrace sweep", words(line), message);
    }
}
