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
}
