// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.piosim.model.program;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.hdtrace.format.TraceFormatException;
import org.hdtrace.format.project.Project;
import org.hdtrace.piosim.model.cluster.CommandType;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A program of more timelines than the system lets a process open files. */
class ManyTimelinesTest {
    private static final int TIMELINES = 500;
    private static final int ALLOWED = 64;
    private static final Path HANDLES = Path.of("/proc/self/fd");

    @TempDir
    private Path directory;

    private Project project;

    @BeforeEach
    void write() throws Exception {
        Recording recording = new Recording(directory);
        for (int rank = 0; rank < TIMELINES; rank++) {
            List<String> calls = new ArrayList<>(List.of("<Init time='1' end='2'/>"));
            int next = (rank + 1) % TIMELINES;
            for (int i = 0; i < 5 + rank % 7; i++) {
                double time = 3 + i;
                calls.add("<Nested><Send size='1' toRank='0' toTag='0' time='%s' end='%s'/></Nested>"
                        .formatted(time + 0.1, time + 0.2));
                calls.add("<Isend size='%d' toRank='%d' toTag='3' cid='0' rid='%d' time='%s' end='%s'/>"
                        .formatted(100 + i, next, i, time, time + 0.25));
                calls.add("<Event name='mark' time='%s'/>".formatted(time + 0.3));
                calls.add("<Wait time='%s' end='%s'><For rid='%d'/></Wait>".formatted(time + 0.5, time + 0.75, i));
            }
            calls.add("<File_open cid='0' name='f%d' flags='5' fid='0' time='30' end='31'/>".formatted(rank % 3));
            calls.add("<File_write fid='0' offset='8' size='9' time='31.5' end='32'/>");
            recording.rank(calls.toArray(String[]::new));
        }
        project = Project.open(recording.write());
    }

    private Application load(boolean streaming, int openFiles) throws TraceFormatException {
        return TraceApplication.load(
                project, new TraceApplication.Options(1, streaming, Set.of(CommandType.values())), openFiles);
    }

    /** What came of all timelines, and how many files were open in the middle of them. */
    private record Played(List<List<String>> commands, long files) {}

    /** As a simulation does it: all timelines are open, and a command of each comes in turn. */
    private static Played play(Application application) throws TraceFormatException, IOException {
        long before = handles();
        long most = 0;
        List<CommandStream> streams = new ArrayList<>();
        List<List<String>> commands = new ArrayList<>();
        for (int rank = 0; rank < application.rankCount(); rank++) {
            streams.add(application.open(rank, 0));
            commands.add(new ArrayList<>());
        }
        int running = streams.size();
        while (running > 0) {
            running = 0;
            for (int rank = 0; rank < streams.size(); rank++) {
                Command command = streams.get(rank).next();
                if (command != null) {
                    // Files and communicators of two loadings are not the same objects.
                    commands.get(rank).add(command.toString().replaceAll("@[0-9a-f]+", ""));
                    running++;
                }
            }
            most = Math.max(most, handles());
        }
        streams.forEach(CommandStream::close);
        return new Played(commands, most - before);
    }

    private static long handles() throws IOException {
        try (Stream<Path> open = Files.list(HANDLES)) {
            return open.count();
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void needsFewOpenFiles(boolean streaming) throws Exception {
        Application application = load(streaming, ALLOWED);
        Played played = play(application);
        assertTrue(played.files() <= ALLOWED, played.files() + " files are open");
        assertEquals(TIMELINES, played.commands().size());
        assertEquals(played, new Played(play(application).commands(), played.files()), "again");
    }

    @Test
    void deliversTheSameFromMemoryAndFromFewFilesAndFromManyFiles() throws Exception {
        Application stored = load(false, ALLOWED);
        Application few = load(true, ALLOWED);
        List<List<String>> expected = play(stored).commands();
        assertEquals(expected, play(few).commands());
        assertEquals(stored.files(), few.files());
        assertEquals(stored.unsupported(), few.unsupported());
        assertEquals(stored.findings(), few.findings());
        Played many = play(load(true, 4 * TIMELINES));
        assertEquals(expected, many.commands());
        // That the counting would notice.
        assertTrue(many.files() >= TIMELINES, many.files() + " files are open");
    }
}
