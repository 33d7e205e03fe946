// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.piosim.mpi;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.hdtrace.piosim.RunObserver;
import org.hdtrace.piosim.Simulation;
import org.hdtrace.piosim.SimulationOptions;
import org.hdtrace.piosim.model.cluster.CommandType;
import org.hdtrace.piosim.model.cluster.ModelBuilder;
import org.hdtrace.piosim.model.cluster.ModelExtension;
import org.hdtrace.piosim.model.cluster.Nic;
import org.hdtrace.piosim.model.cluster.Node;
import org.hdtrace.piosim.model.cluster.SimpleNetworkEdge;
import org.hdtrace.piosim.model.cluster.StoreForwardNode;
import org.hdtrace.piosim.model.program.ProgramBuilder;
import org.hdtrace.piosim.network.NetworkPlan.UnsupportedModelException;
import org.hdtrace.piosim.process.Algorithm;
import org.hdtrace.piosim.process.AlgorithmExtension;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Extensions of the test class path, announced by a folder that only these tests put in front of it. */
class AlgorithmExtensionTest {
    @TempDir
    Path directory;

    private final ClassLoader before = Thread.currentThread().getContextClassLoader();

    /** A barrier that takes a thousand instructions. */
    public static final class Slow implements AlgorithmExtension, ModelExtension {
        @Override
        public Map<CommandType, Map<String, Algorithm>> algorithms() {
            Algorithm slow = (call, step) -> {
                if (step == Algorithm.START) {
                    call.next(1, 1000);
                }
            };
            return Map.of(CommandType.BARRIER, Map.of("Slow", slow));
        }

        @Override
        public Map<CommandType, List<String>> methods() {
            return Map.of(CommandType.BARRIER, List.of("Slow"));
        }
    }

    /** Takes a name that there is. */
    public static final class Thief implements AlgorithmExtension {
        @Override
        public Map<CommandType, Map<String, Algorithm>> algorithms() {
            return Map.of(CommandType.BARRIER, Map.of("direct", new NoOperation()));
        }
    }

    private void announce(Class<?> service, String extension) throws Exception {
        Path services = Files.createDirectories(directory.resolve("META-INF/services"));
        Files.writeString(services.resolve(service.getName()), extension + "\n");
        URL[] urls = {directory.toUri().toURL()};
        Thread.currentThread().setContextClassLoader(new URLClassLoader(urls, before));
    }

    @AfterEach
    void restore() {
        Thread.currentThread().setContextClassLoader(before);
    }

    @Test
    void modelsMayChooseWhatAnExtensionAdds() throws Exception {
        announce(ModelExtension.class, Slow.class.getName());
        announce(AlgorithmExtension.class, Slow.class.getName());
        ProgramBuilder program = new ProgramBuilder("barrier", 2);
        program.addBarrier(program.world());
        ModelBuilder model = new ModelBuilder()
                .star(
                        2,
                        "A",
                        Node.of(1, 1e9, 1 << 30),
                        Nic.of(1e9),
                        SimpleNetworkEdge.of(1, 1e9),
                        StoreForwardNode.of(1e9))
                .method(CommandType.BARRIER, "slow");
        long end = new Simulation(model.build(), Map.of("A", program.build()), Algorithms.all(), RunObserver.NONE)
                .run(SimulationOptions.UNLIMITED)
                .virtualTimeNanos();
        assertEquals(3 + 1001, end, "a step and 1000 instructions");
    }

    @Test
    void aFaultyExtensionIsNamed() throws Exception {
        announce(AlgorithmExtension.class, Thief.class.getName());
        assertEquals(
                "extension " + Thief.class.getName() + ": Barrier has 'direct' already",
                assertThrows(UnsupportedModelException.class, Algorithms::all).getMessage());
        announce(AlgorithmExtension.class, "no.such.Extension");
        assertTrue(assertThrows(UnsupportedModelException.class, Algorithms::all)
                .getMessage()
                .startsWith("extension can't be loaded: "));
    }
}
