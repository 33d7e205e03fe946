// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.format;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.Map;
import java.util.Random;
import org.hdtrace.format.project.Project;
import org.hdtrace.format.relation.RelationReader;
import org.hdtrace.format.statistics.StatisticsReader;
import org.hdtrace.format.trace.TraceCursor;
import org.junit.jupiter.api.Test;

class BadInputTest {

    /** Opens a file and reads all of it. */
    interface Reading {
        void read(Path file) throws TraceFormatException;
    }

    private static final Map<String, Reading> READERS = Map.of(
            ".trc", BadInputTest::readTrace,
            ".stat", BadInputTest::readStatistics,
            ".rel", BadInputTest::readRelation,
            ".proj", Project::open);

    static void readTrace(Path file) throws TraceFormatException {
        try (TraceCursor cursor = TraceCursor.open(file)) {
            while (cursor.next()) {
                assertTrue(cursor.entry().startNanos() == cursor.startNanos());
            }
        }
    }

    static void readStatistics(Path file) throws TraceFormatException {
        try (StatisticsReader reader = StatisticsReader.open(file)) {
            while (reader.next()) {
                for (int i = 0; i < reader.group().values().size(); i++) {
                    assertTrue(Double.isFinite(reader.doubleValue(i)));
                }
            }
        }
    }

    static void readRelation(Path file) throws TraceFormatException {
        try (RelationReader reader = RelationReader.open(file)) {
            while (reader.next() != null) {
                assertTrue(reader.unusableBytes() == 0);
            }
        }
    }

    private static TraceFormatException refused(Reading reading, Path file) {
        TraceFormatException e = assertThrows(TraceFormatException.class, () -> reading.read(file), file.toString());
        assertTrue(e.position().matches("(byte|line) [0-9]+"), e.getMessage());
        assertEquals(e.file() + ": " + e.position() + ": " + e.reason(), e.getMessage());
        assertTrue(e.reason().lines().count() == 1, e.getMessage());
        return e;
    }

    /** What isn't read must be refused in the right way; any other exception fails the test that asks. */
    static void readOrRefuse(Reading reading, Path file) {
        try {
            reading.read(file);
        } catch (TraceFormatException e) {
            assertEquals(file, e.file());
            assertTrue(e.position().matches("(byte|line) [0-9]+"), e.getMessage());
        }
    }

    @Test
    void namesTheFileThatIsMissing() throws Exception {
        try (TestFiles files = new TestFiles()) {
            for (Map.Entry<String, Reading> kind : READERS.entrySet()) {
                Path file = files.file("none" + kind.getKey());
                assertEquals(file, refused(kind.getValue(), file).file());
                assertEquals(
                        "can't be opened: no such file",
                        refused(kind.getValue(), file).reason());
            }
        }
    }

    @Test
    void refusesDirectories() throws Exception {
        try (TestFiles files = new TestFiles()) {
            READERS.forEach((ending, reading) -> refused(reading, files.folder()));
        }
    }

    @Test
    void refusesEmptyFiles() throws Exception {
        try (TestFiles files = new TestFiles()) {
            for (Map.Entry<String, Reading> kind : READERS.entrySet()) {
                Path file = files.write("a" + kind.getKey(), "");
                assertEquals("the file is empty", refused(kind.getValue(), file).reason());
            }
        }
    }

    @Test
    void refusesBinaryJunk() throws Exception {
        byte[] junk = new byte[5000];
        new Random(42).nextBytes(junk);
        junk[0] = 'x';
        try (TestFiles files = new TestFiles()) {
            for (Map.Entry<String, Reading> kind : READERS.entrySet()) {
                refused(kind.getValue(), files.write("a" + kind.getKey(), junk));
            }
        }
    }

    @Test
    void refusesOtherRoots() throws Exception {
        try (TestFiles files = new TestFiles()) {
            for (Map.Entry<String, Reading> kind : READERS.entrySet()) {
                Path file = files.write("a" + kind.getKey(), "<html><body/></html>");
                String reason = refused(kind.getValue(), file).reason();
                assertTrue(reason.contains("html") || kind.getKey().equals(".stat"), reason);
            }
        }
    }

    @Test
    void refusesDocumentTypesAndTheirEntities() throws Exception {
        String type = "<!DOCTYPE x [<!ENTITY a SYSTEM 'file:///etc/passwd'>]>";
        try (TestFiles files = new TestFiles()) {
            refused(
                    BadInputTest::readTrace,
                    files.write("a.trc", type + "<Program><A time='0' end='1' b='&a;'/></Program>"));
            refused(BadInputTest::readTrace, files.write("b.trc", "<Program><A time='0' end='1' b='&a;'/></Program>"));
            refused(BadInputTest::readRelation, files.write("a.rel", type + "<relation/>"));
            String project = "<Application name='&a;'><Topology/></Application>";
            refused(Project::open, files.write("a.proj", type + project));
            refused(Project::open, files.write("b.proj", project));
        }
    }

    @Test
    void refusesCompressedFilesThatAreBroken() throws Exception {
        byte[] gzip = new byte[100];
        gzip[0] = 0x1f;
        gzip[1] = (byte) 0x8b;
        gzip[2] = 8;
        byte[] zstd = {0x28, (byte) 0xb5, 0x2f, (byte) 0xfd, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16};
        try (TestFiles files = new TestFiles()) {
            refused(BadInputTest::readTrace, files.write("a.trc.gz", gzip));
            refused(BadInputTest::readTrace, files.write("a.trc.zst", zstd));
        }
    }
}
