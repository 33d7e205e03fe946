// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.piosim.model.program;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import org.hdtrace.format.TraceFormatException;
import org.hdtrace.piosim.model.cluster.CommandType;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class InsideCollectivesTest {
    private static final Set<CommandType> ALL = Set.of(CommandType.values());
    private static final String INIT = "<Init time='1' end='2'/>";
    private static final String BCAST = "<Bcast size='8' count='8' tid='0' rootRank='0' cid='0' time='2' end='3'/>";
    private static final String BARRIER = "<Barrier cid='0' time='4' end='5'/>";

    @TempDir
    Path directory;

    private Application load(Path project, boolean recorded) throws TraceFormatException {
        return TraceApplication.load(project, new TraceApplication.Options(0, false, ALL, recorded));
    }

    private Path broadcast() throws Exception {
        return new Recording(directory)
                .rank(
                        INIT,
                        "<Nested><Send size='8' toRank='1' toTag='2' cid='0' time='2.1' end='2.2'/></Nested>",
                        BCAST,
                        "<Nested><ISend size='0' toRank='1' toTag='1' rid='0' time='4.1' end='4.2'/>",
                        "<Irecv fromRank='1' fromTag='1' rid='1' time='4.2' end='4.3'/>",
                        "<Waitall time='4.3' end='4.4'><For rid='0' done='1'/>"
                                + "<For rid='1' done='1' fromRank='1' fromTag='1' size='0'/></Waitall></Nested>",
                        BARRIER)
                .rank(
                        INIT,
                        "<Nested><Recv fromRank='0' fromTag='2' size='8' cid='0' time='2.1' end='2.2'/></Nested>",
                        BCAST,
                        "<Nested><Sendrecv size='0' toRank='0' toTag='1' fromRank='0' fromTag='1' recvSize='0'"
                                + " time='4.1' end='4.4'/></Nested>",
                        BARRIER)
                .write();
    }

    @Test
    void putsMessagesInThePlaceOfCollectives() throws Exception {
        Application program = load(broadcast(), true);

        assertEquals(List.of(), program.unsupported());
        assertEquals(
                List.of(
                        CommandType.GLOBAL_SYNC,
                        CommandType.SEND,
                        CommandType.ISEND,
                        CommandType.IRECV,
                        CommandType.WAIT),
                Recording.types(program, 0));
        assertEquals(
                List.of(CommandType.GLOBAL_SYNC, CommandType.RECV, CommandType.SENDRECV), Recording.types(program, 1));
    }

    @Test
    void keepsTheirTagsApartFromThoseOfTheProgram() throws Exception {
        Command.Send send =
                (Command.Send) Recording.commands(load(broadcast(), true), 0).get(1);

        assertEquals(InsideCollectives.TAG + 2, send.tag());
        assertEquals(1, send.target());
        assertEquals(8, send.bytes());
    }

    @Test
    void simulatesItsOwnCollectivesUnlessAsked() throws Exception {
        assertEquals(
                List.of(CommandType.GLOBAL_SYNC, CommandType.BCAST, CommandType.BARRIER),
                Recording.types(load(broadcast(), false), 0));
    }

    @Test
    void refusesProjectsWithoutSuchMessages() throws Exception {
        Path project =
                new Recording(directory).rank(INIT, BCAST).rank(INIT, BCAST).write();

        TraceFormatException refused = assertThrows(TraceFormatException.class, () -> load(project, true));
        assertTrue(refused.getMessage().contains("--internals"), refused.getMessage());
    }

    /** A receive of rank 1 finds its part of the nonblocking collective complete, and goes on with it. */
    private Path later() throws Exception {
        return new Recording(directory)
                .rank(
                        INIT,
                        "<Nested><ISend size='4' toRank='1' toTag='40' rid='5' cid='0' time='2.1' end='2.2'/>"
                                + "<Irecv fromRank='1' fromTag='40' rid='6' cid='0' time='2.2' end='2.3'/></Nested>",
                        "<Iallreduce size='4' count='1' tid='0' rid='4' cid='0' time='2' end='3'/>",
                        "<Send size='8' toRank='1' toTag='7' cid='0' time='3' end='4'/>",
                        "<Nested><Wait time='5' end='5'><For rid='5' done='1'/></Wait>"
                                + "<Wait time='5.5' end='5.5'>"
                                + "<For rid='6' done='1' fromRank='1' fromTag='40' size='4'/></Wait></Nested>",
                        "<Wait time='4' end='6'><For rid='4' done='1'/></Wait>")
                .rank(
                        INIT,
                        "<Nested><Irecv fromRank='0' fromTag='40' rid='6' cid='0' time='2.2' end='2.3'/></Nested>",
                        "<Iallreduce size='4' count='1' tid='0' rid='4' cid='0' time='2' end='3'/>",
                        "<Nested><Wait time='3.1' end='3.1'>"
                                + "<For rid='6' done='1' fromRank='0' fromTag='40' size='4'/></Wait>"
                                + "<ISend size='4' toRank='0' toTag='40' rid='5' cid='0' time='3.2' end='3.3'/></Nested>",
                        "<Recv size='8' fromRank='0' fromTag='7' cid='0' time='3' end='4'/>",
                        "<Nested><Wait time='5' end='5'><For rid='5' done='1'/></Wait></Nested>",
                        "<Wait time='4' end='6'><For rid='4' done='1'/></Wait>")
                .write();
    }

    @Test
    void goesOnWithNonblockingOnesWhereTheyWentOn() throws Exception {
        Application program = load(later(), true);

        assertEquals(List.of(), program.unsupported());
        assertEquals(
                List.of(
                        CommandType.GLOBAL_SYNC,
                        CommandType.ISEND,
                        CommandType.IRECV,
                        CommandType.SEND,
                        CommandType.WAIT,
                        CommandType.WAIT,
                        CommandType.WAIT),
                Recording.types(program, 0));
        assertEquals(
                List.of(
                        CommandType.GLOBAL_SYNC,
                        CommandType.IRECV, // of the collective
                        CommandType.IRECV, // of the program
                        CommandType.WAIT,
                        CommandType.ISEND,
                        CommandType.WAIT, // for the program's
                        CommandType.WAIT,
                        CommandType.WAIT),
                Recording.types(program, 1));
        List<Command> commands = Recording.commands(program, 1);
        assertEquals(List.of(6L), ((Command.Wait) commands.get(3)).requests());
        assertEquals(InsideCollectives.TAG + 40, ((Command.Recv) commands.get(1)).tag());
        assertEquals(7, ((Command.Recv) commands.get(2)).tag());
        assertEquals(List.of(commands.get(2).request()), ((Command.Wait) commands.get(5)).requests());
    }

    @Test
    void waitingInNonblockingOnesIsNoComputation() throws Exception {
        Application program = TraceApplication.load(later(), new TraceApplication.Options(1, false, ALL, true));

        long nanos = 0;
        for (Command command : Recording.commands(program, 0)) {
            nanos += command instanceof Compute work ? work.amount() : 0;
        }

        assertEquals(800_000_000, nanos); // 0.1 s before and 0.7 s behind the messages of Iallreduce
    }

    @Test
    void leavesOutRanksThatHaveNoPartInIt() throws Exception {
        String scatterv = "<Scatterv size='8' rootRank='0' cid='0' time='2' end='3'><Data size='8'/></Scatterv>";
        Application program = load(
                new Recording(directory)
                        .rank(
                                INIT,
                                "<Nested><Send size='8' toRank='1' toTag='3' cid='0' time='2.1' end='2.2'/></Nested>",
                                scatterv)
                        .rank(
                                INIT,
                                "<Nested><Recv fromRank='0' fromTag='3' size='8' cid='0' time='2.1' end='2.2'/></Nested>",
                                scatterv)
                        .rank(INIT, scatterv)
                        .write(),
                true);

        assertEquals(List.of(CommandType.GLOBAL_SYNC, CommandType.SEND), Recording.types(program, 0));
        assertEquals(List.of(CommandType.GLOBAL_SYNC), Recording.types(program, 2));
    }

    @Test
    void keepsTheSimulatorsCollectiveWhereNobodyHasMessages() throws Exception {
        String[] more = {BCAST, BARRIER.replace("4", "6").replace("5", "7")};
        Application program = load(
                new Recording(directory)
                        .rank(
                                INIT,
                                more[0],
                                "<Nested><Send size='0' toRank='1' toTag='1' cid='0' time='6.1' end='6.2'/></Nested>",
                                more[1])
                        .rank(
                                INIT,
                                more[0],
                                "<Nested><Recv fromRank='0' fromTag='1' size='0' cid='0' time='6.1' end='6.2'/></Nested>",
                                more[1])
                        .write(),
                true);

        assertEquals(
                List.of(CommandType.GLOBAL_SYNC, CommandType.BCAST, CommandType.SEND), Recording.types(program, 0));
    }

    /** Rank 0 gathers what both write. */
    @Test
    void takesCollectiveAccessesApart() throws Exception {
        String open = "<File_open cid='0' name='f' flags='5' fid='1' oid='3' time='2' end='2.1'/>";
        String write = "<File_write_at_all fid='1' oid='3' offset='%d' size='8' tid='0' count='8' time='3' end='4'/>";
        String close = "<File_close fid='1' oid='3' time='5' end='6'/>";
        Application program = load(
                new Recording(directory)
                        .rank(
                                INIT,
                                open,
                                "<Nested><Nested><Nested>"
                                        + "<Sendrecv size='4' toRank='1' toTag='9' fromRank='1' fromTag='9' recvSize='4'"
                                        + " time='3.1' end='3.15'/></Nested>"
                                        + "<Alltoall size='4' cid='0' time='3.1' end='3.2'/>"
                                        + "<Irecv fromRank='1' fromTag='0' rid='9' cid='0' time='3.2' end='3.3'/>"
                                        + "<Waitall time='3.3' end='3.4'>"
                                        + "<For rid='9' done='1' fromRank='1' fromTag='0' size='8'/></Waitall>"
                                        + "<ADIO_WriteContig fid='1' oid='3' size='16' offset='0' time='3.5' end='3.6'/>"
                                        + "</Nested>"
                                        + "<ADIO_WriteStridedColl fid='1' oid='3' size='8' offset='0' time='3.05' end='3.9'/>"
                                        + "</Nested>",
                                write.formatted(0),
                                close)
                        .rank(
                                INIT,
                                open,
                                "<Nested><Nested><Nested>"
                                        + "<Sendrecv size='4' toRank='0' toTag='9' fromRank='0' fromTag='9' recvSize='4'"
                                        + " time='3.1' end='3.15'/></Nested>"
                                        + "<Alltoall size='4' cid='0' time='3.1' end='3.2'/>"
                                        + "<Isend size='8' toRank='0' toTag='0' rid='9' cid='0' time='3.2' end='3.3'/>"
                                        + "<Waitall time='3.3' end='3.4'><For rid='9' done='1'/></Waitall></Nested>"
                                        + "<ADIO_WriteStridedColl fid='1' oid='3' size='8' offset='8' time='3.05' end='3.9'/>"
                                        + "</Nested>",
                                write.formatted(8),
                                close)
                        .files("<File name='f'><Distribution/></File>")
                        .write(),
                true);

        assertEquals(List.of(), program.unsupported());
        assertEquals(
                List.of(
                        CommandType.GLOBAL_SYNC,
                        CommandType.FILE_OPEN,
                        CommandType.SENDRECV,
                        CommandType.IRECV,
                        CommandType.WAIT,
                        CommandType.FILE_WRITE,
                        CommandType.FILE_CLOSE),
                Recording.types(program, 0));
        FileAccess write16 = Recording.access(
                CommandType.FILE_WRITE, Recording.commands(program, 0).get(5));
        assertEquals(16, write16.ranges().bytes());
        assertEquals(
                List.of(
                        CommandType.GLOBAL_SYNC,
                        CommandType.FILE_OPEN,
                        CommandType.SENDRECV,
                        CommandType.ISEND,
                        CommandType.WAIT,
                        CommandType.FILE_CLOSE),
                Recording.types(program, 1));
    }

    @Test
    void refusesPostsWithoutTheirCompletion() throws Exception {
        Path project = new Recording(directory)
                .rank(
                        INIT,
                        "<Nested><ISend size='8' toRank='1' toTag='2' cid='0' time='2.1' end='2.2'/></Nested>",
                        BCAST)
                .rank(INIT, "<Nested><Irecv fromTag='2' cid='0' time='2.1' end='2.2'/></Nested>", BCAST)
                .write();

        TraceFormatException refused = assertThrows(TraceFormatException.class, () -> load(project, true));
        assertTrue(refused.getMessage().contains("patched MPICH"), refused.getMessage());
    }
}
