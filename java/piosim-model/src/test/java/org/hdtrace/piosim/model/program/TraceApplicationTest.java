// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.piosim.model.program;

import static org.hdtrace.piosim.model.program.Recording.commands;
import static org.hdtrace.piosim.model.program.Recording.types;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import org.hdtrace.format.TraceFormatException;
import org.hdtrace.format.trace.Attributes;
import org.hdtrace.format.trace.DataElement;
import org.hdtrace.piosim.model.cluster.CommandType;
import org.hdtrace.piosim.model.file.ApplicationFile;
import org.hdtrace.piosim.model.file.Piece;
import org.hdtrace.piosim.model.file.SimpleStripe;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class TraceApplicationTest {
    private static final String INIT = "<Init  time='1.000000' end='2.000000'/>";
    private static final String FINALIZE = "<Finalize  time='9.0' end='9.5'/>";

    @TempDir
    Path directory;

    private static String call(String element) {
        return "<" + element + " time='2' end='3'/>";
    }

    private Command only(String... entries) throws Exception {
        List<Command> commands =
                commands(new Recording(directory).rank(entries).rank(INIT).load(), 0);
        assertEquals(1, commands.size());
        return commands.get(0);
    }

    @Test
    void mapsEveryCallOfThePlanAndKeepsItsState() throws Exception {
        Application application = new Recording(directory)
                .rank(
                        INIT,
                        "<Send size='8' count='1' tid='0' toRank='1' toTag='5' cid='0'  time='2' end='2.5'/>",
                        "<Barrier cid='0' time='2.5' end='2.6'/>",
                        "<Bcast size='16' rootRank='1' cid='0' count='2' tid='0' time='2.6' end='2.7'/>",
                        "<Reduce size='24' rootRank='0' cid='0' count='3' tid='0' time='2.7' end='2.8'/>",
                        "<Allreduce size='32' cid='0' count='4' tid='0' time='2.8' end='2.9'/>",
                        "<Gather size='40' recvSize='40' root='1' cid='0' time='2.9' end='9.0'/>",
                        FINALIZE)
                .rank(INIT, "<Recv fromRank='0' fromTag='5' size='8' cid='0' time='2' end='2.5'/>", FINALIZE)
                .load();

        Communicator world = application.world();
        List<Command> commands = commands(application, 0);
        assertEquals(
                List.of(
                        CommandType.GLOBAL_SYNC,
                        CommandType.SEND,
                        CommandType.BARRIER,
                        CommandType.BCAST,
                        CommandType.REDUCE,
                        CommandType.ALLREDUCE,
                        CommandType.GATHER,
                        CommandType.GLOBAL_SYNC),
                types(application, 0));
        Origin sent = new Origin(
                "Send", Attributes.of("size", "8", "count", "1", "tid", "0", "toRank", "1", "toTag", "5", "cid", "0"));
        assertEquals(new Command.Send(1, 5, 8, world, sent), commands.get(1));
        CollectiveCall bcast = (CollectiveCall) commands.get(3);
        assertEquals(16, bcast.bytes());
        assertEquals(1, bcast.root());
        CollectiveCall gather = (CollectiveCall) commands.get(6);
        assertEquals(40, gather.bytes());
        assertEquals(1, gather.root());
        Command.Recv recv = (Command.Recv) commands(application, 1).get(1);
        assertEquals(0, recv.source());
        assertEquals(5, recv.tag());
        assertTrue(application.unsupported().isEmpty());
        assertEquals("app", application.name());
        assertEquals(2, application.rankCount());
        assertEquals(1, application.threadCount(1));
    }

    @Test
    void chargesGapsAtTheSpeedOfTheRecordedProcessor() throws Exception {
        // 0.5 s at 2000 MHz; nothing before the first and after the last call, nothing without a gap.
        Application application = new Recording(directory)
                .rank(INIT, "<Barrier cid='0' time='2.5' end='3'/>", "<Barrier cid='0' time='3' end='4'/>")
                .load();

        List<Command> commands = commands(application, 0);
        assertEquals(4, commands.size());
        Compute gap = new Compute(500_000_000L, Compute.Unit.NANOSECONDS, 2e9, Origin.NONE);
        assertEquals(gap, commands.get(1));
        assertEquals(500_000_000.0, gap.nanos(2e9), "as fast as recorded");
        assertEquals(1_000_000_000.0, gap.nanos(1e9), "half as fast");
        assertEquals(0.0, gap.nanos(Double.POSITIVE_INFINITY));
    }

    @ParameterizedTest
    @ValueSource(strings = {"timeAdjustment='0'", "timeAdjustment='0' processorSpeedinMHZ='100000'"})
    void chargesGapsAsTheyAreWhenTheSpeedIsUnknown(String program) throws Exception {
        Application application = new Recording(directory)
                .program(program)
                .rank(INIT, "<Barrier cid='0' time='2.000000007' end='3'/>")
                .load();

        Compute compute = (Compute) commands(application, 0).get(1);
        assertEquals(new Compute(7, Compute.Unit.NANOSECONDS, Origin.NONE), compute);
        assertEquals(7.0, compute.nanos(2.5e9));
        assertEquals(0.0, compute.nanos(Double.POSITIVE_INFINITY));
    }

    @ParameterizedTest
    @CsvSource({"2, 1000000000", "0.5, 250000000"})
    void scalesComputation(double scale, long expected) throws Exception {
        Path project = new Recording(directory)
                .rank(INIT, "<Barrier cid='0' time='2.5' end='3'/>")
                .write();
        TraceApplication.Options options = new TraceApplication.Options(scale, false, Set.of(CommandType.values()));

        Compute compute =
                (Compute) commands(TraceApplication.load(project, options), 0).get(1);
        assertEquals(expected, compute.amount());
    }

    @Test
    void leavesComputationOutAtScaleZero() throws Exception {
        Path project = new Recording(directory)
                .rank(INIT, "<Barrier cid='0' time='2.5' end='3'/>")
                .write();
        TraceApplication.Options options = new TraceApplication.Options(0, false, Set.of(CommandType.values()));

        assertEquals(
                List.of(CommandType.GLOBAL_SYNC, CommandType.BARRIER),
                types(TraceApplication.load(project, options), 0));
    }

    @Test
    void ignoresWhatIsNestedAndEvents() throws Exception {
        Command command = only(
                "<Nested>",
                "<Nested><Recv fromRank='1' fromTag='9' cid='0' time='1' end='2'/></Nested>",
                "<Gatherv size='8' root='0' cid='0' time='1' end='2'/>",
                "</Nested>",
                "<Barrier cid='0' time='0.5' end='2'/>",
                "<Event name='HDTraceSummary' time='9' states='4'/>");

        assertEquals(CommandType.BARRIER, command.type());
    }

    @Test
    void chargesLocalCallsWithTheirDurationAndKeepsTheirStates() throws Exception {
        Command command = only("<Type_commit tid='3' time='1' end='1.000001'/>");

        assertEquals(
                new Compute(1000, Compute.Unit.NANOSECONDS, 2e9, new Origin("Type_commit", Attributes.of("tid", "3"))),
                command);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "Comm_set_name",
                "Comm_free",
                "Pcontrol",
                "File_get_type_extent",
                "File_seek",
                "File_get_position",
                "Info_set",
                "Type_vector",
                "Type_free",
                "Type_create_subarray"
            })
    void knowsLocalCalls(String name) throws Exception {
        Application application =
                new Recording(directory).rank(call(name + " cid='0'")).load();

        assertTrue(application.unsupported().isEmpty());
        assertEquals(List.of(CommandType.COMPUTE), types(application, 0));
    }

    @Test
    void countsCallsThatNoModelExecutesOverAllRanks() throws Exception {
        String spawn = call("Comm_spawn cid='0' newcid='1'");
        Application application = new Recording(directory)
                .rank(spawn, call("Lookup_name"), spawn)
                .rank(spawn)
                .load();

        assertEquals(
                List.of(new Application.Unsupported("Comm_spawn", 3), new Application.Unsupported("Lookup_name", 1)),
                application.unsupported());
        assertEquals("Comm_spawn", commands(application, 1).get(0).origin().name());
        assertEquals(CommandType.COMPUTE, commands(application, 1).get(0).type());
    }

    @Test
    void countsCommandsThatTheSimulationDoesNotKnow() throws Exception {
        Path project = new Recording(directory).rank(call("Barrier cid='0'")).write();
        TraceApplication.Options options = new TraceApplication.Options(1, false, Set.of(CommandType.SEND));

        assertEquals(
                List.of(new Application.Unsupported("Barrier", 1)),
                TraceApplication.load(project, options).unsupported());
    }

    @Test
    void chargesCallsThatFailed() throws Exception {
        Command command = only(call("Send size='8' toRank='77' toTag='1' cid='0' err='6'"));

        assertEquals(CommandType.COMPUTE, command.type());
        assertEquals("Send", command.origin().name());
    }

    @ParameterizedTest
    @CsvSource({
        "Send size='8' toRank='7' toTag='1' cid='0', Send without usable toRank",
        "Send toRank='1' toTag='1' cid='0', Send without usable size",
        "Bcast size='8' rootRank='5' cid='0', Bcast without usable root",
        "Barrier cid='9', Barrier in a communicator that the project doesn't list",
        "File_write fid='4' offset='0' size='1', File_write of a file that isn't open",
        "Recv fromRank='1' cid='0', Recv without usable fromTag"
    })
    void countsCallsWhoseAttributesMakeNoSense(String element, String expected) throws Exception {
        Application application = new Recording(directory)
                .rank("<" + element.replace(" cid", "  cid") + " time='1' end='2'/>")
                .rank(INIT)
                .load();

        assertEquals(List.of(new Application.Unsupported(expected, 1)), application.unsupported());
    }

    @Test
    void leavesOnlyTheStateOfATransferWithNobody() throws Exception {
        assertEquals(0, ((Compute) only(call("Send size='8' toRank='-1' toTag='1' cid='0'"))).amount());
        assertEquals(0, ((Compute) only(call("Recv fromRank='-1' fromTag='1' cid='0'"))).amount());
        String sendrecv = "Sendrecv size='8' toRank='%d' toTag='1' fromRank='%d' fromTag='2' cid='0'";
        Command.Recv recv = (Command.Recv) only(call(sendrecv.formatted(-1, 1)));
        assertEquals(1, recv.source());
        assertEquals(2, recv.tag());
        assertEquals("Sendrecv", recv.origin().name());
        Command.Send send = (Command.Send) only(call(sendrecv.formatted(1, -1)));
        assertEquals(1, send.target());
        assertEquals("Sendrecv", send.origin().name());
        assertEquals(CommandType.COMPUTE, only(call(sendrecv.formatted(-1, -1))).type());
        Command.Sendrecv both = (Command.Sendrecv) only(call(sendrecv.formatted(1, 1)));
        assertEquals(List.of(1, 1, 2), List.of(both.target(), both.source(), both.recvTag()));
    }

    @ParameterizedTest
    @CsvSource({"-1, -1", "-2, -1"})
    void takesWildcardsOfOlderTracesAsPosted(int source, int tag) throws Exception {
        Application application = new Recording(directory)
                .program("timeAdjustment='0'")
                .rank("<Recv fromRank='" + source + "' fromTag='" + tag + "' cid='0' time='1' end='2'/>")
                .rank(INIT)
                .load();

        Command.Recv recv = (Command.Recv) commands(application, 0).get(0);
        assertEquals(Command.ANY_SOURCE, recv.source());
        assertEquals(Command.ANY_TAG, recv.tag());
    }

    @Test
    void usesTheRealSourceOfAWildcard() throws Exception {
        Command.Recv recv = (Command.Recv)
                only(call("Recv fromRank='1' fromTag='4' size='8' postedRank='-2' postedTag='-1' cid='0'"));

        assertEquals(1, recv.source());
        assertEquals(4, recv.tag());
    }

    @Test
    void waitsForTheRequestsThatWereStarted() throws Exception {
        Application application = new Recording(directory)
                .rank(
                        call("Isend size='8' toRank='1' toTag='1' cid='0' rid='3'"),
                        call("Irecv fromRank='-2' fromTag='-1' cid='0' rid='4'"),
                        call("Isend size='8' toRank='-1' toTag='1' cid='0' rid='5'"),
                        "<Waitall time='3' end='4'><For rid='3'/><For rid='4'/><For rid='5'/></Waitall>",
                        "<Wait time='4' end='5'><For rid='3'/></Wait>")
                .rank(INIT)
                .load();

        List<Command> commands = commands(application, 0);
        Command.Wait all = (Command.Wait) commands.get(3);
        assertEquals(List.of(3L, 4L), all.requests());
        assertEquals(
                List.of(
                        new DataElement("For", Attributes.of("rid", "3")),
                        new DataElement("For", Attributes.of("rid", "4")),
                        new DataElement("For", Attributes.of("rid", "5"))),
                all.origin().data());
        assertEquals(Command.ANY_SOURCE, ((Command.Recv) commands.get(1)).source());
        assertEquals(List.of(), ((Command.Wait) commands.get(4)).requests());
    }

    @Test
    void waitsForThoseRequestsThatWereComplete() throws Exception {
        Application application = new Recording(directory)
                .rank(
                        call("Isend size='8' toRank='1' toTag='1' cid='0' rid='3'"),
                        call("Irecv fromRank='-2' fromTag='-1' cid='0' rid='4'"),
                        "<Testsome time='3' end='4'><For rid='3' done='0'/><For rid='4' done='0'/></Testsome>",
                        "<Waitany time='4' end='5'><For rid='3' done='0'/><For rid='4' done='1'/></Waitany>",
                        "<Test time='5' end='6'><For rid='3' done='1'/></Test>",
                        "<Waitall time='6' end='7'><For rid='3' done='1'/><For rid='4' done='1'/></Waitall>")
                .rank(INIT)
                .load();

        List<Command> commands = commands(application, 0);
        assertEquals(List.of(), ((Command.Wait) commands.get(2)).requests());
        assertEquals(List.of(4L), ((Command.Wait) commands.get(3)).requests());
        assertEquals(List.of(3L), ((Command.Wait) commands.get(4)).requests());
        assertEquals(List.of(), ((Command.Wait) commands.get(5)).requests());
    }

    @Test
    void waitsForOneOfSeveralOnlyIfTheTraceTellsWhich() throws Exception {
        Application application = new Recording(directory)
                .rank("<Waitany time='3' end='4'><For rid='3'/></Waitany>")
                .load();
        assertEquals(List.of(new Application.Unsupported("Waitany without usable done", 1)), application.unsupported());
    }

    @Test
    void keepsTheModeOfASend() throws Exception {
        for (SendMode mode : SendMode.values()) {
            String letter = mode == SendMode.STANDARD ? "" : mode.name().substring(0, 1);
            String blocking = mode == SendMode.STANDARD ? "Send" : letter + "send";
            Command.Send send = (Command.Send) only(call(blocking + " size='8' toRank='1' toTag='2' cid='0'"));
            assertEquals(mode, send.mode());
            assertEquals(Command.BLOCKING, send.request());
            String nonblocking = "I" + letter.toLowerCase(java.util.Locale.ROOT) + "send";
            Command.Send later =
                    (Command.Send) only(call(nonblocking + " size='8' toRank='1' toTag='2' cid='0' rid='6'"));
            assertEquals(mode, later.mode());
            assertEquals(6, later.request());
        }
    }

    @Test
    void sendsInPlaceWhatItSaysItSends() throws Exception {
        Command.Sendrecv replace = (Command.Sendrecv) only(call(
                "Sendrecv_replace sendSize='8' size='3' toRank='1'" + " toTag='1' fromRank='1' fromTag='2' cid='0'"));
        assertEquals(8, replace.bytes());
    }

    @Test
    void probesForTheMessageThatWasThere() throws Exception {
        Probing.Probe probe =
                (Probing.Probe) only(call("Probe fromRank='1' fromTag='4' size='8' postedRank='-2' cid='0'"));
        assertEquals(1, probe.source());
        assertEquals(4, probe.tag());
        assertEquals(Probing.LEAVE, probe.message());
    }

    @Test
    void findsCommunicatorsByTheNumberOfEachRank() throws Exception {
        Application application = new Recording(directory)
                .communicators("<Communicator name='pair'><Rank global='2' local='0' cid='7'/>"
                        + "<Rank global='0' local='1' cid='1'/></Communicator>"
                        + "<Communicator name='SELF'><Rank global='0' local='0' cid='2'/>"
                        + "<Rank global='1' local='0' cid='1'/></Communicator>")
                .rank(call("Barrier cid='1'"), call("Barrier cid='2'"))
                .rank(call("Barrier cid='1'"))
                .rank(call("Barrier cid='7'"))
                .load();

        Communicator pair = ((CollectiveCall) commands(application, 0).get(0)).communicator();
        assertSame(pair, ((CollectiveCall) commands(application, 2).get(0)).communicator());
        assertEquals(
                List.of(2, 2, 0, 1, -1),
                List.of(pair.size(), pair.worldRank(0), pair.worldRank(1), pair.localRank(0), pair.localRank(1)));
        Communicator self = ((CollectiveCall) commands(application, 0).get(1)).communicator();
        Communicator other = ((CollectiveCall) commands(application, 1).get(0)).communicator();
        assertNotSame(self, other);
        assertEquals(1, self.size());
        assertSame(application.communicators().get(pair.id()), pair);
    }

    @Test
    void followsFilesFromOpenToClose() throws Exception {
        Application application = new Recording(directory)
                .files("<File name='a.dat'><InitialSize>1K</InitialSize><Distribution"
                        + " implementation='de.x.SimpleStripe'><ChunkSize>128K</ChunkSize></Distribution></File>")
                .rank(
                        call("File_open cid='0' name='a.dat' flags='5' fid='3' oid='0'"),
                        call("File_open cid='0' name='other' flags='5' fid='4' oid='1'"),
                        call("File_write_at fid='3' oid='0' offset='5' absOffset='40' size='8'"),
                        call("File_read fid='4' oid='1' offset='100' size='50' bytes='20'"),
                        call("File_read fid='4' oid='1' offset='120' size='50' bytes='0'"),
                        call("File_close fid='3' oid='0'"),
                        call("File_close fid='4' oid='1'"),
                        call("File_close fid='4' oid='1'"))
                .load();

        ApplicationFile listed = new ApplicationFile(0, "a.dat", 1024, new SimpleStripe(128 << 10));
        ApplicationFile other = new ApplicationFile(1, "other", 0, SimpleStripe.DEFAULT);
        assertEquals(List.of(listed, other), application.files());
        List<Command> commands = commands(application, 0);
        assertEquals(listed, ((Command.FileOpen) commands.get(0)).file());
        assertFalse(((Command.FileOpen) commands.get(0)).opening().truncates());
        assertEquals(
                List.of(new Piece(40, 8)),
                Recording.access(CommandType.FILE_WRITE, commands.get(2)).pieces());
        assertEquals(
                other, Recording.access(CommandType.FILE_READ, commands.get(3)).file());
        assertEquals(
                List.of(new Piece(100, 20)),
                Recording.access(CommandType.FILE_READ, commands.get(3)).pieces());
        assertEquals(
                List.of(),
                Recording.access(CommandType.FILE_READ, commands.get(4)).pieces());
        assertEquals(application.world(), ((Command.FileClose) commands.get(6)).communicator());
        assertEquals(
                List.of(new Application.Unsupported("File_close of a file that isn't open", 1)),
                application.unsupported());
    }

    @Test
    void unrollsAccessesThroughViews() throws Exception {
        // The file type shows the first 2 of every 4 integers (8 of 16 bytes), from byte 100 on.
        String types =
                "<Rank name='0' thread='0'><NAMED id='0' name='MPI_INT'/><CONTIGUOUS id='1' count='2' oldType='0'/>"
                        + "<RESIZED id='2' lowerBound='0' extent='16' oldType='1'/></Rank>";
        Application application = new Recording(directory)
                .datatypes(types)
                .rank(
                        call("File_open cid='0' name='v' flags='5' fid='0'"),
                        call("File_set_view fid='0' offset='100' etid='0' filetid='2' representation='native'"),
                        call("File_write_at fid='0' offset='3' absOffset='120' size='16'"),
                        call("File_write fid='0' offset='104' size='8'"),
                        call("File_read_at fid='0' offset='0' size='8'"),
                        call("File_set_view fid='0' offset='0' etid='0' filetid='9' representation='native'"))
                .load();

        List<Command> commands = commands(application, 0);
        assertEquals(CommandType.FILE_SET_VIEW, commands.get(1).type());
        // Integer 3 of the view is the second of the second group.
        assertEquals(
                List.of(new Piece(120, 4), new Piece(132, 8), new Piece(148, 4)),
                Recording.access(CommandType.FILE_WRITE, commands.get(2)).pieces());
        assertEquals(
                List.of(new Piece(104, 4), new Piece(116, 4)),
                Recording.access(CommandType.FILE_WRITE, commands.get(3)).pieces());
        assertEquals(
                List.of(new Piece(100, 8)),
                Recording.access(CommandType.FILE_READ, commands.get(4)).pieces());
        assertEquals(
                List.of(new Application.Unsupported(
                        "File_set_view with a datatype that the project doesn't describe", 1)),
                application.unsupported());
    }

    @Test
    void givesTheSameCommandsFromMemoryAndFromTheTrace() throws Exception {
        Path project = new Recording(directory)
                .rank(
                        INIT,
                        call("File_open cid='0' name='f' flags='5' fid='0'"),
                        "<File_write fid='0' offset='0' size='9' time='3.5' end='4'/>",
                        "<Comm_dup cid='0' newcid='1' time='4.5' end='4.6'/>",
                        call("Alltoall size='1' cid='0'"))
                .write();
        Set<CommandType> all = Set.of(CommandType.values());
        Application stored = TraceApplication.load(project, new TraceApplication.Options(1, false, all));
        Application streamed = TraceApplication.load(project, new TraceApplication.Options(1, true, all));

        assertEquals(
                commands(stored, 0).toString().replaceAll("@[0-9a-f]+", ""),
                commands(streamed, 0).toString().replaceAll("@[0-9a-f]+", ""));
        assertEquals(7, commands(streamed, 0).size());
        assertEquals(commands(streamed, 0), commands(streamed, 0));
        assertEquals(stored.files(), streamed.files());
        assertEquals(stored.unsupported(), streamed.unsupported());
    }

    @Test
    void tellsThatATraceWasCut() throws Exception {
        Path project =
                new Recording(directory).rank(INIT, call("Barrier cid='0'")).write();
        Path trace = directory.resolve("app_n0_0_0.trc");
        String text = Files.readString(trace);
        Files.writeString(trace, text.substring(0, text.indexOf("end='3'")));

        Application application = TraceApplication.load(project, TraceApplication.Options.DEFAULT);

        assertEquals(List.of(CommandType.GLOBAL_SYNC), types(application, 0));
        assertEquals(trace, application.findings().get(0).file());
    }

    @Test
    void refusesProjectsWithoutRanksOrWithMissingOnes() throws Exception {
        Path empty = new Recording(directory).write();
        TraceFormatException none = assertThrows(
                TraceFormatException.class, () -> TraceApplication.load(empty, TraceApplication.Options.DEFAULT));
        assertTrue(none.getMessage().startsWith(empty.toString()), none.getMessage());
        assertTrue(none.getMessage().endsWith("no trace belongs to a rank, so there is nothing to simulate"));

        Path project = new Recording(directory).rank(INIT).rank(INIT).write();
        Files.delete(directory.resolve("app_n0_0_0.trc"));
        TraceFormatException missing = assertThrows(
                TraceFormatException.class, () -> TraceApplication.load(project, TraceApplication.Options.DEFAULT));
        assertEquals("rank 0 has no trace, but rank 1 has", missing.reason());
    }

    @Test
    void refusesAWorldOfAnotherSize() throws Exception {
        Path project = new Recording(directory).rank(INIT).rank(INIT).write();
        Files.writeString(project, Files.readString(project).replace("<Rank global='1' local='1' cid='0'/>", ""));

        TraceFormatException e = assertThrows(
                TraceFormatException.class, () -> TraceApplication.load(project, TraceApplication.Options.DEFAULT));
        assertEquals("WORLD has 1 members, but there are traces of 2 ranks", e.reason());
    }

    @Test
    void refusesDistributionsItDoesNotKnow() throws Exception {
        Path project = new Recording(directory)
                .files("<File name='a'><Distribution implementation='x.y.Scatter'/></File>")
                .rank(INIT)
                .write();

        TraceFormatException e = assertThrows(
                TraceFormatException.class, () -> TraceApplication.load(project, TraceApplication.Options.DEFAULT));
        assertEquals(
                "<File>: name='a': Distribution 'Scatter' is unknown; allowed are: Contiguous, Extents, SimpleStripe",
                e.reason());
        String text = Files.readString(project);
        assertEquals("line " + text.substring(0, text.indexOf("<File ")).lines().count(), e.position());
    }

    @Test
    void loadsTheOriginalsTraces() throws Exception {
        Path project = Path.of(System.getProperty("hd.root"))
                .resolve("../shared/fixtures/original/partdiff-mpi-non-collective-4-5-1600");
        Assumptions.assumeTrue(Files.exists(project), "the original's traces are not here");

        Application application = TraceApplication.load(project, TraceApplication.Options.DEFAULT);

        assertEquals(4, application.rankCount());
        assertEquals(4, application.world().size());
        assertEquals(List.of(), application.unsupported());
        long sends = commands(application, 0).stream()
                .filter(Command.Sendrecv.class::isInstance)
                .count();
        assertEquals(5, sends);
    }

    @Test
    void readsTheOriginalsViews() throws Exception {
        Path project = Path.of(System.getProperty("hd.root")).resolve("../shared/fixtures/original/partdiff-eeclust");
        Assumptions.assumeTrue(Files.exists(project), "the original's traces are not here");

        Application application = TraceApplication.load(project, TraceApplication.Options.DEFAULT);

        assertTrue(
                application.unsupported().isEmpty(), application.unsupported().toString());
        assertEquals(
                List.of(new Piece(8, 32)),
                commands(application, 0).stream()
                        .filter(command -> command.type() == CommandType.FILE_WRITE)
                        .skip(2)
                        .map(write -> ((FileAccess) write).pieces())
                        .findFirst()
                        .orElseThrow());
    }
}
