// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.piosim.model.program;

import static org.hdtrace.piosim.model.program.Recording.commands;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.List;
import org.hdtrace.format.TraceFormatException;
import org.hdtrace.piosim.model.cluster.CommandType;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Recorded one-sided communication becomes commands in the right window. */
class WindowMappingTest {
    @TempDir
    Path directory;

    private static String create(int cid, int win, int time) {
        return "<Win_allocate cid='%d' win='%d' size='64' dispUnit='4' time='%d' end='%d'/>"
                .formatted(cid, win, time, time + 1);
    }

    private Application one(String... calls) throws Exception {
        return new Recording(directory)
                .rank(create(0, 0, 1), String.join("", calls))
                .rank(create(0, 0, 1))
                .load();
    }

    private Command last(String call) throws Exception {
        Application application = one(call);
        assertEquals(List.of(), application.unsupported());
        List<Command> commands = commands(application, 0);
        return commands.get(commands.size() - 1);
    }

    @Test
    void windowsOfTheSamePlaceInACommunicatorAreOneWhateverTheirNumbers() throws Exception {
        String self = "<Communicator name='SELF'><Rank global='0' local='0' cid='1'/>"
                + "<Rank global='1' local='0' cid='1'/></Communicator>";
        Application application = new Recording(directory)
                .communicators(self)
                // Rank 0 makes one of its own first, so its numbers differ from those of rank 1.
                .rank(
                        create(1, 0, 1),
                        create(0, 1, 3),
                        create(0, 2, 5),
                        "<Put win='1' size='8' targetRank='1' time='7' end='8'/>")
                .rank(
                        create(0, 0, 1),
                        create(0, 1, 3),
                        create(1, 2, 5),
                        "<Put win='0' size='8' targetRank='0' time='7' end='8'/>",
                        "<Put win='1' size='8' targetRank='0' time='9' end='10'/>")
                .load();
        assertEquals(List.of(), application.unsupported());
        assertEquals(4, application.windows().size());
        Window first = puts(application, 0).get(0);
        assertSame(first, puts(application, 1).get(0));
        assertNotSame(first, puts(application, 1).get(1));
        assertSame(application.world(), first.communicator());
        application
                .windows()
                .forEach(window -> assertSame(window, application.windows().get(window.id())));
    }

    private static List<Window> puts(Application application, int rank) throws TraceFormatException {
        return commands(application, rank).stream()
                .filter(command -> command.type() == CommandType.PUT)
                .map(command -> ((OneSided) command).window())
                .toList();
    }

    @Test
    void windowThatAMemberDoesNotMakeIsRefused() throws Exception {
        Application application = new Recording(directory)
                .rank(create(0, 0, 1), "<Win_fence win='0' assert='0' time='3' end='4'/>")
                .rank("<Barrier cid='0' time='3' end='4'/>")
                .load();
        assertEquals(
                List.of(
                        "Win_allocate in a window that not all its ranks were seen to make",
                        "Win_fence in a window that not all its ranks were seen to make"),
                application.unsupported().stream()
                        .map(Application.Unsupported::name)
                        .toList());
    }

    @Test
    void epochsOfGroupsNameTheirRanks() throws Exception {
        String post =
                "<Win_post win='0' assert='1024' processes='2' time='3' end='4'><Origin rank='1'/><Origin rank='0'/>"
                        + "</Win_post>";
        OneSided.Group group = (OneSided.Group) last(post);
        assertEquals(List.of(1, 0), group.ranks());
        assertEquals(false, group.checked(), "MPI_MODE_NOCHECK");
        OneSided.Group nobody = (OneSided.Group) last("<Win_start win='0' assert='0' processes='0' time='3' end='4'/>");
        assertEquals(List.of(), nobody.ranks());
        assertTrue(nobody.checked());
        for (String old : List.of(
                "<Win_start win='0' assert='0' time='3' end='4'/>",
                "<Win_start win='0' assert='0' processes='1' time='3' end='4'/>",
                "<Win_start win='0' assert='0' processes='1' time='3' end='4'><Target rank='7'/></Win_start>")) {
            assertEquals(1, one(old).unsupported().size(), old);
        }
    }

    @Test
    void locksTellTheirKindAndTarget() throws Exception {
        OneSided.Passive lock = (OneSided.Passive)
                last("<Win_lock win='0' targetRank='1' lockType='EXCLUSIVE' assert='0' time='3' end='4'/>");
        assertEquals(1, lock.target());
        assertEquals(OneSided.Lock.EXCLUSIVE, lock.lock());
        lock = (OneSided.Passive)
                last("<Win_lock win='0' targetRank='1' lockType='SHARED' assert='0' time='3' end='4'/>");
        assertEquals(OneSided.Lock.SHARED, lock.lock());
        lock = (OneSided.Passive) last("<Win_lock_all win='0' assert='1' time='3' end='4'/>");
        assertEquals(OneSided.EVERYBODY, lock.target());
        assertEquals(OneSided.Lock.UNCHECKED, lock.lock(), "MPI_MODE_NOCHECK of Open MPI");
    }

    @Test
    void whatHasNothingToDoTakesNoTime() throws Exception {
        for (String call : List.of(
                "<Put win='0' size='8' targetRank='-1' time='3' end='4'/>",
                "<Rget win='0' size='8' targetRank='-1' rid='3' time='3' end='4'/>",
                "<Win_flush win='0' targetRank='-1' time='3' end='4'/>",
                "<Win_test win='0' flag='0' time='3' end='4'/>")) {
            Command command = last(call);
            assertEquals(0, ((Compute) command).amount(), call);
        }
        assertEquals(
                CommandType.WIN_WAIT,
                last("<Win_test win='0' flag='1' time='3' end='4'/>").type());
    }

    @Test
    void atomicReadIsAGet() throws Exception {
        String call = "<Get_accumulate win='0' size='8' targetRank='1' originCount='%d' time='3' end='4'/>";
        assertEquals(CommandType.GET, last(call.formatted(0)).type());
        assertEquals(CommandType.GET_ACCUMULATE, last(call.formatted(1)).type());
    }

    @Test
    void writtenProgramsAreSavedAndReadAgain() throws Exception {
        ProgramBuilder program = new ProgramBuilder("windows", 3);
        Communicator some = program.createCommunicator("some", 2, 0);
        Window first = program.createWindow(program.world());
        Window second = program.createWindow(some);
        program.in(second)
                .post(0, 2)
                .start(2, 0)
                .transfer(CommandType.ACCUMULATE, 2, 0, 5, 9)
                .complete(2)
                .await(0);
        program.addWaitAll(2, 9);
        program.in(first)
                .lock(0, 1, OneSided.Lock.EXCLUSIVE)
                .transfer(CommandType.COMPARE_AND_SWAP, 0, 1, 8, Command.BLOCKING)
                .transfer(CommandType.FETCH_AND_OP, 0, 1, 8, Command.BLOCKING)
                .transfer(CommandType.GET_ACCUMULATE, 0, 1, 8, 4)
                .flushLocal(0, 1)
                .unlock(0, 1)
                .lock(1, OneSided.EVERYBODY, OneSided.Lock.UNCHECKED)
                .get(1, 2, 77)
                .flush(1, OneSided.EVERYBODY)
                .unlock(1, OneSided.EVERYBODY)
                .fence()
                .free();
        Path saved = ProgramSaver.save(program.build(), directory.resolve("saved"));
        Application read = TraceApplication.load(saved, TraceApplication.Options.DEFAULT);
        assertEquals(List.of(), read.unsupported());
        assertEquals(2, read.windows().size());
    }

    @Test
    void programsCanNotSaveAWindowThatTheyDoNotMake() throws Exception {
        ProgramBuilder program = new ProgramBuilder("unmade", 2);
        Window window = new Window(0, program.world());
        program.in(window).fence();
        assertThrows(TraceFormatException.class, () -> ProgramSaver.save(program.build(), directory.resolve("unmade")));
    }

    @Test
    void commandsCheckWhoTheyAreFor() {
        ProgramBuilder program = new ProgramBuilder("checks", 3);
        Window window = program.createWindow(program.createCommunicator("some", 2, 0));
        OneSidedBuilder in = program.in(window);
        assertThrows(IllegalArgumentException.class, () -> in.put(0, 1, 5), "target");
        assertThrows(IllegalArgumentException.class, () -> in.put(1, 0, 5), "origin");
        assertThrows(IllegalArgumentException.class, () -> in.put(0, 2, -1), "bytes");
        assertThrows(IllegalArgumentException.class, () -> in.post(0, 1), "group");
        assertThrows(IllegalArgumentException.class, () -> in.lock(0, 2, OneSided.Lock.NONE), "lock");
        assertThrows(
                IllegalArgumentException.class,
                () -> in.transfer(CommandType.WIN_FENCE, 0, 2, 5, Command.BLOCKING),
                "type");
    }
}
