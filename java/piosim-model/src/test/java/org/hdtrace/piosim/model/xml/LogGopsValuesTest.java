// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.piosim.model.xml;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.hdtrace.piosim.model.cluster.ClusterModel;
import org.hdtrace.piosim.model.cluster.LogGops;
import org.hdtrace.piosim.model.cluster.ModelBuilder;
import org.hdtrace.piosim.model.cluster.Topology;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class LogGopsValuesTest {
    private static final LogGops DEFAULTS = new LogGops(2500, 1500, 1000, 6000, 65_535);

    @TempDir
    Path directory;

    private static String model(String values) {
        return Models.star()
                .replace(
                        "</Project>",
                        "<TopologyList>\n<Topology name='net' implementation='LogGOPS'>" + values
                                + "</Topology></TopologyList></Project>");
    }

    private static final String VALUES = "<L>2.5us</L><o>1500ns</o><g>1us</g><G>6ns</G><S>65535</S>";

    @Test
    void readsValuesByTheirCaseInAnyOrder() throws Exception {
        assertEquals(
                Optional.of(DEFAULTS), Models.read(directory, model(VALUES)).logGops());
        String turned = "<S>65535</S><G>6ns</G><g>1us</g><o>1500ns</o><L>2.5us</L>";
        assertEquals(
                Optional.of(DEFAULTS), Models.read(directory, model(turned)).logGops());
        assertEquals(Optional.empty(), Models.read(directory, Models.star()).logGops());
    }

    @Test
    void readsBytesThatTakeLessThanANanosecond() throws Exception {
        String fast = VALUES.replace("6ns", "0.04ns");
        assertEquals(
                40, Models.read(directory, model(fast)).logGops().orElseThrow().picosPerByte());
    }

    @Test
    void overridesTellTheGapsApart() throws Exception {
        ClusterModel model = Models.read(directory, model(VALUES), "LogGOPS/G=7ns", "Topology[net]/g=2us");
        assertEquals(Optional.of(new LogGops(2500, 1500, 2000, 7000, 65_535)), model.logGops());
    }

    @Test
    void writesWhatReadsBackEqual() throws Exception {
        ModelBuilder builder = new ModelBuilder();
        builder.logGops("a <b>", new LogGops(2500, 1, 0, 41, 1 << 20));
        ClusterModel model = builder.build();
        assertEquals(model, Models.read(directory, ModelWriter.text(model)));
    }

    @ParameterizedTest(name = "{1} for {0}: {2}")
    @CsvSource(
            delimiter = '|',
            value = {
                "<G>6ns</G> | '' | line 6: <Topology>: needs a value G",
                "<g>1us</g> | <g>1us</g><g>1us</g> | line 6: <Topology>: value g appears twice",
                "<L>2.5us</L> | <L>2.5</L> | line 6: <L>: '2.5': must be a time with s, ms, us, ns or ps",
                "<S>65535</S> | <S>-1</S> | line 6: <Topology>: S='-1': must be >= 0",
                "<L>2.5us</L> | <l>2.5us</l> | line 6: <l>: not known inside a LogGOPS topology; allowed are: L, o, g, G, S",
                "net' | net' scheduling='FIFO' | line 6: <Topology>: unknown attribute 'scheduling'; allowed are: name, implementation",
                "LogGOPS | LogP | line 6: <Topology>: implementation='LogP' is unknown; allowed are: none, LogGOPS",
            })
    void namesWhatIsWrong(String right, String wrong, String expected) {
        String first = Models.error(directory, model(VALUES).replace(right, wrong))
                .lines()
                .findFirst()
                .orElseThrow();
        assertEquals("FILE: " + expected, first);
    }

    @Test
    void onlyOneMayReplaceTheNetworks() {
        String twice = model(VALUES)
                .replace(
                        "</TopologyList>",
                        "<Topology name='b' implementation='LogGOPS'>" + VALUES + "</Topology></TopologyList>");
        assertTrue(Models.error(directory, twice).contains("[net, b]: only one may be LogGOPS"));
    }

    @Test
    void hasNoLinks() {
        IllegalArgumentException e = org.junit.jupiter.api.Assertions.assertThrows(
                IllegalArgumentException.class,
                () -> new Topology(
                        "n",
                        new org.hdtrace.piosim.model.cluster.Routing.FirstRoute(),
                        Topology.Scheduling.FIFO,
                        List.of(new Topology.Link(0, 1, 2)),
                        Optional.of(DEFAULTS)));
        assertEquals("topology 'n': LogGOPS has no links", e.getMessage());
    }
}
