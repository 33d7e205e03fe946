// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.piosim.model.program;

import static org.hdtrace.piosim.model.program.Recording.commands;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import org.hdtrace.piosim.model.cluster.CommandType;
import org.hdtrace.piosim.model.file.ApplicationFile;
import org.hdtrace.piosim.model.file.FileHints;
import org.hdtrace.piosim.model.file.Piece;
import org.hdtrace.piosim.model.file.ServersInTurn;
import org.hdtrace.piosim.model.file.SimpleStripe;
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
        FileAccess read =
                Recording.access(CommandType.FILE_READ, commands(application, 0).get(3));
        assertEquals(List.of(new Piece(100, 4), new Piece(102, 4)), read.pieces());
    }

    /**
     * What a program says in its info object holds from then on, in the library's reading: 2 aggregators were too many. Of what
     * the program says nothing of, its own choices count, as from a file of hints, no defaults and nothing that follows from the
     * recorded machine.
     */
    @Test
    void keepsTheHintsOfTheProgram() throws Exception {
        Application application = new Recording(directory)
                .rank(
                        "<File_open cid='0' name='f' fid='0' time='1' end='2'><Info key='cb_nodes' value='1' effective='1'/>"
                                + "<Info key='cb_nodes' value='2'/><Info key='romio_ds_read' value='automatic' effective='1'/>"
                                + "<Info key='romio_cb_read' value='enable' effective='1'/>"
                                + "<Info key='cb_buffer_size' value='16777216' effective='1'/>"
                                + "<Info key='romio_aggregator_list' value='0 ' effective='1'/></File_open>",
                        "<File_open cid='0' name='g' fid='1' time='1' end='2'><Info key='cb_nodes' value='7' effective='1'/>"
                                + "</File_open>",
                        call("File_write_at fid='0' offset='0' size='8'"),
                        "<File_set_info fid='0' time='1' end='2'><Info key='romio_ds_write' value='disable'/>"
                                + "</File_set_info>",
                        call("File_write_at_all fid='0' offset='0' size='8'"))
                .load();

        FileHints opened = FileHints.NONE.with("cb_nodes", "1").with("romio_cb_read", "enable");
        List<Command> commands = commands(application, 0);
        assertEquals(FileHints.NONE, ((Command.FileOpen) commands.get(1)).hints());
        assertEquals(opened, ((FileAccess) commands.get(2)).hints());
        assertEquals(opened.with("romio_ds_write", "disable"), ((FileAccess) commands.get(4)).hints());
    }

    @Test
    void ignoresHintsThatMakeNoSense() {
        FileHints hints = new FileHints(Map.of("cb_nodes", "many", "x", "-4", "romio_cb_write", "Enable", "y", "7"));
        assertEquals(OptionalLong.empty(), hints.number("cb_nodes"));
        assertEquals(OptionalLong.empty(), hints.number("x"));
        assertEquals(OptionalLong.empty(), hints.number("nobody"));
        assertEquals(OptionalLong.of(7), hints.number("y"));
        assertEquals(Optional.of(FileHints.Switch.ENABLE), hints.toggle("romio_cb_write"));
        assertEquals(Optional.empty(), hints.toggle("y"));
    }

    @Test
    void movesTheSharedPointerInUnitsOfTheView() throws Exception {
        Application application = new Recording(directory)
                .datatypes("<Rank name='0' thread='0'><NAMED id='0' name='MPI_INT'/>"
                        + "<RESIZED id='1' lowerBound='0' extent='16' oldType='0'/></Rank>")
                .rank(
                        call("File_open cid='0' name='v' fid='0'"),
                        call("File_set_view fid='0' offset='100' etid='0' filetid='1' representation='native'"),
                        call("File_seek_shared fid='0' relative-offset='2' whence='Set' offset='132'"),
                        call("File_iwrite_shared fid='0' rid='4' size='8'"),
                        "<Wait time='2' end='3'><For rid='4'/></Wait>")
                .load();

        List<Command> commands = commands(application, 0);
        assertEquals(8, ((FileControl.Together) commands.get(2)).size());
        PointerAccess.Shared write = (PointerAccess.Shared) commands.get(3);
        assertEquals(List.of(8L, 4L), List.of(write.bytes(), write.request()));
        assertEquals(
                List.of(new Piece(132, 4), new Piece(148, 4)),
                write.view().ranges(8, 8).list());
    }

    /** The same file opened twice by the same ranks, then again when one is closed: numbers 0, 1 and 0. */
    @Test
    void tellsOpeningsOfAFileFromEachOther() throws Exception {
        Application application = new Recording(directory)
                .rank(
                        call("File_open cid='0' name='f' amode='CREATE|RDWR' fid='0' oid='0'"),
                        call("File_open cid='0' name='f' amode='RDWR|APPEND' fid='0' oid='1'"),
                        call("File_write_shared fid='0' oid='1' size='8' bytes='8'"),
                        call("File_close fid='0' oid='0'"),
                        call("File_open cid='0' name='f' amode='RDONLY' fid='0' oid='2'"),
                        call("File_read_ordered fid='0' oid='2' offset='9' size='8' bytes='3'"),
                        "<File_write_ordered_begin fid='0' oid='1' rid='3' time='1' end='2'><Data offset='0' size='6'/>"
                                + "</File_write_ordered_begin>")
                .load();

        List<Command> commands = commands(application, 0);
        assertEquals(new Opening(0, true, false, false), ((Command.FileOpen) commands.get(0)).opening());
        assertEquals(new Opening(1, false, false, true), ((Command.FileOpen) commands.get(1)).opening());
        assertEquals(1, ((PointerAccess.Shared) commands.get(2)).opening());
        assertEquals(0, ((Command.FileOpen) commands.get(4)).opening().number());
        PointerAccess.Ordered read = (PointerAccess.Ordered) commands.get(5);
        // The pointer moves by what was asked for.
        assertEquals(List.of(0L, 8L), List.of((long) read.opening(), read.bytes()));
        PointerAccess.Ordered begun = (PointerAccess.Ordered) commands.get(6);
        assertEquals(List.of(1L, 6L, 3L), List.of((long) begun.opening(), begun.bytes(), begun.request()));
    }

    /** One that is ended, one that isn't; a nonblocking access is no split one. The recording began at 100 s. */
    @Test
    void refusesToCloseAFileBeforeSplitAccessIsEnded() throws Exception {
        Application application = new Recording(directory)
                .rank(
                        call("File_open cid='0' name='f' fid='0' oid='0'"),
                        "<File_read_all_begin fid='0' oid='0' rid='1' time='1' end='2'><Data offset='0' size='3'/></File_read_all_begin>",
                        "<Wait call='File_read_all_end' time='2' end='3'><For rid='1' done='1'/></Wait>",
                        "<File_iread_all fid='0' oid='0' rid='2' offset='0' size='3' time='3' end='4'/>",
                        "<File_write_ordered_begin fid='0' oid='0' rid='3' time='4.25' end='5'><Data offset='0' size='6'/>"
                                + "</File_write_ordered_begin>",
                        call("File_close fid='0' oid='0'"))
                .load();
        assertEquals(
                List.of(new Application.Unsupported(
                        "File_close of 'f' by rank 0 before its File_write_ordered_begin at 104.250000000 s is ended",
                        1)),
                application.unsupported());
    }

    /** The first call that creates a file decides, and only of a file that isn't there. */
    @Test
    void stripesNewFilesAsTheProgramWants() throws Exception {
        String hint = "' time='1' end='2'><Info key='striping_unit' value='%d'/></File_open>";
        Application application = new Recording(directory)
                .files("<File name='old'><InitialSize>1K</InitialSize></File><File name='new'/>")
                .rank(
                        "<File_open cid='0' name='old' fid='0" + hint.formatted(4096),
                        "<File_open cid='0' name='new' fid='1" + hint.formatted(1 << 20),
                        "<File_open cid='0' name='new' fid='2" + hint.formatted(4096),
                        "<File_open cid='0' name='read' amode='RDONLY' fid='3" + hint.formatted(4096))
                .load();

        List<ApplicationFile> files = application.files();
        assertEquals(
                List.of(SimpleStripe.DEFAULT, new SimpleStripe(1 << 20), SimpleStripe.DEFAULT),
                files.stream().map(ApplicationFile::distribution).toList());
        Application some = new Recording(directory)
                .rank("<File_open cid='0' name='few' fid='0' time='1' end='2'><Info key='striping_factor' value='2'/>"
                        + "</File_open>")
                .load();
        assertEquals(
                new ServersInTurn(SimpleStripe.DEFAULT, 2, 0),
                some.files().get(0).distribution());
        List<Command> commands = commands(application, 0);
        assertEquals(files.get(1), ((Command.FileOpen) commands.get(1)).file());
        assertEquals(files.get(1), ((Command.FileOpen) commands.get(2)).file());
    }
}
