// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.piosim.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.LongStream;
import org.hdtrace.format.json.JsonWriter;
import org.hdtrace.piosim.Simulation;
import org.hdtrace.piosim.SimulationOptions;
import org.hdtrace.piosim.model.cluster.ClusterModel;
import org.hdtrace.piosim.model.cluster.ModelBuilder;
import org.hdtrace.piosim.model.cluster.Nic;
import org.hdtrace.piosim.model.cluster.NoCache;
import org.hdtrace.piosim.model.cluster.Node;
import org.hdtrace.piosim.model.cluster.SimpleDisk;
import org.hdtrace.piosim.model.cluster.SimpleNetworkEdge;
import org.hdtrace.piosim.model.cluster.StoreForwardNode;
import org.hdtrace.piosim.model.file.ApplicationFile;
import org.hdtrace.piosim.model.file.SimpleStripe;
import org.hdtrace.piosim.model.program.ProgramBuilder;
import org.junit.jupiter.api.Test;

class ComponentTableTest {
    private static ClusterModel model(int ranks) {
        return new ModelBuilder()
                .star(new ModelBuilder.Star(
                        ranks,
                        "A",
                        Node.of(1, 1e9, 1L << 32),
                        Nic.of(1e12),
                        SimpleNetworkEdge.of(20_000, 1e8),
                        StoreForwardNode.of(1e11),
                        1,
                        SimpleDisk.of(5_000_000, 50e6, 1),
                        NoCache.of(1)))
                .build();
    }

    @Test
    void countsServicesWithTheirBytesAndTimes() throws Exception {
        ProgramBuilder program = new ProgramBuilder("two", 2);
        // On the wire 992 + 8 + 40 B and 9,952 + 8 + 40 B, at 0.1 B/ns.
        program.addSendAndRecv(0, 1, 992, 1).addSendAndRecv(0, 1, 9_952, 1);
        Map<String, ComponentTable.Row> rows = rows(program);
        assertEquals(new ComponentTable.Row("e0_TX", 2, 11_040, 110_400, 10_400, 100_000), rows.get("e0_TX"));
        assertEquals(new ComponentTable.Row("e1_RX", 2, 11_040, 110_400, 10_400, 100_000), rows.get("e1_RX"));
        assertEquals(new ComponentTable.Row("SW", 2, 11_040, 110, 10, 100), rows.get("SW"));
        assertEquals(5, rows.size());
    }

    @Test
    void countsTheAccessesOfDisks() throws Exception {
        ProgramBuilder program = new ProgramBuilder("writer", 1);
        ApplicationFile file = program.createFile("f", 0, SimpleStripe.DEFAULT);
        program.addFileOpen(program.world(), file, true).addWriteSequential(0, file, 0, 50_000);
        program.addReadSequential(0, file, 0, 10_000);
        // 5 ms and 20 ns for each byte; of 10,000 B / 50e6 B/s less than 200,000 ns remain in floating point.
        assertEquals(
                new ComponentTable.Row("srv0: disk-srv0", 2, 60_000, 11_199_999, 5_199_999, 6_000_000),
                rows(program).get("srv0: disk-srv0"));
    }

    @Test
    void theBusiestComesFirstAndLinesAreFew() {
        List<ComponentTable.Row> rows = LongStream.range(0, 100)
                .mapToObj(i -> new ComponentTable.Row("c" + i, 1, 2, 1000 - i, 4, 5))
                .toList();
        String text = ComponentTable.text(rows, 2000);
        assertEquals(1 + 1 + 40 + 1, text.lines().count(), text);
        assertTrue(text.contains(" 50.0 %"), text);
        assertTrue(text.endsWith("... and 60 more, less busy"), text);
        StringBuilder json = new StringBuilder();
        JsonWriter writer = new JsonWriter(json);
        ComponentTable.write(rows.subList(0, 1), writer);
        assertTrue(
                json.toString()
                        .contains("{\"name\":\"c0\",\"count\":1,\"bytes\":2,\"totalNs\":1000,\"meanNs\":1000,"
                                + "\"minNs\":4,\"maxNs\":5}"),
                json.toString());
    }

    private static Map<String, ComponentTable.Row> rows(ProgramBuilder program) throws Exception {
        int ranks = program.build().rankCount();
        Simulation simulation = new Simulation(model(ranks), Map.of("A", program.build()));
        ComponentTable table = ComponentTable.of(simulation);
        simulation.run(SimulationOptions.UNLIMITED);
        Map<String, ComponentTable.Row> rows = new TreeMap<>();
        table.rows().forEach(row -> rows.put(row.name(), row));
        return rows;
    }
}
