// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.piosim.model.program;

import static org.hdtrace.piosim.model.program.Recording.commands;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;

import java.nio.file.Path;
import java.util.List;
import org.hdtrace.piosim.model.cluster.CommandType;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RequestMappingTest {
    @TempDir
    Path directory;

    private int time;

    /** A call of one second right behind the one before. */
    private String call(String element) {
        return "<" + element + " time='" + time + "' end='" + ++time + "'/>";
    }

    private String call(String element, String... children) {
        String name = element.split(" ", 2)[0];
        return "<" + element + " time='" + time + "' end='" + ++time + "'>" + String.join("", children) + "</" + name
                + ">";
    }

    private List<Command> mapped(String... entries) throws Exception {
        Application application =
                new Recording(directory).rank(entries).rank("").rank("").load();
        assertEquals(List.of(), application.unsupported());
        return commands(application, 0);
    }

    private static List<Long> requests(Command wait) {
        return ((Command.Wait) wait).requests();
    }

    @Test
    void startsPersistentOperationsAgainAndAgain() throws Exception {
        List<Command> commands = mapped(
                call("Ssend_init size='8' toRank='1' toTag='5' cid='0' rid='3'"),
                call("Recv_init fromRank='1' fromTag='6' cid='0' rid='4'"),
                call("Send_init size='8' toRank='-1' toTag='5' cid='0' rid='5'"),
                call("Startall", "<For rid='3'/>", "<For rid='4'/>", "<For rid='5'/>"),
                call("Waitall", "<For rid='3' done='1'/>", "<For rid='4' done='1'/>", "<For rid='5' done='1'/>"),
                call("Start", "<For rid='4'/>"),
                call("Wait", "<For rid='4' done='1'/>"),
                call("Start", "<For rid='5'/>"),
                call("Request_free rid='4'"));

        assertEquals(CommandType.COMPUTE, commands.get(0).type(), "to prepare is local");
        List<Command> both = ((Command.Start) commands.get(3)).operations();
        assertEquals(2, both.size(), "a transfer with nobody isn't started");
        assertEquals(SendMode.SYNCHRONOUS, ((Command.Send) both.get(0)).mode());
        assertEquals(3, both.get(0).request());
        assertEquals(1, ((Command.Recv) both.get(1)).source());
        assertEquals(List.of(3L, 4L), requests(commands.get(4)));
        assertEquals(1, ((Command.Start) commands.get(5)).operations().size());
        assertEquals(List.of(4L), requests(commands.get(6)));
        assertEquals(0, ((Compute) commands.get(7)).amount());
        assertEquals(1_000_000_000, ((Compute) commands.get(8)).amount());
    }

    @Test
    void refusesToStartWhatWasFreed() throws Exception {
        Application application = new Recording(directory)
                .rank(
                        call("Recv_init fromRank='0' fromTag='6' cid='0' rid='4'"),
                        call("Request_free rid='4'"),
                        call("Start", "<For rid='4'/>"))
                .load();
        assertEquals(
                List.of(new Application.Unsupported("Start of a request that its thread didn't make", 1)),
                application.unsupported());
    }

    @Test
    void receivesFromWhomTheWaitTells() throws Exception {
        List<Command> commands = mapped(
                call("Irecv fromRank='-2' fromTag='-1' cid='0' rid='1'"),
                call("Recv_init fromRank='-2' fromTag='7' cid='0' rid='2'"),
                call("Start", "<For rid='2'/>"),
                call(
                        "Testany flag='1' index='0'",
                        "<For rid='2' done='0'/>",
                        "<For rid='1' done='1' fromRank='2'" + " fromTag='9' size='3'/>"),
                call("Wait", "<For rid='2' done='1' fromRank='1' fromTag='7' size='3'/>"),
                call("Start", "<For rid='2'/>"),
                call("Wait", "<For rid='2' done='1' fromRank='2' fromTag='7' size='3'/>"),
                call("Isendrecv size='4' toRank='1' toTag='1' fromRank='-2' fromTag='1' cid='0' rid='3'"),
                call("Wait", "<For rid='3' done='1' fromRank='2' fromTag='1' size='3'/>"),
                call("Irecv fromRank='-2' fromTag='-1' cid='0' rid='4'"),
                call("Irecv fromRank='-2' fromTag='5' cid='0' rid='5'"),
                call("Wait", "<For rid='5' done='1' fromRank='1' fromTag='4' size='3'/>"));

        Command.Recv first = (Command.Recv) commands.get(0);
        assertEquals(List.of(2, 9), List.of(first.source(), first.tag()));
        assertEquals("-2", first.origin().attributes().get("fromRank"), "the state stays as it was");
        assertEquals(1, source(commands.get(2)));
        assertEquals(2, source(commands.get(5)));
        Command.Sendrecv both = (Command.Sendrecv) commands.get(7);
        assertEquals(List.of(1, 2), List.of(both.target(), both.source()));
        assertEquals(3, both.request());
        assertEquals(Command.ANY_SOURCE, ((Command.Recv) commands.get(9)).source(), "nobody waits for it");
        Command.Recv doubtful = (Command.Recv) commands.get(10);
        assertEquals(List.of(Command.ANY_SOURCE, 5), List.of(doubtful.source(), doubtful.tag()), "another's status");
    }

    private static int source(Command start) {
        return ((Command.Recv) ((Command.Start) start).operations().get(0)).source();
    }

    @Test
    void knowsAnybodyFromNobodyWhateverTheLibraryCallsThem() throws Exception {
        Application application = new Recording(directory)
                .program("timeAdjustment='0' version='3' library='Open MPI v4.1.4'")
                .rank(
                        call("Irecv fromRank='-2' fromTag='1' cid='0' rid='1'"),
                        call("Irecv fromRank='-1' fromTag='1' cid='0' rid='2'"))
                .load();

        List<Command> commands = commands(application, 0);
        assertEquals(Command.ANY_SOURCE, ((Command.Recv) commands.get(0)).source());
        assertEquals(CommandType.COMPUTE, commands.get(1).type());
    }

    @Test
    void leavesOutWhatWasCancelled() throws Exception {
        List<Command> commands = mapped(
                call("Irecv fromRank='1' fromTag='1' cid='0' rid='1'"),
                call("Irecv fromRank='1' fromTag='2' cid='0' rid='2'"),
                call("Irecv fromRank='1' fromTag='3' cid='0' rid='3'"),
                call("Cancel", "<For rid='1'/>"),
                call("Cancel", "<For rid='2'/>"),
                call("Cancel", "<For rid='3'/>"),
                call(
                        "Waitall",
                        "<For rid='1' done='1' cancelled='1'/>",
                        "<For rid='2' done='1' fromRank='1'" + " fromTag='2' size='0'/>"),
                call("Request_free rid='3'"));

        assertEquals(CommandType.COMPUTE, commands.get(0).type());
        assertEquals(2, ((Command.Recv) commands.get(1)).tag(), "came before it could be cancelled");
        assertEquals(CommandType.COMPUTE, commands.get(2).type(), "nobody knows; it may not take another's message");
        assertEquals(List.of(2L), requests(commands.get(6)));
    }

    @Test
    void receivesTheMessageThatAProbeTook() throws Exception {
        List<Command> commands = mapped(
                call("Mprobe fromRank='1' fromTag='5' size='8' cid='0'"),
                call("Improbe source='-2' tag='-1' cid='0' flag='0'"),
                call("Improbe source='-2' tag='-1' cid='0' flag='1' fromRank='2' fromTag='5' size='9'"),
                call("Mprobe fromRank='2' fromTag='5' size='10' cid='0'"),
                call("Imrecv cid='0' rid='1'"),
                call("Mrecv fromRank='2' fromTag='5' size='9' cid='0'"),
                call("Wait", "<For rid='1' done='1' fromRank='2' fromTag='5' size='10'/>"),
                call("Mrecv fromRank='1' fromTag='5' size='8' cid='0'"),
                call("Mprobe fromRank='-1' fromTag='-1' size='0' cid='0'"),
                call("Mrecv fromRank='-1' fromTag='-1' size='0' cid='-1'"));

        Probing.Probe first = (Probing.Probe) commands.get(0);
        assertEquals(CommandType.COMPUTE, commands.get(1).type());
        Probing.Probe second = (Probing.Probe) commands.get(2);
        Probing.Probe third = (Probing.Probe) commands.get(3);
        assertEquals(2, second.source());
        Probing.MatchedRecv later = (Probing.MatchedRecv) commands.get(4);
        assertEquals(List.of(third.message(), 1L), List.of(later.message(), later.request()));
        assertEquals(second.message(), ((Probing.MatchedRecv) commands.get(5)).message());
        assertEquals(List.of(1L), requests(commands.get(6)));
        assertEquals(first.message(), ((Probing.MatchedRecv) commands.get(7)).message());
        assertEquals(CommandType.COMPUTE, commands.get(8).type());
        assertEquals(CommandType.COMPUTE, commands.get(9).type());
    }

    @Test
    void waitsWithoutGivingUpWhatIsOnlyLookedAt() throws Exception {
        List<Command> commands = mapped(
                call("Irecv fromRank='1' fromTag='1' cid='0' rid='1'"),
                call("Request_get_status flag='0' rid='1'"),
                call("Request_get_status flag='1' rid='1'"),
                call("Wait", "<For rid='1' done='1'/>"),
                call("Request_get_status flag='1' rid='1'"));

        assertEquals(CommandType.COMPUTE, commands.get(1).type());
        assertEquals(List.of(1L), requests(commands.get(2)));
        assertEquals(List.of(1L), requests(commands.get(3)));
        assertEquals(CommandType.COMPUTE, commands.get(4).type());
    }

    @Test
    void sendsPartitionsWhenTheLastOneIsReady() throws Exception {
        List<Command> commands = mapped(
                call("Psend_init size='80' count='2' partitions='5' toRank='1' toTag='5' cid='0' rid='1'"),
                call("Precv_init count='2' partitions='2' fromRank='1' fromTag='5' cid='0' rid='2'"),
                call("Startall", "<For rid='1'/>", "<For rid='2'/>"),
                call("Pready partition='4' rid='1'"),
                call("Pready_range first='0' last='1' rid='1'"),
                call("Parrived partition='0' flag='1' rid='2'"),
                call("Parrived partition='0' flag='1' rid='2'"),
                call("Parrived partition='1' flag='0' rid='2'"),
                call("Pready_list count='2' rid='1'"),
                call("Parrived partition='1' flag='1' rid='2'"),
                call("Waitall", "<For rid='1' done='1'/>", "<For rid='2' done='1'/>"));

        List<Command> started = ((Command.Start) commands.get(2)).operations();
        assertEquals(1, started.size());
        assertInstanceOf(Command.Recv.class, started.get(0));
        for (int i = 3; i < 8; i++) {
            assertEquals(CommandType.COMPUTE, commands.get(i).type(), "entry " + i);
        }
        Command.Send send =
                (Command.Send) ((Command.Start) commands.get(8)).operations().get(0);
        assertEquals(List.of(80L, 1L), List.of(send.bytes(), send.request()));
        assertEquals(List.of(2L), requests(commands.get(9)));
        assertEquals(List.of(1L, 2L), requests(commands.get(10)));
    }

    @Test
    void startsFileAccessesAndWaitsForThem() throws Exception {
        List<Command> commands = mapped(
                call("File_open cid='0' name='f' fid='0' oid='0'"),
                call("File_iread_at fid='0' oid='0' rid='1' offset='4' absOffset='4' size='8'"),
                call("File_write_all_begin fid='0' oid='0' rid='2'", "<Data offset='16' size='3'/>"),
                call("Wait call='File_write_all_end' fid='0' oid='0'", "<For rid='2' done='1' bytes='3'/>"),
                call("Wait", "<For rid='1' done='1' bytes='8'/>"),
                call("File_write_ordered fid='0' oid='0' offset='7' size='2' bytes='2'"));

        FileAccess read = Recording.access(CommandType.FILE_READ, commands.get(1));
        assertEquals(List.of(4L, 8L, 1L), List.of(read.pieces().get(0).offset(), read.bytes(), read.request()));
        FileAccess write = Recording.access(CommandType.FILE_WRITE_ALL, commands.get(2));
        assertEquals(List.of(16L, 3L, 2L), List.of(write.pieces().get(0).offset(), write.bytes(), write.request()));
        assertEquals(3, write.communicator().size());
        assertEquals(List.of(2L), requests(commands.get(3)));
        assertEquals(List.of(1L), requests(commands.get(4)));
        assertEquals(2, ((PointerAccess.Ordered) commands.get(5)).bytes());
    }
}
