// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.analysis.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeFalse;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Whatever is given to a command, it answers with one line that names file, place and cause. */
class BadInputTest {
    @TempDir
    private Path folder;

    @TempDir
    private Path elsewhere;

    @BeforeEach
    void writeFiles() throws IOException {
        Files.writeString(folder.resolve("text.proj"), "hello\n");
        Files.writeString(folder.resolve("root.proj"), "<?xml version='1.0'?>\n<Foo/>\n");
        Files.writeString(folder.resolve("open.proj"), "<Application name='a'>\n<Topology>\n");
        Files.writeString(
                folder.resolve("entity.proj"),
                "<!DOCTYPE a [<!ENTITY e SYSTEM 'file:///etc/hostname'>]>\n<Application name='&e;'/>");
        Files.write(folder.resolve("junk.proj"), junk());
        Files.write(folder.resolve("junk.trc"), junk());
        Files.write(folder.resolve("junk.stat"), junk());
        Files.write(folder.resolve("junk.rel"), junk());
        Files.write(folder.resolve("empty.proj"), new byte[0]);
        Files.write(folder.resolve("empty.trc"), new byte[0]);
        Files.write(folder.resolve("empty.stat"), new byte[0]);
        Files.write(folder.resolve("empty.rel"), new byte[0]);
        Files.createDirectory(folder.resolve("nothing"));
    }

    private static byte[] junk() {
        byte[] bytes = new byte[5000];
        new Random(42).nextBytes(bytes);
        return bytes;
    }

    /** All of them, so that a new one is covered by itself. */
    static Stream<String> projectCommands() {
        return Main.COMMANDS.stream().map(Command::name);
    }

    /** A command for a file or folder; nothing is written, neither beside it nor elsewhere. */
    private Run refuse(String command, Path file) throws IOException {
        List<Path> before = everything();
        Run run =
                switch (command) {
                    case "repair" -> Run.of(command, file, "-o", elsewhere.resolve("new"));
                    case "import" -> Run.of(command, "paje", file, "-o", elsewhere.resolve("new"));
                    case "export" -> Run.of(command, file, "--to", "paje", "-o", elsewhere.resolve("new"));
                    default -> Run.of(command, file);
                };
        assertEquals(before, everything(), command);
        return run.assertBadInput();
    }

    private List<Path> everything() throws IOException {
        try (Stream<Path> files = Files.walk(folder);
                Stream<Path> others = Files.walk(elsewhere)) {
            return Stream.concat(files, others).sorted().toList();
        }
    }

    @ParameterizedTest
    @MethodSource("projectCommands")
    void whatIsNoProjectIsRefused(String command) throws IOException {
        for (String name :
                new String[] {"text.proj", "root.proj", "open.proj", "entity.proj", "junk.proj", "empty.proj"}) {
            Path file = folder.resolve(name);
            Run run = refuse(command, file);
            assertTrue(
                    run.err().matches("(?s)hdtrace " + command + ": \\Q" + file + "\\E: (line|byte) \\d+.*"),
                    run.err());
        }
    }

    @ParameterizedTest
    @MethodSource("projectCommands")
    void missingFilesAreNamed(String command) throws IOException {
        for (String name : new String[] {"missing.proj", "missing", "text.proj/below"}) {
            Path file = folder.resolve(name);
            Run run = refuse(command, file);
            assertTrue(run.err().startsWith("hdtrace " + command + ": " + file + ": "), run.err());
        }
    }

    static Stream<String> commandsForFolders() {
        return projectCommands().filter(command -> !command.equals("import"));
    }

    @Test
    void aFolderIsNoTraceToImport() throws IOException {
        assertTrue(refuse("import", folder.resolve("nothing")).err().contains("is a folder"));
        assertTrue(Run.of("import", "vampir", folder.resolve("junk.trc"), "-o", elsewhere.resolve("new"))
                .assertBadInput()
                .err()
                .contains("'vampir' is not otf2 or paje"));
    }

    @ParameterizedTest
    @MethodSource("commandsForFolders")
    void directoryWithoutProjectIsRefused(String command) throws IOException {
        Run run = refuse(command, folder.resolve("nothing"));
        assertTrue(run.err().contains("project"), run.err());
    }

    @ParameterizedTest
    @MethodSource("commandsForFolders")
    void unreadableDirectoryIsNamed(String command) throws IOException {
        Path secret = Files.createDirectory(folder.resolve("secret"));
        Files.setPosixFilePermissions(secret, PosixFilePermissions.fromString("---------"));
        assumeFalse(Files.isReadable(secret), "the superuser may read everything");
        Run run = Run.of(command, secret).assertBadInput();
        assertTrue(run.err().contains(secret.toString()), run.err());
    }

    @ParameterizedTest
    @ValueSource(strings = {"junk.trc", "junk.stat", "junk.rel", "empty.trc", "empty.stat", "empty.rel", "missing.trc"})
    void dumpRefusesWhatIsNoFileOfAProject(String name) {
        Path file = folder.resolve(name);
        Run run = Run.of("dump", file).assertBadInput();
        assertTrue(run.err().matches("(?s)hdtrace dump: \\Q" + file + "\\E: (line|byte) \\d+.*"), run.err());
    }

    @Test
    void malformedTraceOfAProjectIsAFindingOfCheckAndToldByTheOthers() throws IOException {
        Path project = Files.createDirectory(folder.resolve("broken"));
        Files.writeString(
                project.resolve("app.proj"),
                "<Application name='app'><Topology><Level type='Rank'></Level><Node name='0'/></Topology></Application>");
        Path trace = Files.writeString(
                project.resolve("app_0.trc"), "<Program>\n<A time='0' end='1'/>\n<B time='x' end='2'/>\n</Program>\n");
        Run check = Run.of("check", project);
        assertEquals(1, check.status());
        assertTrue(check.out().startsWith(trace + ": byte 32: "), check.out());
        assertEquals(1, check.out().lines().count(), check.out());
        assertTrue(Run.of("info", project).err().startsWith("hdtrace info: " + trace + ": byte 32: "));
        Run profile = Run.of("profile", "--csv", project);
        assertEquals(2, profile.status());
        assertTrue(profile.out().contains("A,1,1000000000,"), profile.out());
        assertTrue(profile.err().startsWith("hdtrace profile: " + trace + ": byte 32: "), profile.err());
    }

    @Test
    void emptyTraceOfAProjectIsNamed() throws IOException {
        Path project = Files.createDirectory(folder.resolve("zero"));
        Files.writeString(
                project.resolve("app.proj"),
                "<Application name='app'><Topology><Level type='Rank'></Level><Node name='0'/></Topology></Application>");
        Path trace = Files.createFile(project.resolve("app_0.trc"));
        assertTrue(Run.of("profile", project)
                .assertBadInput()
                .err()
                .startsWith("hdtrace profile: " + trace + ": byte 0: "));
        assertEquals(1, Run.of("check", project).status());
    }

    @Test
    void infoListsTheOtherFilesOfAProjectAndNamesTheUnreadableOnes() throws IOException {
        Path project = Files.createDirectory(folder.resolve("half"));
        Files.writeString(
                project.resolve("app.proj"),
                "<Application name='app'><Topology><Level type='Rank'></Level><Node name='0'/><Node name='1'/>"
                        + "<Node name='2'/></Topology></Application>");
        Path empty = Files.createFile(project.resolve("app_0.trc"));
        Files.writeString(
                project.resolve("app_1.trc"), "<Program>\n<A time='5' end='6'/>\n<B time='7' end='8'/>\n</Program>\n");
        Path broken = Files.writeString(
                project.resolve("app_2.trc"), "<Program>\n<A time='1' end='9'/>\n<B time='x' end='2'/>\n</Program>\n");

        Run run = Run.of("info", "--json", project);

        assertEquals(2, run.status());
        assertEquals(
                """
                {"project":"app","ranks":2,"states":3,"events":0,"startNs":1000000000,"durationNs":8000000000,"traces":[
                {"file":"app_1.trc","host":"1","rank":1,"thread":-1,"states":2,"events":0,"unusableBytes":0},
                {"file":"app_2.trc","host":"2","rank":2,"thread":-1,"states":1,"events":0,"unusableBytes":33}],
                "statistics":[],
                "relations":[],
                "findings":[
                """,
                run.out().substring(0, run.out().indexOf("{\"file\":\"" + empty)));
        List<String> messages = run.err().lines().toList();
        assertEquals(2, messages.size(), run.err());
        assertTrue(messages.get(0).startsWith("hdtrace info: " + empty + ": byte 0: "), run.err());
        assertTrue(messages.get(1).startsWith("hdtrace info: " + broken + ": byte 32: "), run.err());
    }

    @ParameterizedTest
    @ValueSource(strings = {"nul.trc", "nul.rel"})
    void junkBehindNulBytesIsRefusedToo(String name) throws IOException {
        byte[] bytes = junk();
        bytes[0] = 0;
        Path file = Files.write(folder.resolve(name), bytes);
        assertTrue(Run.of("dump", file).assertBadInput().err().contains(": byte 0: is not a "));
    }

    @Test
    void wrongUsageIsToldInOneLine() {
        assertTrue(Run.of().assertBadInput().err().startsWith("hdtrace: no command given"));
        assertTrue(Run.of("frobnicate").assertBadInput().err().startsWith("hdtrace: unknown command 'frobnicate'"));
        assertTrue(Run.of("info").assertBadInput().err().contains("PROJECT"));
        assertTrue(Run.of("info", "--foo", "x").assertBadInput().err().contains("--foo"));
        assertTrue(Run.of("info", "a", "b").assertBadInput().err().contains("'b'"));
        assertTrue(
                Run.of("profile", "--csv", "--json", "a").assertBadInput().err().contains("exclude"));
        assertTrue(Run.of("info", "a\0b").assertBadInput().err().startsWith("hdtrace info: "));
    }
}
