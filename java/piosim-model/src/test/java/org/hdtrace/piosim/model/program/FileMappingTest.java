// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.piosim.model.program;

import static org.hdtrace.piosim.model.program.Recording.commands;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.file.Path;
import java.util.List;
import org.hdtrace.piosim.model.file.Piece;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What becomes of recorded file calls. */
class FileMappingTest {
    @TempDir
    Path directory;

    private static String call(String nameAndAttributes) {
        return "<" + nameAndAttributes + " time='1' end='2'/>";
    }

    /** MPI lets nobody write through such a view; reading is fine. */
    @Test
    void refusesToWriteThroughAViewThatOverlapsItself() throws Exception {
        Application application = new Recording(directory)
                .datatypes("<Rank name='0' thread='0'><NAMED id='0' name='MPI_INT'/>"
                        + "<RESIZED id='1' lowerBound='0' extent='2' oldType='0'/></Rank>")
                .rank(
                        call("File_open cid='0' name='v' flags='5' fid='0'"),
                        call("File_set_view fid='0' offset='100' etid='0' filetid='1' representation='native'"),
                        call("File_write_at_all fid='0' offset='0' size='8'"),
                        call("File_read_at fid='0' offset='0' size='8'"))
                .load();

        assertEquals(
                List.of(new Application.Unsupported(
                        "File_write_at_all to 'v' through a file view that overlaps itself", 1)),
                application.unsupported());
        Command.FileRead read = (Command.FileRead) commands(application, 0).get(3);
        assertEquals(List.of(new Piece(100, 4), new Piece(102, 4)), read.pieces());
    }
}
