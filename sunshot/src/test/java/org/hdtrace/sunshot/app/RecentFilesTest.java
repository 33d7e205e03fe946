// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.sunshot.app;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What of the list of recent projects survives a bad line. */
class RecentFilesTest {
    private static final Path FIRST = Path.of("/p/first.proj");
    private static final Path SECOND = Path.of("/p/second.proj");

    @TempDir
    private Path folder;

    private Path file;
    private RecentFiles recent;

    @BeforeEach
    void prepare() {
        file = folder.resolve("hdtrace/sunshot-recent");
        recent = new RecentFiles(file);
    }

    private void written(String lines) throws IOException {
        Files.createDirectories(file.getParent());
        Files.writeString(file, lines, ISO_8859_1);
    }

    @Test
    void theNewestIsFirstAndEachIsThereOnce() {
        assertEquals(List.of(), recent.list());
        recent.add(FIRST);
        recent.add(SECOND);
        recent.add(FIRST);
        assertEquals(List.of(FIRST, SECOND), recent.list());
    }

    @Test
    void onlyALineThatNamesNoFileIsDropped() throws IOException {
        written(FIRST + "\n/p/\0.proj\n\n" + SECOND + "\n");
        assertEquals(List.of(FIRST, SECOND), recent.list());
    }

    @Test
    void onlyALineThatIsNoTextIsDropped() throws IOException {
        written(FIRST + "\n/p/\u00fc.proj\n" + SECOND + "\n");
        assertEquals(List.of(FIRST, SECOND), recent.list());
    }

    @Test
    void addingKeepsTheOthersBesideABadLine() throws IOException {
        written("\0\n" + FIRST + "\n");
        recent.add(SECOND);
        assertEquals(List.of(SECOND, FIRST), recent.list());
        assertEquals(List.of(SECOND.toString(), FIRST.toString()), Files.readAllLines(file));
    }
}
