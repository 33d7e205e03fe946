// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.piosim.output;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import org.hdtrace.format.TraceFormatException;
import org.hdtrace.format.project.Project;
import org.hdtrace.format.project.RelationFile;
import org.hdtrace.format.project.StatisticsFile;
import org.hdtrace.format.relation.RelationEvent;
import org.hdtrace.format.relation.RelationReader;
import org.hdtrace.format.statistics.StatisticsReader;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Statistics and relations of many more servers than files may be open. */
class ManyServersTest {
    private static final int SERVERS = 1000;
    private static final String DISK = "disk-";

    @TempDir
    Path folder;

    @Test
    void areWrittenWithFewOpenFiles() throws Exception {
        assertEquals(
                "FINISHED", SmallProcess.run(ManyServers.class, folder, SERVERS).strip());
        Project project = Project.open(folder);
        int disks = 0;
        for (StatisticsFile file : project.statistics()) {
            if (file.node().name().startsWith(DISK)) {
                assertEquals(ManyServers.STRIPE, bytes(file), file.path().toString());
                disks++;
            }
        }
        assertEquals(SERVERS, disks);
        // Of each server itself, its disk and its interface, and the load of the rank's host.
        assertEquals(3 * SERVERS + 1, project.statistics().size());
        int tokens = 0;
        for (RelationFile file : project.relations()) {
            tokens += tokens(file);
        }
        // Of each server a request to it, at it, its job and its access, and the two calls.
        assertEquals(4 * SERVERS + 2, tokens);
        assertEquals(2 * SERVERS + 1, project.relations().size());
    }

    private static long bytes(StatisticsFile file) throws TraceFormatException {
        try (StatisticsReader reader = StatisticsReader.open(file.path())) {
            int value = reader.group().indexOf("BYTES");
            long bytes = 0;
            while (reader.next()) {
                bytes += reader.longValue(value);
            }
            return bytes;
        }
    }

    private static int tokens(RelationFile file) throws TraceFormatException {
        try (RelationReader reader = RelationReader.open(file.path())) {
            int tokens = 0;
            for (RelationEvent event = reader.next(); event != null; event = reader.next()) {
                tokens += event instanceof RelationEvent.Token ? 1 : 0;
            }
            assertTrue(reader.isComplete(), file.path().toString());
            return tokens;
        }
    }
}
