// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.format.query;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.hdtrace.format.TraceFormatException;
import org.hdtrace.format.index.IndexStore;
import org.hdtrace.format.project.Project;
import org.hdtrace.format.project.TraceFile;
import org.hdtrace.format.trace.TraceCursor;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A file that is read in pieces gives what it gives as a whole. */
class FilePiecesTest {
    private static final long PIECE = 100_000;

    @TempDir
    private Path folder;

    private Project project;

    @BeforeEach
    void writeProject() throws IOException, TraceFormatException {
        Files.writeString(
                folder.resolve("app.proj"),
                "<Application name='app'><Topology><Level type='Rank'></Level><Node name='0'/><Node name='1'/>"
                        + "<Node name='2'/></Topology></Application>");
        writeTrace(trace(0), 12_000);
        writeTrace(trace(1), 40);
        writeTrace(trace(2), 9_000);
        project = Project.open(folder);
        for (TraceFile file : project.traces()) {
            IndexStore.beside().build(file.path(), () -> false);
        }
    }

    @Test
    void largeFilesAreCutAndSmallOnesAreNot() {
        List<FilePieces.Piece> pieces = cut().of(project.traces());
        assertTrue(pieces.size() > 8, "pieces: " + pieces.size());
        assertEquals(
                1, pieces.stream().filter(piece -> piece.file().rank() == 1).count());
        assertEquals(3, pieces.stream().filter(FilePieces.Piece::isLast).count());
        assertEquals(3, FilePieces.whole().of(project.traces()).size());
    }

    @Test
    void piecesAddUpToTheFiles() throws TraceFormatException {
        Query query = Query.of(project);
        for (Query one :
                List.of(query, query.topLevel().names("B"), query.depth(1, 1).withoutData())) {
            List<Result> whole = read(one, 1);
            assertEquals(whole, read(one.with(cut()), 1));
            assertEquals(whole, read(one.with(cut()), 3));
        }
    }

    @Test
    void whatStandsBehindDamageIsLeftOut() throws IOException, TraceFormatException {
        // Same length, same beginning and end: the index still fits.
        byte[] bytes = Files.readAllBytes(trace(0));
        byte[] wrong = "</x>".getBytes(java.nio.charset.StandardCharsets.US_ASCII);
        int line = bytes.length / 2;
        while (bytes[line] != '\n') {
            line++;
        }
        System.arraycopy(wrong, 0, bytes, line + 1, wrong.length);
        Files.write(trace(0), bytes, StandardOpenOption.WRITE);
        List<Result> whole = read(Query.of(project), 1);
        assertTrue(whole.get(0).failure().startsWith("byte "), whole.get(0).failure());
        List<Result> pieces = read(Query.of(project).with(cut()), 2);
        assertEquals(whole, pieces);
    }

    @Test
    void aCutFileTellsWhereItEnds() throws IOException, TraceFormatException {
        byte[] bytes = Files.readAllBytes(trace(2));
        Files.write(trace(2), Arrays.copyOf(bytes, bytes.length - 5));
        Files.delete(folder.resolve("app_2.trc.idx"));
        IndexStore.beside().build(trace(2), () -> false);
        List<Result> whole = read(Query.of(project), 1);
        assertEquals(1, whole.get(2).findings().size());
        assertEquals(whole, read(Query.of(project).with(cut()), 2));
    }

    private static FilePieces cut() {
        return new FilePieces(IndexStore.beside(), PIECE);
    }

    private Path trace(int rank) {
        return folder.resolve("app_" + rank + ".trc");
    }

    /** What came of a file, in a form that can be compared. */
    private record Result(List<Long> offsets, String failure, List<String> findings, long unusable) {}

    private static List<Result> read(Query query, int threads) throws TraceFormatException {
        List<Result> results = new ArrayList<>();
        query.forEachFile(
                Workers.of(threads),
                path -> {},
                new Offsets(),
                result -> results.add(new Result(
                        result.value(),
                        result.failure().map(TraceFormatException::position).orElse(""),
                        result.findings().stream().map(String::valueOf).toList(),
                        result.unusableBytes())));
        return results;
    }

    private static final class Offsets implements FileFold<List<Long>> {
        @Override
        public List<Long> begin(TraceFile file) {
            return new ArrayList<>();
        }

        @Override
        public void add(List<Long> sum, TraceCursor entry) {
            sum.add(entry.byteOffset());
        }

        @Override
        public List<Long> append(List<Long> earlier, List<Long> later) {
            earlier.addAll(later);
            return earlier;
        }
    }

    private static void writeTrace(Path file, int states) throws IOException {
        Random random = new Random(states);
        StringBuilder text = new StringBuilder("<Program timeAdjustment='1300000000'>\n");
        for (int i = 0; i < states; i++) {
            String times = " time='" + i + ".1' end='" + i + ".5'/>\n";
            if (random.nextInt(3) == 0) {
                text.append("<Nested>\n\t<A size='3'").append(times).append("</Nested>\n");
            }
            text.append(random.nextBoolean() ? "<A" : "<B").append(times);
        }
        Files.writeString(file, text + "</Program>\n");
    }
}
