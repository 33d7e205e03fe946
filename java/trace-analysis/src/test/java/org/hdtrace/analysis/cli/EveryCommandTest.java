// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.analysis.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What all commands promise. */
class EveryCommandTest {
    /** Reads one file, so there is nothing to do at the same time. */
    private static final Set<String> ONE_FILE = Set.of("dump", "import");

    /** What the first run did is not done again by the second. */
    private static final Set<String> CHANGING = Set.of("index", "compress", "decompress");

    private static final int FILES = 5;

    @TempDir
    Path temporary;

    private Path folder;
    private int runs;

    @BeforeEach
    void write() throws IOException {
        folder = Files.createDirectory(temporary.resolve("P"));
        Files.writeString(
                folder.resolve("app.trace"),
                """
                %EventDef PajeDefineContainerType 0
                % Alias string
                % Type string
                % Name string
                %EndEventDef
                0 R 0 Rank
                """);
        StringBuilder project = new StringBuilder("<Application name='app'><Topology><Level type='Rank'></Level>");
        for (int rank = 0; rank < FILES; rank++) {
            project.append("<Node name='").append(rank).append("'/>");
            Files.writeString(
                    folder.resolve("app_" + rank + ".trc"),
                    """
                    <Program timeAdjustment='1300000000'>
                    <Send size='7' toRank='1' time='1.0' end='1.5'/>
                    <File_open fid='1' file='a, "b"' time='2.0' end='2.5'/>
                    <Event name='e' time='3.0'/>
                    </Program>
                    """);
        }
        Files.writeString(folder.resolve("app.proj"), project + "</Topology></Application>");
    }

    static Stream<String> commands() {
        return Main.COMMANDS.stream().map(Command::name);
    }

    static Stream<String> commandsOverFiles() {
        return commands().filter(name -> !ONE_FILE.contains(name));
    }

    /** Some commands want to know where to write, too. */
    private Run run(String command, Object... arguments) {
        List<Object> all = new ArrayList<>(List.of(command));
        all.addAll(List.of(arguments));
        if (command.equals("import")) {
            all.add(all.size() - 1, "paje");
        }
        if (command.equals("repair") || command.equals("import")) {
            all.addAll(List.of("-o", temporary.resolve("repaired-" + runs++)));
        } else if (command.equals("export")) {
            all.addAll(List.of("--to", "paje", "-o", temporary.resolve("exported")));
        }
        return Run.of(all.toArray());
    }

    private Path input(String command) {
        if (command.equals("import")) {
            return folder.resolve("app.trace");
        }
        return ONE_FILE.contains(command) ? folder.resolve("app_0.trc") : folder;
    }

    @ParameterizedTest
    @MethodSource("commands")
    void printsOneJsonValue(String command) {
        String out = run(command, "--json", input(command)).assertSuccess().out();
        assertTrue(out.startsWith("{") || out.startsWith("["), out);
        assertTrue(out.endsWith("}\n") || out.endsWith("]\n"), out);
        assertEquals(0, depthAtEnd(out), out);
    }

    /** Of brackets outside of texts. */
    private static int depthAtEnd(String json) {
        String bare = json.replaceAll("\"([^\"\\\\]|\\\\.)*\"", "");
        return (int) (bare.chars().filter(c -> c == '{' || c == '[').count()
                - bare.chars().filter(c -> c == '}' || c == ']').count());
    }

    @ParameterizedTest
    @MethodSource("commands")
    void printsCsvWithAHeadingAndLinesOfEqualLength(String command) {
        String out = run(command, "--csv", input(command)).assertSuccess().out();
        List<Integer> columns = out.lines().map(EveryCommandTest::columns).toList();
        assertTrue(columns.size() >= 1, out);
        assertTrue(columns.get(0) > 1, out);
        assertEquals(1, Set.copyOf(columns).size(), out);
        assertTrue(out.lines().findFirst().orElseThrow().matches("[A-Za-z,]+"), out);
    }

    private static int columns(String line) {
        return line.replaceAll("\"([^\"]|\"\")*\"", "").split(",", -1).length;
    }

    @ParameterizedTest
    @MethodSource("commands")
    void takesOneFormAtATime(String command) {
        run(command, "--csv", "--json", input(command)).assertBadInput();
    }

    @ParameterizedTest
    @MethodSource("commandsOverFiles")
    void doesTheSameForAnyNumberOfJobs(String command) {
        run(command, "--jobs", "0", folder).assertBadInput();
        String one =
                run(command, "--jobs", "1", "--json", folder).assertSuccess().out();
        boolean repeatable = !CHANGING.contains(command);
        for (int jobs : new int[] {2, 9}) {
            Run several = run(command, "--jobs", jobs, "--json", folder).assertSuccess();
            if (repeatable) {
                assertEquals(one, several.out());
            }
        }
    }

    @ParameterizedTest
    @MethodSource("commands")
    void saysInOneLineWhyAProjectIsNone(String command) throws IOException {
        Path none = Files.createDirectory(folder.resolve("none"));
        for (String form : List.of("--json", "--csv")) {
            run(command, form, none).assertBadInput();
            run(command, form, none.resolve("missing")).assertBadInput();
        }
        try (Stream<Path> left = Files.list(none)) {
            assertEquals(0, left.count());
        }
        try (Stream<Path> left = Files.list(temporary)) {
            assertEquals(List.of(folder), left.toList());
        }
    }

    @Test
    void progressCountsEachFileOnce() throws Exception {
        ByteArrayOutputStream err = new ByteArrayOutputStream();
        AtomicLong now = new AtomicLong();
        Session session = new Session("x", new ByteArrayOutputStream(), err, true, () -> now.addAndGet(200_000_000));
        Consumer<Path> progress = session.progress(400);
        List<Thread> threads = new ArrayList<>();
        for (int i = 0; i < 4; i++) {
            Thread thread = new Thread(() -> IntStream.range(0, 100).forEach(k -> progress.accept(Path.of("f.trc"))));
            threads.add(thread);
            thread.start();
        }
        for (Thread thread : threads) {
            thread.join();
        }
        session.clearProgress();
        String[] shown = err.toString(StandardCharsets.UTF_8).split("\r\033\\[K", -1);
        List<String> lines = Stream.of(shown).filter(line -> !line.isEmpty()).toList();
        assertTrue(lines.size() > 300, lines.size() + " lines");
        assertTrue(lines.stream().allMatch(line -> line.matches("file [0-9]+ of 400: f.trc")), lines.toString());
        assertEquals(lines.size(), Set.copyOf(lines).size());
    }

    @Test
    void progressIsForATerminalAndForLongWorkOnly() {
        for (boolean terminal : new boolean[] {true, false}) {
            ByteArrayOutputStream err = new ByteArrayOutputStream();
            AtomicLong now = new AtomicLong();
            Session session = new Session("x", new ByteArrayOutputStream(), err, terminal, now::get);
            Consumer<Path> progress = session.progress(3);
            progress.accept(Path.of("a"));
            now.set(900_000_000);
            progress.accept(Path.of("b"));
            assertEquals(0, err.size());
            now.set(1_500_000_000);
            progress.accept(Path.of("c"));
            assertEquals(terminal ? "\r\033[Kfile 3 of 3: c" : "", err.toString(StandardCharsets.UTF_8));
        }
    }
}
