// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.format.project;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.AbstractList;
import java.util.ArrayList;
import java.util.List;
import org.hdtrace.format.TestFiles;
import org.hdtrace.format.trace.Attributes;
import org.hdtrace.format.trace.DataElement;
import org.junit.jupiter.api.Test;

/** Projects with far more of everything than those of the examples. */
class LargeProjectTest {
    private static final List<String> LEVELS = List.of("Hostname", "Rank");

    private static ProjectDescription description(
            TopologyNode root, List<Communicator> communicators, List<RankDatatypes> datatypes, List<String> groups) {
        return new ProjectDescription("large", LEVELS, root, List.of(), communicators, datatypes, groups);
    }

    @Test
    void communicatorsOfTheSameProcessesShareTheirRanks() throws Exception {
        int count = 100_000;
        int size = 16;
        List<Communicator> communicators = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            List<Member> members = new ArrayList<>();
            for (int local = 0; local < size; local++) {
                int global = i % 2 == 0 ? local : 2 * size - local;
                members.add(new Member(global, local, i % 3 == 0 && local == 5 ? 7 : i));
            }
            communicators.add(new Communicator(i == 0 ? "WORLD" : "", members, "0:" + i));
        }
        try (TestFiles files = new TestFiles()) {
            Path file = files.file("large.proj");
            TopologyNode root = TopologyNode.root("large", List.of());
            ProjectWriter.write(description(root, communicators, List.of(), List.of()), file);
            List<Communicator> read = Project.open(file).communicators();
            assertEquals(count, read.size());
            for (int i = 0; i < count; i++) {
                assertEquals(communicators.get(i), read.get(i));
                assertSame(ranks(read.get(i % 2)), ranks(read.get(i)));
            }
        }
    }

    private static MemberList.Ranks ranks(Communicator communicator) {
        return assertInstanceOf(MemberList.class, communicator.members()).ranks();
    }

    /** Parts of a datatype that are made when they are asked for. */
    private static List<DataElement> parts(int count, java.util.function.IntFunction<DataElement> part) {
        return new AbstractList<>() {
            @Override
            public DataElement get(int index) {
                return part.apply(index);
            }

            @Override
            public int size() {
                return count;
            }
        };
    }

    private static Attributes numbers(Object... fields) {
        String[] texts = new String[fields.length];
        for (int i = 0; i < texts.length; i++) {
            texts[i] = fields[i].toString();
        }
        return Attributes.of(texts);
    }

    @Test
    void datatypesOfAMillionBlocksAreRowsOfNumbers() throws Exception {
        int count = 1_000_000;
        Datatype integer = Datatype.named(0, "MPI_INT");
        Datatype indexed = new Datatype(
                1,
                "HINDEXED",
                numbers("count", count, "oldType", 0),
                parts(count, i -> new DataElement("Block", numbers("len", 1 + i % 3, "index", 16L * i))));
        Datatype struct = new Datatype(
                2,
                "STRUCT",
                numbers("count", count),
                parts(
                        count,
                        i -> new DataElement(
                                "Type", numbers("id", 0, "displacement", 5_000_000_000L + 12L * i, "blocklen", 2))));
        try (TestFiles files = new TestFiles()) {
            Path file = files.file("large.proj");
            TopologyNode root = TopologyNode.root("large", List.of());
            List<RankDatatypes> ranks = List.of(new RankDatatypes(0, 0, List.of(integer, indexed, struct)));
            ProjectWriter.write(description(root, List.of(), ranks, List.of()), file);
            Project project = Project.open(file);
            Datatype read = project.datatypes(0, 0).get(1L);
            assertInstanceOf(PartTable.class, read.parts());
            assertEquals(indexed.parts().get(count - 1), read.parts().get(count - 1));

            DatatypeLayout layout = project.layout(0, 0, 1).orElseThrow();
            BlockIterator blocks = layout.blocks(1);
            long bytes = 0;
            for (int i = 0; i < count; i++) {
                assertTrue(blocks.next());
                assertEquals(16L * i, blocks.offset());
                assertEquals(4L * (1 + i % 3), blocks.length());
                bytes += blocks.length();
            }
            assertTrue(!blocks.next());
            assertEquals(bytes, layout.size());

            DatatypeLayout large = project.layout(0, 0, 2).orElseThrow();
            assertEquals(8L * count, large.size());
            assertEquals(5_000_000_000L, large.lowerBound());
            assertEquals(12L * (count - 1) + 8, large.extent());
        }
    }

    @Test
    void partsThatDifferOrAreNoPlainNumbersAreKeptAsWritten() {
        PartTable.Builder builder = new PartTable.Builder();
        DataElement first = new DataElement("Block", Attributes.of("len", "1", "index", "-2"));
        List<DataElement> odd = List.of(
                new DataElement("Block", Attributes.of("len", "01", "index", "0")),
                new DataElement("Block", Attributes.of("len", "+1", "index", "0")),
                new DataElement("Block", Attributes.of("len", "", "index", "0")),
                new DataElement("Block", Attributes.of("len", "99999999999999999999", "index", "0")),
                new DataElement("Block", Attributes.of("index", "1", "len", "1")),
                new DataElement("Block", Attributes.of("len", "1")),
                new DataElement("Other", Attributes.of("len", "1", "index", "1")),
                new DataElement("Block", Attributes.of("len", "1", "index", "1"), "5", List.of()),
                new DataElement("Block", Attributes.of("len", "1", "index", "1"), "", List.of(first)));
        for (DataElement other : odd) {
            builder.add(first);
            builder.add(other);
            builder.add(first);
            assertEquals(List.of(first, other, first), builder.build());
        }
        DataElement text = new DataElement("Integer", Attributes.none(), "-9223372036854775808", List.of());
        builder.add(text);
        builder.add(text);
        List<DataElement> table = builder.build();
        assertInstanceOf(PartTable.class, table);
        assertEquals(List.of(text, text), table);
        assertEquals(List.of(text, text).hashCode(), table.hashCode());
        assertEquals(List.of(), builder.build());
    }

    @Test
    void findsTheFilesOfManyNodes() throws Exception {
        int hosts = 3000;
        List<TopologyNode> nodes = new ArrayList<>();
        for (int i = 0; i < hosts; i++) {
            String host = "n" + i;
            TopologyNode rank = new TopologyNode("" + i, "Rank", "" + i, List.of(host, "" + i), List.of());
            nodes.add(new TopologyNode(host, "Hostname", host, List.of(host), List.of(rank)));
        }
        try (TestFiles files = new TestFiles()) {
            Path file = files.file("large.proj");
            ProjectWriter.write(
                    description(TopologyNode.root("large", nodes), List.of(), List.of(), List.of("Energy")), file);
            for (int i = 0; i < hosts; i++) {
                files.write("large_n" + i + "_" + i + ".trc", "<Program/>");
                files.write("large_n" + i + (i % 2 == 0 ? "_Energy.stat" : "_Load_1.stat"), "");
            }
            Project project = Project.open(file);
            assertEquals(hosts, project.traces().size());
            assertEquals(hosts - 1, project.traces().get(hosts - 1).rank());
            assertEquals(hosts, project.statistics().size());
            StatisticsFile last = project.statistics().get(hosts - 1);
            assertEquals("Load_1", last.group());
            assertTrue(!last.declared());
        }
    }
}
