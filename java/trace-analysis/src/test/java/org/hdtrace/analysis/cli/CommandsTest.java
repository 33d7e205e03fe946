// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.analysis.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The commands on small projects whose content is known. */
class CommandsTest {
    private static final Path TRACES =
            Path.of(System.getProperty("hd.root"), "java", "trace-analysis", "src", "test", "resources", "projects");
    private static final Path NESTED = TRACES.resolve("nested-states-depth-3");

    @Test
    void infoCountsNestedStates() {
        assertEquals(
                """
                {"project":"app","ranks":1,"states":8,"events":0,"startNs":1300000000000000001,"durationNs":2999999999,\
                "traces":[
                {"file":"app_n1_0_0.trc","host":"n1","rank":0,"thread":0,"states":8,"events":0,"unusableBytes":0}],
                "statistics":[],
                "relations":[]}
                """,
                Run.of("info", "--json", NESTED).assertSuccess().out());
    }

    @Test
    void infoHasALineForEachFile() {
        assertEquals(
                """
                kind,file,host,rank,thread,group,states,events,records,tokens,unusableBytes
                trace,app_n1_0_0.trc,n1,0,0,,8,0,,,0
                """,
                Run.of("info", "--csv", NESTED).assertSuccess().out());
        String out = Run.of("info", "--csv", TRACES.resolve("statistics-all-types"))
                .assertSuccess()
                .out();
        assertTrue(out.contains("\nstatistics,app_n1_Energy.stat,,,,Energy,,,4,,0\n"), out);
    }

    @Test
    void infoListsStatistics() {
        String out = Run.of(
                        "info", "--json", TRACES.resolve("statistics-all-types").resolve("app.proj"))
                .assertSuccess()
                .out();
        assertTrue(
                out.contains("{\"file\":\"app_n1_Energy.stat\",\"group\":\"Energy\",\"records\":4,"
                        + "\"values\":[\"I\",\"L\",\"F\",\"D\"],\"unusableBytes\":0}"),
                out);
        assertTrue(out.contains("\"startNs\":1300000000331816000,\"durationNs\":2668183999,"), out);
    }

    @Test
    void infoAlignsItsTables() {
        String[] lines = Run.of("info", NESTED).assertSuccess().out().split("\n", -1);
        assertEquals("project   app", lines[0]);
        assertEquals("about     Nested states", lines[1]);
        assertEquals("start     1300000000.000000001 s  (2011-03-13T07:06:40Z)", lines[5]);
        assertEquals("duration  3.000 s", lines[6]);
        assertEquals("trace           host  rank  thread  states  events", lines[8]);
        assertEquals("app_n1_0_0.trc  n1       0       0       8       0", lines[10]);
    }

    @Test
    void profileSumsUpByName() {
        assertEquals(
                """
                name,count,inclusiveNs,exclusiveNs,bytes
                Allreduce,1,1999999999,500000002,4
                Bcast,1,1499999992,1499999992,4
                Waitall,1,299999999,199999999,0
                Irecv,1,100000000,100000000,0
                Reduce,1,5,3,4
                Recv,1,1,1,4
                Send,1,1,1,4
                Barrier,1,0,0,0
                """,
                Run.of("profile", "--csv", NESTED).assertSuccess().out());
    }

    @Test
    void profileTakesIntervalRanksAndNames() {
        // The project begins at 1 ns, so the interval is [2 s, 2.15 s) + 1 ns.
        assertEquals(
                """
                [
                {"name":"Waitall","count":1,"inclusiveNs":150000000,"exclusiveNs":99999999,"bytes":0}
                ]
                """,
                Run.of(
                                "profile",
                                "--json",
                                "--from",
                                "2",
                                "--to",
                                "2.15",
                                "--names",
                                "Wait*,Send",
                                "--ranks",
                                "0-3",
                                NESTED)
                        .assertSuccess()
                        .out());
    }

    @Test
    void profileOfNoRankSaysSo() {
        Run run = Run.of("profile", "--json", "--ranks", "7", NESTED).assertSuccess();
        assertEquals("[\n]\n", run.out());
        assertEquals("hdtrace profile: no trace belongs to the selected ranks\n", run.err());
    }

    @Test
    void profileOfAProjectWithoutTracesSaysSo(@TempDir Path folder) throws IOException {
        Path project = Files.writeString(
                folder.resolve("app.proj"),
                "<Application name='app'><Topology><Level type='Rank'></Level><Node"
                        + " name='0'/></Topology></Application>");
        Run run = Run.of("profile", "--csv", project).assertSuccess();
        assertEquals("name,count,inclusiveNs,exclusiveNs,bytes\n", run.out());
        assertEquals("hdtrace profile: the project holds no trace\n", run.err());
    }

    @Test
    void profileShowsATable() {
        String[] lines = Run.of("profile", NESTED).assertSuccess().out().split("\n", -1);
        assertEquals("state      count   inclusive   exclusive    per call  bytes", lines[0]);
        assertEquals("Bcast          1    1.500 s     1.500 s     1.500 s   4 B", lines[3]);
    }

    @Test
    void checkFindsNothingInAProjectThatIsInOrder() {
        Run run = Run.of("check", NESTED).assertSuccess();
        assertEquals("", run.out());
        assertEquals("hdtrace check: 2 files checked: nothing wrong, 0 notes\n", run.err());
    }

    @Test
    void dumpTakesAProjectByItsDirectory() {
        assertTrue(Run.of("dump", NESTED).assertSuccess().out().startsWith("application name=\"app\"\n"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"info", "profile", "dump", "check", "compress", "decompress", "index"})
    void everyCommandHasHelp(String command) {
        Run run = Run.of(command, "--help").assertSuccess();
        assertTrue(run.out().startsWith("Usage: hdtrace " + command + " "), run.out());
        assertEquals("", run.err());
    }

    @Test
    void theOverviewNamesAllCommands() {
        List<String> lines = Run.of("--help").assertSuccess().out().lines().toList();
        assertEquals(1 + Main.COMMANDS.size(), lines.size());
        for (Command command : Main.COMMANDS) {
            assertTrue(
                    lines.stream().anyMatch(line -> line.matches("  " + command.name() + " +" + ".*\\S")),
                    command.name());
        }
    }

    @Test
    void aReaderThatWentAwayIsNoFailure() {
        ByteArrayOutputStream err = new ByteArrayOutputStream();
        assertEquals(0, Main.run(arguments("dump", NESTED), failing("Broken pipe"), err, false));
        assertEquals("", err.toString(StandardCharsets.UTF_8));
    }

    @Test
    void aFullDiskIsAFailure() {
        for (String[] arguments : new String[][] {
            arguments("dump", NESTED), arguments("info", "--json", NESTED), arguments("profile", NESTED)
        }) {
            ByteArrayOutputStream err = new ByteArrayOutputStream();
            assertEquals(1, Main.run(arguments, failing("No space left on device"), err, false));
            assertEquals(
                    "hdtrace " + arguments[0] + ": standard output: No space left on device\n",
                    err.toString(StandardCharsets.UTF_8));
        }
    }

    private static String[] arguments(Object... arguments) {
        return Arrays.stream(arguments).map(String::valueOf).toArray(String[]::new);
    }

    private static OutputStream failing(String cause) {
        return new OutputStream() {
            @Override
            public void write(int b) throws IOException {
                throw new IOException(cause);
            }
        };
    }
}
