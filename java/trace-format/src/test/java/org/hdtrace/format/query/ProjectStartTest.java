// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.format.query;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.OptionalLong;
import org.hdtrace.format.TraceFormatException;
import org.hdtrace.format.project.Project;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ProjectStartTest {
    @TempDir
    private Path folder;

    @BeforeEach
    void writeProject() throws IOException {
        Files.writeString(
                folder.resolve("app.proj"),
                """
                <Application name="app"><Topology><Level type="Rank"></Level><Node name="0"/><Node name="1"/></Topology>
                </Application>
                """);
    }

    @Test
    void emptyProjectHasNone() throws IOException, TraceFormatException {
        assertEquals(OptionalLong.empty(), ProjectStart.of(Project.open(folder)));
        Files.writeString(folder.resolve("app_0.trc"), "<Program></Program>");
        assertEquals(OptionalLong.empty(), ProjectStart.of(Project.open(folder)));
    }

    @Test
    void parentsStandBehindTheirChildrenButBeginBeforeThem() throws IOException, TraceFormatException {
        Files.writeString(
                folder.resolve("app_0.trc"),
                "<Program><Nested><A time='3' end='4'/></Nested><B time='2' end='5'/><C time='6' end='7'/></Program>");
        assertEquals(OptionalLong.of(2_000_000_000L), ProjectStart.of(Project.open(folder)));
    }

    @Test
    void theEarliestOfAllFilesCounts() throws IOException, TraceFormatException {
        Files.writeString(folder.resolve("app_0.trc"), "<Program><B time='2' end='5'/></Program>");
        Files.writeString(
                folder.resolve("app_1.rel"),
                "<relation version='1' hostID='n' localToken='1' topologyNumber='0'><rel t='0' time='1'/></relation>");
        assertEquals(OptionalLong.of(1_000_000_000L), ProjectStart.of(Project.open(folder)));
    }
}
