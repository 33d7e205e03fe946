// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.bench.simulator;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.hdtrace.format.TraceFormatException;
import org.hdtrace.piosim.Simulation;
import org.hdtrace.piosim.model.cluster.ClusterModel;
import org.hdtrace.piosim.model.document.ModelFormatException;
import org.hdtrace.piosim.model.xml.ModelReader;

/** Reads the model file of a generated network and sets a simulation up, again and again in one process. */
public final class SetUpRate {
    private static final String MODEL =
            """
            <?xml version="1.0" encoding="UTF-8"?>
            <Project>
              <Templates>
                <Node name="host">
                  <CPUs>1</CPUs><InstructionsPerSecond>1000000000</InstructionsPerSecond><MemorySize>12G</MemorySize>
                </Node>
                <NIC name="nic" implementation="NIC"><TotalBandwidth>40G</TotalBandwidth></NIC>
                <NetworkEdge name="cable" implementation="SimpleNetworkEdge">
                  <Latency>1us</Latency><Bandwidth>12500000000</Bandwidth>
                </NetworkEdge>
                <NetworkNode name="switch" implementation="StoreForwardNode">
                  <TotalBandwidth>1600000000000</TotalBandwidth>
                </NetworkNode>
              </Templates>
              <ApplicationList><Application alias="A"/></ApplicationList>
              <ComponentList>
                <GENERATOR application="A" node="host" nic="nic" edge="cable" switch="switch"/>
              </ComponentList>
            </Project>
            """;

    private SetUpRate() {}

    /**
     * {@code FILE PASSES GENERATOR}, as {@code 'FatTree k="4" levels="2"'}: writes the file, then prints for each pass "ranks
     * read-nanoseconds set-up-nanoseconds", wall times.
     */
    public static void main(String[] arguments) throws IOException, ModelFormatException, TraceFormatException {
        Path file = Files.writeString(Path.of(arguments[0]), MODEL.replace("GENERATOR", arguments[2]));
        for (int i = Integer.parseInt(arguments[1]); i > 0; i--) {
            Pass pass = pass(file);
            System.out.println(pass.ranks() + " " + pass.readNanos() + " " + pass.setUpNanos());
        }
    }

    /** What a pass took. */
    record Pass(int ranks, long readNanos, long setUpNanos) {}

    private static Pass pass(Path file) throws ModelFormatException, TraceFormatException {
        long begin = System.nanoTime();
        ClusterModel model = ModelReader.read(file);
        long read = System.nanoTime();
        int ranks = model.nodes().size();
        // A program that does nothing: ranks without a program have nothing to match.
        new Simulation(model, Map.of(Clusters.ALIAS, new ExchangeProgram(Exchange.RING, ranks, 1, 0)));
        return new Pass(ranks, read - begin, System.nanoTime() - read);
    }
}
