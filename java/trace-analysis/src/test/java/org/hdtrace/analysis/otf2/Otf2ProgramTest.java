// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.analysis.otf2;

import static org.hdtrace.analysis.messages.TraceTexts.state;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.hdtrace.analysis.messages.TraceTexts;
import org.hdtrace.format.TraceFormatException;
import org.hdtrace.format.project.Project;
import org.hdtrace.format.select.Selection;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What stays of the program that reads and writes archives, and what is told of its complaints. */
class Otf2ProgramTest {
    /** Tells what is refused, and goes on until it is asked to end. */
    private static final String GOES_ON =
            """
            #!/bin/sh
            trap "$TRAP" TERM
            echo $$ >"$0.process"
            readlink /proc/$$/fd/2 >"$0.errors"
            printf 'otf2\\t1\\nevents\\t1\\n'
            while :; do sleep 0.05; done
            """;

    @TempDir
    Path folder;

    @AfterEach
    void forgetProgram() {
        StandIn.forget();
    }

    private void refuse(String trap) throws Exception {
        StandIn.put(folder, GOES_ON.replace("$TRAP", trap));
        Path anchor = Files.writeString(folder.resolve("run.otf2"), "");
        TraceFormatException e = assertThrows(
                TraceFormatException.class, () -> new Otf2Importer().run(anchor, folder.resolve("made"), share -> {}));
        assertTrue(e.reason().contains("location 1"), e.reason());
    }

    private String said(String name) throws IOException {
        return Files.readString(folder.resolve("hdtrace-otf2." + name)).strip();
    }

    @Test
    void itsEndIsWaitedForAndWhatItSaidIsRemoved() throws Exception {
        refuse("sleep 0.3; touch $0.ended; exit");
        assertTrue(Files.exists(folder.resolve("hdtrace-otf2.ended")));
        Path errors = Path.of(said("errors"));
        assertTrue(errors.startsWith(folder.toRealPath()), errors::toString);
        assertFalse(Files.exists(errors));
    }

    @Test
    void itIsEndedWhenItDoesNotEnd() throws Exception {
        refuse("");
        assertTrue(ProcessHandle.of(Long.parseLong(said("process"))).isEmpty());
    }

    @Test
    void reasonsNameTheArchiveAndNotTheFolderOfTheTimeBetween() throws Exception {
        Project project =
                TraceTexts.write(Files.createDirectory(folder.resolve("p")), "", List.of(state("A", "", 1, 2)));
        Path target = folder.resolve("archive");
        String script =
                """
                #!/bin/sh
                cat >/dev/null
                echo "$2: can't make $2/traces" >&2
                exit $STATUS
                """;
        StandIn.put(folder, script.replace("$STATUS", "2"));
        TraceFormatException refused = assertThrows(
                TraceFormatException.class, () -> Otf2Exporter.write(project, Selection.all(), target, path -> {}));
        assertEquals(target, refused.file());
        assertEquals("can't make " + target + "/traces", refused.reason());
        StandIn.put(folder, script.replace("$STATUS", "1"));
        IOException failed =
                assertThrows(IOException.class, () -> Otf2Exporter.write(project, Selection.all(), target, path -> {}));
        assertEquals("can't make " + target + "/traces", failed.getMessage());
        assertFalse(Files.exists(target));
    }
}
