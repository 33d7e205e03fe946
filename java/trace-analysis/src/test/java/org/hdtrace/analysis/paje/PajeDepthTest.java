// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.analysis.paje;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.hdtrace.format.TraceFormatException;
import org.hdtrace.format.project.Project;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Containers in containers: names of files hold the names of all. */
class PajeDepthTest {
    private static final String HEAD =
            """
            %EventDef PajeDefineContainerType 0
            % Alias string
            % Type string
            % Name string
            %EndEventDef
            %EventDef PajeDefineStateType 1
            % Alias string
            % Type string
            % Name string
            %EndEventDef
            %EventDef PajeCreateContainer 2
            % Time date
            % Alias string
            % Type string
            % Container string
            % Name string
            %EndEventDef
            %EventDef PajeSetState 3
            % Time date
            % Type string
            % Container string
            % Value string
            %EndEventDef
            %EventDef PajeResetState 4
            % Time date
            % Type string
            % Container string
            %EndEventDef
            """;

    @TempDir
    private Path folder;

    private void imported(int depth, int characters) throws TraceFormatException, IOException {
        StringBuilder text = new StringBuilder(HEAD);
        for (int i = 1; i <= depth; i++) {
            text.append("0 T" + i + " " + (i == 1 ? "0" : "T" + (i - 1)) + " t" + i + "\n");
        }
        text.append("1 S T" + depth + " s\n");
        for (int i = 1; i <= depth; i++) {
            String name = String.valueOf((char) ('a' + i % 26)).repeat(characters);
            text.append("2 0 c" + i + " T" + i + " " + (i == 1 ? "0" : "c" + (i - 1)) + " " + name + "\n");
        }
        text.append("3 0 S c" + depth + " Compute\n4 1 S c" + depth + "\n");
        Path trace = Files.writeString(folder.resolve("deep.trace"), text);
        new PajeImporter().run(trace, folder.resolve("p"), share -> {});
    }

    @Test
    void longNamesAreCutAsFarAsTheyMustBe() throws Exception {
        imported(16, 80);
        assertEquals(
                1, Project.open(folder.resolve("p").resolve("p.proj")).traces().size());
    }

    @Test
    void whatIsTooDeepNamesTheLimit() {
        TraceFormatException e = assertThrows(TraceFormatException.class, () -> imported(300, 80));
        // The outermost container stands for the project.
        assertEquals(
                folder.resolve("deep.trace")
                        + ": containers: 299 nested levels don't fit into names of files: beside the project's name"
                        + " there is room for 206 characters, and each level with a longer name takes 11",
                e.getMessage());
        assertFalse(Files.exists(folder.resolve("p")));
    }
}
