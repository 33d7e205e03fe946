// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.sunshot.app;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import org.hdtrace.sunshot.TestProjects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A store that is damaged never shows in a picture: it is made anew. */
class DamagedStoreTest {
    private static final int CHUNK = 1 << 14;
    private static final int CHECKED = 32;

    @TempDir
    private Path folder;

    @Test
    void aPictureIsTheSameWithADamagedStore() throws Exception {
        Path project = TestProjects.large(folder);
        Path store = folder.resolve("large.hdv");
        for (String from : new String[] {"0.0", "2.1", "4.4"}) {
            assertEquals("", told(project, from), "no store, or a right one");
            byte[] picture = Files.readAllBytes(folder.resolve("p.png"));
            byte[] right = Files.readAllBytes(store);
            Files.write(store, damaged(right));
            String line = told(project, from);
            assertTrue(line.matches("hdtrace render: .*large.hdv: byte \\d+: is damaged; it is made anew\n"), line);
            assertArrayEquals(picture, Files.readAllBytes(folder.resolve("p.png")));
            assertEquals("", told(project, from), "it is right again");
            assertArrayEquals(picture, Files.readAllBytes(folder.resolve("p.png")));
        }
    }

    /** One bit of each part that is compared when it is read, not when the file is opened. */
    private static byte[] damaged(byte[] right) {
        byte[] wrong = right.clone();
        int step = right.length / CHUNK / CHECKED;
        assertTrue(step > 1, "parts of the store: " + right.length / CHUNK);
        for (int chunk = 0; (chunk + 1) * CHUNK < right.length; chunk++) {
            wrong[chunk * CHUNK + CHUNK / 2] ^= (byte) (chunk % step == 0 ? 0 : 8);
        }
        return wrong;
    }

    /** What is said when a picture of less than 0.1 s is made. */
    private String told(Path project, String from) {
        StringWriter err = new StringWriter();
        PrintWriter out = new PrintWriter(new StringWriter(), true);
        String to = from + "9";
        String png = folder.resolve("p.png").toString();
        String[] args = {"render", project.toString(), "-o", png, "--from", from, "--to", to};
        assertEquals(0, Main.run(out, new PrintWriter(err, true), args), err.toString());
        return err.toString();
    }
}
