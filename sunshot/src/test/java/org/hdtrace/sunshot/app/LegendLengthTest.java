// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.sunshot.app;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import org.hdtrace.sunshot.TestProjects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code hdtrace render --legend N}. */
class LegendLengthTest {
    @TempDir
    private Path folder;

    private static int run(StringWriter errors, String... args) {
        return Main.run(new PrintWriter(new StringWriter()), new PrintWriter(errors, true), args);
    }

    private String legend(String most) throws Exception {
        Path project = TestProjects.halves(folder);
        Path picture = folder.resolve("legend.svg");
        StringWriter errors = new StringWriter();
        int status = run(errors, "render", project.toString(), "--legend", most, "-o", picture.toString());
        assertEquals(0, status, errors.toString());
        // States carry their names, too, so only what stands below the rows counts.
        String text = Files.readString(picture);
        return text.substring(text.lastIndexOf("CPU_TOTAL"));
    }

    @Test
    void theLegendNamesTheLongestStates() throws Exception {
        String all = legend("all");
        assertTrue(all.contains(">Send<") && all.contains(">File_write<"), "both are named");
        String one = legend("1");
        assertTrue(one.contains(">and 2 more<") || one.contains(">and 1 more<"), one);
        assertFalse(one.contains(">Wait<"), "the shortest is left out");
        assertFalse(legend("0").contains("more<"), "no legend at all");
    }

    @Test
    void aLengthThatIsNoNumberIsToldAtOnce() {
        StringWriter errors = new StringWriter();
        String picture = folder.resolve("x.png").toString();
        int status = run(errors, "render", folder.toString(), "--legend", "few", "-o", picture);
        assertEquals(2, status);
        assertTrue(errors.toString().contains("--legend few: expected a number from 0 on, or all"), errors.toString());
    }
}
