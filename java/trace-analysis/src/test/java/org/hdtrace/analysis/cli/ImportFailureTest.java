// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.analysis.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.hdtrace.analysis.otf2.StandIn;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Imports that can't be written say why. */
class ImportFailureTest {
    @TempDir
    Path folder;

    @BeforeEach
    void putProgram() throws IOException {
        StandIn.put(folder);
    }

    @AfterEach
    void forgetProgram() {
        StandIn.forget();
    }

    @Test
    void causesAreToldWhereTheMessageIsJustAFile() {
        assertEquals("Access Denied Exception", OutputFailure.cause(new AccessDeniedException("p/a.trc")));
        assertEquals("p: too long", OutputFailure.cause(new FileSystemException("p", null, "too long")));
        assertEquals("disk full", OutputFailure.cause(new IOException("disk full")));
    }

    @Test
    void namesThatFitInNoWayAreTold() throws Exception {
        StringBuilder text = new StringBuilder("otf2\t1\nnode\t0\t-\tmachine\tm\n");
        for (int node = 1; node <= 30; node++) {
            text.append("node\t" + node + "\t" + (node - 1) + "\tgroup\tgroup of nodes\n");
        }
        text.append("group\t0\t30\tprocess\nlocation\t0\t0\tcpu\tthread\nevents\t0\nend\nwhole\n");
        Path anchor = Files.writeString(folder.resolve("run.otf2"), text);
        Run run = Run.of("import", "otf2", anchor, "-o", folder.resolve("made"));
        assertEquals(1, run.status(), run::toString);
        assertTrue(run.err().startsWith("hdtrace import: the new project can't be written: "), run.err());
        assertTrue(run.err().endsWith(": File name too long\n"), run.err());
        assertEquals(1, run.err().lines().count(), run.err());
        assertFalse(Files.exists(folder.resolve("made")));
    }
}
