// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.piosim.output;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import org.hdtrace.format.project.Project;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Many more files than may be open, and less memory than their buffers would take. */
class ManyRanksTest {
    private static final int RANKS = 2000;

    @TempDir
    Path folder;

    @Test
    void needNeitherManyFilesNorMuchMemory() throws Exception {
        String said = SmallProcess.run(ManyRanks.class, folder, RANKS, TraceLevel.ALL);
        assertTrue(said.startsWith("FINISHED"), said);
        Project project = Project.open(folder);
        assertEquals(RANKS, project.traces().size());
        // Of each rank its host, interface and two edges, and the switch.
        assertEquals(4 * RANKS + 1, project.statistics().size());
    }
}
