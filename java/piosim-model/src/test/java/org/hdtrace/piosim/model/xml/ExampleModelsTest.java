// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.piosim.model.xml;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.file.Path;
import org.hdtrace.piosim.model.cluster.ClusterModel;
import org.hdtrace.piosim.model.cluster.CommandType;
import org.hdtrace.piosim.model.cluster.IoSubsystem;
import org.hdtrace.piosim.model.cluster.ModelBuilder;
import org.hdtrace.piosim.model.cluster.NetworkEdgeModel;
import org.hdtrace.piosim.model.cluster.Nic;
import org.hdtrace.piosim.model.cluster.Node;
import org.hdtrace.piosim.model.cluster.Nvme;
import org.hdtrace.piosim.model.cluster.Raid;
import org.hdtrace.piosim.model.cluster.RefinedDisk;
import org.hdtrace.piosim.model.cluster.SimpleNetworkEdge;
import org.hdtrace.piosim.model.cluster.SimpleWriteBehind;
import org.hdtrace.piosim.model.cluster.StoreForwardNode;
import org.hdtrace.piosim.model.cluster.Tmpfs;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ExampleModelsTest {
    private static final double MIB = 1 << 20;

    private static ClusterModel example(String name) throws Exception {
        return ModelReader.read(Path.of(System.getProperty("hd.root"), "examples", "models", name));
    }

    @ParameterizedTest
    @CsvSource({"paper-gige.xml, 4", "paper-gige-2.xml, 1"})
    void holdTheFiguresOfTheHdtracePaper(String name, int ranks) throws Exception {
        ClusterModel model = example(name);

        assertEquals(ranks, model.clients().size());
        assertEquals(1, model.servers().size());
        assertEquals(ranks + 1, model.nodes().size());
        for (NetworkEdgeModel edge : model.networkEdges()) {
            assertEquals(new SimpleNetworkEdge(edge.identity(), 287_500, 67 * MIB), edge);
        }
        assertEquals(7629 * MIB, model.clients().get(0).nic().totalBandwidth());
        assertEquals(12_000L << 20, model.nodes().get(0).memoryBytes());
        assertEquals(48 * 1024 * MIB, ((StoreForwardNode) model.networkNodes().get(0)).totalBandwidth());
        RefinedDisk disk = (RefinedDisk) model.servers().get(0).ioSubsystem();
        assertEquals(new RefinedDisk(disk.identity(), 1_000_000, 10_000_000, 7200, 100 * MIB, 5 << 20, 1), disk);
        assertEquals(102_400, model.globalSettings().transferGranularity());
    }

    @Test
    void haveServersWithEveryKindOfStorage() throws Exception {
        ClusterModel model = example("storage-servers.xml");
        assertEquals(3, model.servers().size());
        Raid disks = (Raid) model.servers().get(0).ioSubsystem();
        assertEquals(5, disks.level());
        for (IoSubsystem part : disks.devices()) {
            assertEquals(new RefinedDisk(part.identity(), 1_100_000, 9_000_000, 7200, 96 * MIB, 1 << 20, 1), part);
        }
        Raid mirrors = (Raid) model.servers().get(1).ioSubsystem();
        assertEquals(1, mirrors.level());
        for (IoSubsystem part : mirrors.devices()) {
            assertEquals(new Nvme(part.identity(), 42, 85_000, 3.2e9), part);
        }
        IoSubsystem memory = model.servers().get(2).ioSubsystem();
        assertEquals(new Tmpfs(memory.identity(), 2000 * MIB), memory);
    }

    @Test
    void haveAStarThatEqualsTheOneBuiltInCode() throws Exception {
        ClusterModel built = new ModelBuilder()
                .setApplication("A", "")
                .method(CommandType.BARRIER, "BinaryTree")
                .method(CommandType.BCAST, "BinaryTreeSimple")
                .method(CommandType.REDUCE, "BinaryTreeSimple")
                .method(CommandType.ALLREDUCE, "ReduceBroadcast")
                .method(CommandType.GATHER, "GatherMPICH2")
                .star(new ModelBuilder.Star(
                        2,
                        "A",
                        Node.of(1, 1e9, 12_000_000_000L),
                        Nic.of(42_949_672_960.0),
                        SimpleNetworkEdge.of(19_982, 117e6),
                        StoreForwardNode.of(48e9),
                        1,
                        RefinedDisk.of(1_000_000, 9_000_000, 7200, 1e8, 1_000_000, 1),
                        SimpleWriteBehind.of(1)))
                .build();
        ClusterModel read = example("star-golden.xml");

        assertEquals(built.globalSettings(), read.globalSettings());
        assertEquals(built.applications(), read.applications());
        assertEquals(
                built.components().stream().map(c -> c.id()).toList(),
                read.components().stream().map(c -> c.id()).toList());
        assertEquals(built.networkEdges(), read.networkEdges());
        assertEquals(built.networkNodes(), read.networkNodes());
        assertEquals(
                java.util.Set.copyOf(built.topologies().get(0).links()),
                java.util.Set.copyOf(read.topologies().get(0).links()));
        for (int i = 0; i < 3; i++) {
            assertEquals(
                    built.nodes().get(i).withHosted(java.util.List.of()),
                    read.nodes().get(i).withHosted(java.util.List.of()));
        }
    }

    @Test
    void haveTheNodesOfTheValidationPaper() throws Exception {
        ClusterModel model = example("paper-westmere.xml");

        assertEquals(120, model.clients().size());
        assertEquals(10, model.servers().size());
        assertEquals(12, model.nodes().get(0).cpus());
        assertEquals(2.66e9, model.nodes().get(0).instructionsPerSecond());
        assertEquals(
                java.util.Map.of("79 3.964665856E9", 260L, "38 3.593469952E9", 40L, "19982 7.5392614E7", 20L),
                model.networkEdges().stream()
                        .collect(java.util.stream.Collectors.groupingBy(
                                edge -> edge.latencyNanos() + " " + edge.bandwidth(),
                                java.util.stream.Collectors.counting())),
                "processes to sockets, sockets to hubs, hubs to the switch");
        assertEquals(31, model.networkNodes().size());
        RefinedDisk disk = (RefinedDisk) model.servers().get(0).ioSubsystem();
        assertEquals(new RefinedDisk(disk.identity(), 1_100_000, 9_000_000, 7200, 96 * MIB, 1 << 20, 1), disk);
    }

    @ParameterizedTest
    @CsvSource({
        "ethernet-100g.xml, 64, 12",
        "infiniband-hdr.xml, 400, 40",
        "slingshot-dragonfly.xml, 640, 40",
        "tofu-torus.xml, 768, 768",
        "loggops.xml, 16, 1"
    })
    void haveTheirSize(String name, int ranks, int switches) throws Exception {
        ClusterModel model = example(name);

        assertEquals(ranks, model.clients().size());
        assertEquals(switches, model.networkNodes().size());
    }
}
