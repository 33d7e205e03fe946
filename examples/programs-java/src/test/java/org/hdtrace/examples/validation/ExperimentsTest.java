// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.examples.validation;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;

/** The curves have the shape of the paper's, and none is below its bound. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class ExperimentsTest {
    private static final Path MODELS = Path.of(System.getProperty("hd.root")).resolve("examples/models");
    private static final int NODES = 10;
    private static final double MIB = 1 << 20;

    private List<Measurement> measurements;

    @BeforeAll
    void run() throws Exception {
        measurements = Experiments.run(MODELS.resolve("paper-westmere.xml"));
    }

    private Measurement find(String experiment, long bytes, int nodes, int processes) {
        return measurements.stream()
                .filter(one -> one.experiment().equals(experiment) && one.bytes() == bytes)
                .filter(one -> one.configuration().equals(new Configuration(nodes, processes)))
                .findFirst()
                .orElseThrow();
    }

    private long time(String experiment, long bytes, int nodes, int processes) {
        return find(experiment, bytes, nodes, processes).simulatedNanos();
    }

    private double pair(String experiment, int nodes, int processes) {
        return find(experiment, Experiments.LARGE, nodes, processes).throughput();
    }

    @Test
    void nothingIsFasterThanItCanBe() {
        assertEquals(6 + 5 * 2 * NODES + 1, measurements.size());
        for (Measurement one : measurements) {
            assertTrue(one.ratio() >= 1, one::toString);
            assertTrue(one.configuration().processes() == 1 || one.boundNanos() > 0, one::toString);
        }
    }

    @Test
    void messagesReachTheirBound() {
        measurements.stream()
                .filter(one -> one.moved() > 0)
                .forEach(one -> assertTrue(one.ratio() < 1.01, one::toString));
    }

    @Test
    void theNearerTheFaster() {
        for (String experiment : List.of("Send ", "Sendrecv ")) {
            double socket = pair(experiment + "intra-socket", 1, 3);
            double node = pair(experiment + "inter-socket", 1, 2);
            double cluster = pair(experiment + "inter-node", 2, 2);
            assertTrue(socket > node && node > 10 * cluster, socket + " " + node + " " + cluster);
        }
    }

    /** Section 3: an exchange of large messages should take as long as one of them; between nodes both have a cable. */
    @Test
    void betweenNodesBothDirectionsAreTwiceAsFastAsOne() {
        assertEquals(2, pair("Sendrecv inter-node", 2, 2) / pair("Send inter-node", 2, 2), 0.01);
    }

    /** Both directions share the memory of a socket, whose throughput the model's figure 1 tells. */
    @Test
    void withinASocketBothDirectionsShareItsMemory() {
        assertEquals(4556, pair("Sendrecv intra-socket", 1, 3) / MIB, 45);
        assertEquals(3781, pair("Send intra-socket", 1, 3) / MIB, 38);
        assertEquals(3427, pair("Send inter-socket", 1, 2) / MIB, 34);
    }

    /** Figure 2b: about 140 MiB/s over the node of rank 0, more when it has processes of its own to exchange with. */
    @Test
    void rankZeroExchangesAsFastAsItsCableAllows() {
        for (int nodes = 2; nodes <= NODES; nodes++) {
            double one = find("Sendrecv with rank 0", Experiments.LARGE, nodes, nodes)
                            .throughput()
                    / MIB;
            double two = find("Sendrecv with rank 0", Experiments.LARGE, nodes, 2 * nodes)
                            .throughput()
                    / MIB;
            assertEquals(143.8, one, 1.4);
            assertTrue(two > 1.04 * one, nodes + " nodes: " + one + " " + two);
        }
    }

    @Test
    void moreProcessesTakeLonger() {
        for (int nodes = 2; nodes <= NODES; nodes++) {
            for (int each = 1; each <= 2; each++) {
                assertLonger("Sendrecv with rank 0", Experiments.LARGE, nodes, each);
                assertLonger("Allgather", Experiments.MIDDLE, nodes, each);
            }
            assertLonger("Allgather", Experiments.SMALL, nodes, 1);
        }
    }

    private void assertLonger(String experiment, long bytes, int nodes, int each) {
        long fewer = time(experiment, bytes, nodes - 1, each * (nodes - 1));
        long more = time(experiment, bytes, nodes, each * nodes);
        assertTrue(more > fewer, experiment + " on " + nodes + " nodes: " + fewer + " " + more);
    }

    /** Figure 3a: 4-8 and 8-16 are much better than others, since the algorithm is another. */
    @Test
    void smallAllgathersAreBetterAtPowersOfTwo() {
        for (int nodes : new int[] {4, 8}) {
            long power = time("Allgather", Experiments.SMALL, nodes, 2 * nodes);
            long fewer = time("Allgather", Experiments.SMALL, nodes - 1, 2 * (nodes - 1));
            assertTrue(power < 0.8 * fewer, nodes + " nodes: " + power + " " + fewer);
        }
    }

    /** Figure 3d: no algorithm is best everywhere; MPICH's is far from its bound where it has to fold ranks. */
    @Test
    void allreduceIsNearItsBoundAtPowersOfTwoOnly() {
        for (int nodes = 2; nodes <= NODES; nodes++) {
            double ratio = find("Allreduce", Experiments.MIDDLE, nodes, nodes).ratio();
            assertEquals(Integer.bitCount(nodes) == 1, ratio < 1.5, nodes + " nodes: " + ratio);
        }
    }

    /** HDTrace paper, figure 4: the root sends 87.5 MiB in halves, then 87.5 MiB in blocks round the ring. */
    @Test
    void broadcastTakesAsLongAsItsRootHasToSend() {
        Measurement broadcast = find("Bcast by scatter and ring", Experiments.LARGE, 8, 8);
        assertEquals(175 * MIB / 75_392_614 * 1e9, broadcast.boundNanos(), 1e6);
        assertTrue(broadcast.ratio() < 1.02, broadcast::toString);
    }

    @Test
    void anotherClusterIsRefused() {
        String message = assertThrows(Exception.class, () -> Experiments.run(MODELS.resolve("paper-gige.xml")))
                .getMessage();
        assertTrue(message.contains("SMPNodes"), message);
    }

    @Test
    void drawsTheSamePictureEveryTime(@TempDir Path folder) throws IOException {
        Path one = folder.resolve("one.svg");
        Path two = folder.resolve("two.SVG");
        Curves.picture(measurements).write(one);
        Curves.picture(measurements).write(two);
        String picture = Files.readString(one);
        assertEquals(picture, Files.readString(two));
        for (String text : List.of("simulated", "bound", "nodes-processes")) {
            assertTrue(picture.contains(">" + text + "<"), text);
        }
        // One line less than all experiments have.
        Curves.picture(measurements.subList(0, measurements.size() - 2 * NODES)).write(two);
        assertTrue(Files.size(two) < Files.size(one));
        Path png = folder.resolve("three.png");
        Curves.picture(measurements).write(png);
        assertEquals('P', Files.readAllBytes(png)[1]);
        assertThrows(IllegalArgumentException.class, () -> Curves.picture(measurements)
                .write(folder.resolve("x.gif")));
    }
}
