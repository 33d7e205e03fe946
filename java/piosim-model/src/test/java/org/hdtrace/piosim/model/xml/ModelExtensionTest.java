// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.piosim.model.xml;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.hdtrace.piosim.model.cluster.ClusterModel;
import org.hdtrace.piosim.model.cluster.CommandType;
import org.hdtrace.piosim.model.cluster.ModelExtension;
import org.hdtrace.piosim.model.cluster.SimpleNetworkEdge;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Extensions of the test class path, announced by a folder that only these tests put in front of it. */
class ModelExtensionTest {
    private static final String EDGE = "<NetworkEdge implementation='Cable'><Metres>20</Metres></NetworkEdge>";

    @TempDir
    Path directory;

    private final ClassLoader before = Thread.currentThread().getContextClassLoader();

    /** A cable of a length, and a broadcast. */
    public static final class Cables implements ModelExtension {
        @Override
        public List<Implementation> components() {
            return List.of(new Implementation(
                    "NetworkEdge",
                    "Cable",
                    List.of(new Value("Metres", Kind.COUNT, null), new Value("Bandwidth", Kind.RATE, "1GB/s")),
                    values -> SimpleNetworkEdge.of(values.get("Metres").longValue() * 5, values.get("Bandwidth"))));
        }

        @Override
        public Map<CommandType, List<String>> methods() {
            return Map.of(CommandType.BCAST, List.of("Pigeon"));
        }
    }

    /** Takes a name that there is. */
    public static final class Thief implements ModelExtension {
        @Override
        public List<Implementation> components() {
            return List.of(new Implementation(
                    "NetworkEdge", "simplenetworkedge", List.of(), values -> SimpleNetworkEdge.of(0, 1)));
        }
    }

    /** Makes something else than its element says. */
    public static final class Liar implements ModelExtension {
        @Override
        public List<Implementation> components() {
            return List.of(new Implementation("NetworkNode", "Cable", List.of(), values -> SimpleNetworkEdge.of(0, 1)));
        }
    }

    private void announce(String extension) throws Exception {
        Path services = Files.createDirectories(directory.resolve("path/META-INF/services"));
        Files.writeString(services.resolve(ModelExtension.class.getName()), extension + "\n");
        URL[] urls = {directory.resolve("path").toUri().toURL()};
        Thread.currentThread().setContextClassLoader(new URLClassLoader(urls, before));
    }

    @AfterEach
    void restore() {
        Thread.currentThread().setContextClassLoader(before);
    }

    private String error(String text) {
        return Models.error(directory, text).lines().findFirst().orElseThrow();
    }

    @Test
    void filesMayNameWhatAnExtensionAdds() throws Exception {
        announce(Cables.class.getName());
        ClusterModel model = Models.read(directory, Models.edge(EDGE));
        SimpleNetworkEdge edge = (SimpleNetworkEdge) model.networkEdges().get(0);
        assertEquals(100, edge.latencyNanos());
        assertEquals(1e9, edge.bandwidth());
        assertEquals(model, Models.read(directory, ModelWriter.text(model)), "written as what it stands for");
        assertEquals(
                "Pigeon",
                Models.read(directory, Models.star("<ClientMethod name='Bcast'>x.pigeon</ClientMethod>"))
                        .globalSettings()
                        .method(CommandType.BCAST));
        assertEquals(
                "FILE: line 2: <NetworkEdge>: needs a value Metres",
                error(Models.edge("<NetworkEdge implementation='Cable'/>")));
        assertTrue(error(Models.edge("<NetworkEdge implementation='Rope'/>"))
                .endsWith("allowed are: SimpleNetworkEdge, CutThroughNetworkEdge, SharedMemoryEdge, Cable"));
    }

    @Test
    void withoutTheExtensionNothingIsLoaded() {
        assertTrue(error(Models.edge("<NetworkEdge implementation='" + Cables.class.getName() + "'/>"))
                .startsWith("FILE: line 2: <NetworkEdge>: implementation='ModelExtensionTest$Cables' is unknown"));
        assertTrue(error(Models.edge(EDGE)).contains("implementation='Cable' is unknown"));
        assertTrue(error(Models.star("<ClientMethod name='Bcast'>Pigeon</ClientMethod>"))
                .contains("Bcast='Pigeon': must be one of"));
    }

    @Test
    void aFaultyExtensionIsNamed() throws Exception {
        announce(Thief.class.getName());
        assertEquals(
                "FILE: extension " + Thief.class.getName()
                        + ": <NetworkEdge implementation='simplenetworkedge'>: exists already",
                error(Models.star()));
        announce("no.such.Extension");
        assertTrue(error(Models.star()).startsWith("FILE: extension can't be loaded: "));
        announce(Liar.class.getName());
        String node = "<Project><ComponentList><NetworkNodeList><NetworkNode implementation='Cable'/></NetworkNodeList>"
                + "</ComponentList></Project>";
        assertEquals("FILE: line 1: <NetworkNode>: implementation='Cable' makes no <NetworkNode>", error(node));
    }
}
