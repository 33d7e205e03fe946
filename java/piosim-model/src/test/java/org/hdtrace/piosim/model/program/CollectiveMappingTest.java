// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.piosim.model.program;

import static org.hdtrace.piosim.model.program.Recording.commands;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.List;
import org.hdtrace.piosim.model.cluster.CommandType;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CollectiveMappingTest {
    private static final String REVERSED = "<Communicator name='reversed'><Rank global='2' local='0' cid='1'/>"
            + "<Rank global='1' local='1' cid='1'/><Rank global='0' local='2' cid='4'/></Communicator>";

    @TempDir
    Path directory;

    private static String call(String element, int start) {
        return "<" + element + " time='" + start + "' end='" + (start + 1) + "'/>";
    }

    private static String withParts(String element, String part, int... sizesByRank) {
        StringBuilder text = new StringBuilder("<" + element + " time='2' end='3'>");
        for (int rank = 0; rank < sizesByRank.length; rank++) {
            text.append("<%s rank='%d' size='%d'/>".formatted(part, rank, sizesByRank[rank]));
        }
        return text.append("</")
                .append(element, 0, element.indexOf(' '))
                .append('>')
                .toString();
    }

    private static List<CollectiveCall> calls(Application application, int rank) throws Exception {
        assertEquals(List.of(), application.unsupported());
        return commands(application, rank).stream()
                .filter(CollectiveCall.class::isInstance)
                .map(CollectiveCall.class::cast)
                .toList();
    }

    @ParameterizedTest
    @CsvSource({
        "Bcast size='8' rootRank='1', BCAST, 8",
        "Reduce size='8' rootRank='1', REDUCE, 8",
        "Allreduce size='8', ALLREDUCE, 8",
        "Scan size='8', SCAN, 8",
        "Exscan size='8', EXSCAN, 8",
        "Allgather size='8' recvSize='9', ALLGATHER, 8",
        "Alltoall size='8', ALLTOALL, 8",
        "Gather size='8' recvSize='9' root='1', GATHER, 8",
        "Gather recvSize='9' root='1', GATHER, 9",
        "Scatter size='9' recvSize='8' root='1', SCATTER, 8",
        "Scatter size='9' root='1', SCATTER, 9",
        "Reduce_scatter_block size='8', REDUCE_SCATTER_BLOCK, 8"
    })
    void takesTheSizeOfOneBlock(String element, CommandType type, long bytes) throws Exception {
        String later = "I" + Character.toLowerCase(element.charAt(0)) + element.substring(1);
        Application application = new Recording(directory)
                .rank(call(element + " cid='0'", 2), call(later + " rid='3' cid='0'", 3))
                .rank("")
                .load();

        CollectiveCall blocking = calls(application, 0).get(0);
        assertEquals(type, blocking.type());
        assertEquals(new Volume.Uniform(bytes), blocking.volume());
        assertEquals(type.isRooted() ? 1 : Command.NO_ROOT, blocking.root());
        assertEquals(Command.BLOCKING, blocking.request());
        CollectiveCall nonblocking = calls(application, 0).get(1);
        assertEquals(type, nonblocking.type());
        assertEquals(3, nonblocking.request());
    }

    @Test
    void putsTheBlocksTogetherThatEachRankStates() throws Exception {
        Application application = new Recording(directory)
                .communicators(REVERSED)
                .rank(
                        call("Allgatherv size='1' cid='4'", 2),
                        call("Gatherv size='2' root='1' cid='0'", 3),
                        call("Iscatterv recvSize='3' root='1' rid='0' cid='4'", 4),
                        call("Allgatherv err='TRUNCATE' size='77' cid='4'", 5),
                        call("Allgatherv_init size='4' rid='1' cid='4'", 6),
                        "<Start time='7' end='8'><For rid='1'/></Start>")
                .rank(
                        call("Gatherv size='20' root='1' cid='0'", 2),
                        call("Allgatherv size='10' cid='1'", 4),
                        call("Iscatterv recvSize='30' root='1' rid='0' cid='1'", 5),
                        call("Allgatherv_init size='40' rid='1' cid='1'", 6))
                .rank(call("Allgatherv size='100' cid='1'", 2), call("Gatherv size='200' root='1' cid='0'", 3))
                .load();

        List<CollectiveCall> calls = calls(application, 0);
        assertEquals(new Volume.PerRank(100, 10, 1), calls.get(0).volume());
        assertSame(calls.get(0).volume(), calls(application, 2).get(0).volume(), "one for all ranks");
        assertEquals(new Volume.PerRank(2, 20, 200), calls.get(1).volume());
        // Rank 2 has no further trace: it counts as having the block of the first rank that tells one.
        assertEquals(new Volume.PerRank(30, 30, 3), calls.get(2).volume());
        Command.Start start = (Command.Start) commands(application, 0).get(5);
        assertEquals(
                new Volume.PerRank(40, 40, 4),
                ((CollectiveCall) start.operations().get(0)).volume());
    }

    @Test
    void translatesBlocksByRankInWorld() throws Exception {
        Application application = new Recording(directory)
                .communicators(REVERSED)
                .rank(
                        withParts("Alltoallv cid='4'", "Send", 1, 2, 3),
                        withParts("Ialltoallw rid='0' cid='4'", "Send", 4, 5, 6),
                        withParts("Reduce_scatter cid='4'", "Recv", 7, 8, 9))
                .rank("")
                .rank("")
                .load();

        List<CollectiveCall> calls = calls(application, 0);
        assertEquals(new Volume.PerPair(3, 2, 1), calls.get(0).volume());
        assertEquals(new Volume.PerPair(6, 5, 4), calls.get(1).volume());
        assertEquals(new Volume.PerRank(9, 8, 7), calls.get(2).volume());
    }

    @Test
    void refusesBlocksOfWhichSomeAreMissing() throws Exception {
        Application application = new Recording(directory)
                .rank(withParts("Alltoallv cid='0'", "Send", 1), call("Allgatherv cid='0'", 3))
                .rank("")
                .load();

        assertEquals(
                List.of(
                        new Application.Unsupported("Allgatherv without usable size", 1),
                        new Application.Unsupported("Alltoallv without usable Send", 1)),
                application.unsupported());
    }

    @Test
    void findsNeighboursOfATopologyAndOfItsDuplicate() throws Exception {
        String open = "<Source rank='-1'/><Source rank='1'/><Destination rank='-1'/><Destination rank='1'/>";
        String parts = "<Send rank='-1' size='5'/><Send rank='1' size='6'/>";
        Application application = new Recording(directory)
                .communicators("<Communicator name=''><Rank global='0' local='0' cid='1'/>"
                        + "<Rank global='1' local='1' cid='1'/></Communicator><Communicator name=''>"
                        + "<Rank global='0' local='0' cid='2'/><Rank global='1' local='1' cid='2'/></Communicator>")
                .rank(
                        "<Cart_create cid='0' newcid='1' time='2' end='3'>" + open + "</Cart_create>",
                        call("Comm_dup cid='1' newcid='2'", 3),
                        "<Neighbor_alltoallw cid='1' time='4' end='5'>" + parts + "</Neighbor_alltoallw>",
                        call("Ineighbor_allgather size='9' rid='0' cid='2'", 5),
                        call("Neighbor_alltoall size='9' cid='0'", 6))
                .rank("<Cart_create cid='0' newcid='1' time='2' end='3'><Source rank='0'/><Source rank='-1'/>"
                        + "<Destination rank='0'/><Destination rank='-1'/></Cart_create>"
                        + call("Comm_dup cid='1' newcid='2'", 3))
                .load();

        List<Command> commands = commands(application, 0);
        CollectiveCall each = (CollectiveCall) commands.get(2);
        assertArrayEquals(new int[] {1}, each.communicator().neighbors().sources(0));
        assertArrayEquals(new int[] {0}, each.communicator().neighbors().destinations(1));
        assertEquals(new Volume.PerPair(6), each.volume());
        CollectiveCall same = (CollectiveCall) commands.get(3);
        assertEquals(2, same.communicator().id());
        assertArrayEquals(new int[] {1}, same.communicator().neighbors().sources(0));
        assertEquals(new Volume.Uniform(9), same.volume());
        assertEquals(
                List.of(new Application.Unsupported(
                        "Neighbor_alltoall in a communicator whose neighbours aren't recorded", 1)),
                application.unsupported());
    }

    @Test
    void refusesBlocksThatDontFitTheNeighbours() throws Exception {
        String two = "<Source rank='1'/><Source rank='2'/><Destination rank='1'/><Destination rank='2'/>";
        String oneNeighbour = "<Dist_graph_create_adjacent cid='0' newcid='1' time='2' end='3'><Source rank='0'/>"
                + "<Destination rank='0'/></Dist_graph_create_adjacent>";
        Application application = new Recording(directory)
                .communicators("<Communicator name=''><Rank global='0' local='0' cid='1'/>"
                        + "<Rank global='1' local='1' cid='1'/><Rank global='2' local='2' cid='1'/></Communicator>")
                .rank(
                        "<Dist_graph_create_adjacent cid='0' newcid='1' time='2' end='3'>" + two
                                + "</Dist_graph_create_adjacent>",
                        withParts("Neighbor_alltoallv cid='1'", "Send", 1),
                        withParts("Neighbor_alltoallv cid='1'", "Send", 1, 1, 1),
                        withParts("Neighbor_alltoallv cid='1'", "Send", 1, 1))
                .rank(oneNeighbour)
                .rank(oneNeighbour)
                .load();

        Communicator graph = application.communicators().get(1);
        assertEquals(
                List.of(
                        new Application.Unsupported("Neighbor_alltoallv without usable Send", 1),
                        new Application.Unsupported(
                                "Neighbor_alltoallv: NeighborAlltoallv of rank 0: volume of 1 blocks for 2 neighbours in "
                                        + graph,
                                1)),
                application.unsupported());
        Command fits = commands(application, 0).get(3);
        assertEquals(new Volume.PerPair(1, 1), ((CollectiveCall) fits).volume());
    }

    @Test
    void makesCommunicatorsAmongThoseThatAgree() throws Exception {
        Application application = new Recording(directory)
                .communicators(REVERSED)
                .rank(
                        call("Comm_dup cid='0' newcid='4'", 2),
                        call("Comm_split cid='0' color='0' key='0' newcid='4'", 3),
                        call("Comm_create_group cid='0' tag='0' newcid='4'", 4),
                        call("Comm_idup cid='0' newcid='4' rid='5'", 5),
                        "<Wait time='6' end='7'><For rid='5' done='1'/></Wait>",
                        call("Comm_create_group cid='0' tag='0' newcid='-1'", 7))
                .rank("")
                .rank("")
                .load();

        List<CollectiveCall> calls = calls(application, 0);
        assertTrue(calls.stream().allMatch(made -> made.type() == CommandType.COMM_CREATE));
        assertEquals(
                List.of(0L, 8L, 0L, 0L),
                calls.stream().map(CollectiveCall::bytes).toList());
        assertEquals(
                List.of(0, 0, 1, 0),
                calls.stream().map(made -> made.communicator().id()).toList());
        assertEquals(List.of(5L), ((Command.Wait) commands(application, 0).get(4)).requests());
        assertEquals(CommandType.COMPUTE, commands(application, 0).get(5).type());
    }

    private Application between(String first, String second, String third) throws Exception {
        return new Recording(directory)
                .communicators("<Communicator name=''><Rank global='2' local='0' cid='1' group='1'/>"
                        + "<Rank global='0' local='1' cid='1' group='0'/><Rank global='1' local='0' cid='4' group='0'/>"
                        + "</Communicator>")
                .rank(call(first + " cid='1'", 2))
                .rank(call(second + " cid='4'", 2))
                .rank(call(third + " cid='1'", 2))
                .load();
    }

    @Test
    void rootOfAnIntercommunicatorNamesItselfAndOthersItsRank() throws Exception {
        Application application =
                between("Bcast size='8' rootRank='-3'", "Bcast rootRank='-1'", "Bcast size='8' rootRank='0'");
        assertEquals(List.of(), application.unsupported());
        Communicator both = calls(application, 0).get(0).communicator();
        assertEquals(2, both.firstGroup());
        assertEquals(1, both.worldRank(0), "in the order of local ranks, the first group first");
        assertEquals(2, both.worldRank(2));
        int[] roots = {0, Command.NO_ROOT, 0};
        long[] bytes = {8, 0, 8};
        for (int rank = 0; rank < 3; rank++) {
            CollectiveCall call = calls(application, rank).get(0);
            assertEquals(roots[rank], call.root());
            assertEquals(bytes[rank], call.bytes());
        }
    }

    @Test
    void blocksGoToTheOtherGroup() throws Exception {
        Application application = between(
                "Allgather size='8' recvSize='3'",
                "Allgather size='8' recvSize='3'",
                "Allgather size='3' recvSize='8'");
        for (int rank = 0; rank < 3; rank++) {
            Volume volume = calls(application, rank).get(0).volume();
            assertEquals(new Volume.PerRank(8, 8, 3), volume);
        }
        assertEquals(
                List.of(new Application.Unsupported("Scan in an intercommunicator", 3)),
                between("Scan size='8'", "Scan size='8'", "Scan size='8'").unsupported());
    }
}
