// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.piosim.model.xml;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.hdtrace.piosim.model.cluster.ClusterModel;
import org.hdtrace.piosim.model.document.ModelFormatException;
import org.junit.jupiter.api.Assertions;

/** Model files for tests. */
final class Models {
    /** Templates for a star, one line, so that line numbers of what follows are easy to count. */
    static final String TEMPLATES = "<Templates>"
            + "<Node name='host'><CPUs>2</CPUs><InstructionsPerSecond>1G</InstructionsPerSecond>"
            + "<MemorySize>4G</MemorySize></Node>"
            + "<NIC name='nic'><TotalBandwidth>40G</TotalBandwidth></NIC>"
            + "<NetworkEdge name='gige' implementation='SimpleNetworkEdge'><Latency>20us</Latency>"
            + "<Bandwidth>117000000</Bandwidth></NetworkEdge>"
            + "<NetworkNode name='sw' implementation='StoreForwardNode'><TotalBandwidth>48G</TotalBandwidth>"
            + "</NetworkNode>"
            + "<Server name='srv'><IOSUBSYSTEM><IOSubsystem implementation='SimpleDisk'>"
            + "<AvgAccessTime>5ms</AvgAccessTime><MaxThroughput>50000000</MaxThroughput></IOSubsystem></IOSUBSYSTEM>"
            + "<CACHESTRATEGY><ServerCacheLayer implementation='NoCache'/></CACHESTRATEGY></Server>"
            + "</Templates>\n";

    static final String STAR = "<Star hosts='3' ranks='2' servers='1' application='A' node='host' nic='nic' edge='gige'"
            + " switch='sw' server='srv'/>";

    private Models() {}

    static String star() {
        return star("");
    }

    /** A star with something in its GlobalSettings, which begin in line 3. */
    static String star(String settings) {
        return "<Project>\n" + TEMPLATES + "<GlobalSettings>" + settings + "</GlobalSettings>\n<ComponentList>" + STAR
                + "</ComponentList>\n</Project>\n";
    }

    /** A model of one edge, which begins in line 2. */
    static String edge(String element) {
        return "<Project><ComponentList><NetworkEdgeList>\n" + element
                + "\n</NetworkEdgeList></ComponentList></Project>";
    }

    static Path file(Path directory, String text) {
        try {
            return Files.writeString(directory.resolve("model.xml"), text);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    static ClusterModel read(Path directory, String text, String... overrides) throws ModelFormatException {
        return ModelReader.read(file(directory, text), List.of(overrides));
    }

    /** The message for a bad file, with the file's name replaced by FILE. */
    static String error(Path directory, String text, String... overrides) {
        Path file = file(directory, text);
        ModelFormatException e =
                Assertions.assertThrows(ModelFormatException.class, () -> ModelReader.read(file, List.of(overrides)));
        return e.getMessage().replace(file.toString(), "FILE");
    }
}
