// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.piosim.model.xml;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.hdtrace.piosim.model.cluster.ClusterModel;
import org.hdtrace.piosim.model.cluster.IoSubsystem;
import org.hdtrace.piosim.model.cluster.Nvme;
import org.hdtrace.piosim.model.cluster.Raid;
import org.hdtrace.piosim.model.cluster.Server;
import org.hdtrace.piosim.model.cluster.Tmpfs;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Servers and their storage in model files: what is read, and what is refused with its line and element. */
class ServerFaultsTest {
    private static final String DISK = "<IOSubsystem implementation='SimpleDisk'><AvgAccessTime>5ms</AvgAccessTime>"
            + "<MaxThroughput>50000000</MaxThroughput></IOSubsystem>";
    private static final String TMPFS =
            "<IOSubsystem implementation='Tmpfs'><MaxThroughput>1G</MaxThroughput></IOSubsystem>";

    @TempDir
    Path directory;

    private static String raid(String level, String unit, String... devices) {
        return "<IOSubsystem implementation='Raid'><Level>" + level + "</Level>" + unit + String.join("", devices)
                + "</IOSubsystem>";
    }

    /** The star with other storage in its server; the templates stand in line 2. */
    private static String star(String storage) {
        return Models.star().replace(DISK, storage);
    }

    static Stream<Arguments> faults() {
        String element = "FILE: line 2: <IOSubsystem>: ";
        return Stream.of(
                Arguments.of(
                        raid("5", "", TMPFS, TMPFS),
                        element + "Level='5': needs at least 3 <IOSubsystem> in the Raid, not 2"),
                Arguments.of(
                        raid("0", "", TMPFS), element + "Level='0': needs at least 2 <IOSubsystem> in the Raid, not 1"),
                Arguments.of(raid("6", "", TMPFS, TMPFS), element + "Level='6': must be 0, 1 or 5"),
                Arguments.of(
                        raid("0", "<StripeUnit>0</StripeUnit>", TMPFS, TMPFS), element + "StripeUnit='0': must be > 0"),
                Arguments.of(
                        raid("0", "", TMPFS, TMPFS.replace("1G", "0")), element + "MaxThroughput='0': must be > 0"),
                Arguments.of(
                        raid("1", "", TMPFS, TMPFS, "<NIC/>"),
                        "FILE: line 2: <NIC>: not known inside <IOSubsystem>; allowed are: IDENTIFIER, Level, StripeUnit,"
                                + " IOSubsystem"),
                Arguments.of(
                        DISK.replace("</IOSubsystem>", TMPFS + "</IOSubsystem>"),
                        element
                                + "not known inside <IOSubsystem>; allowed are: IDENTIFIER, AvgAccessTime, MaxThroughput,"
                                + " MaxConcurrentRequests"),
                Arguments.of(
                        "<IOSubsystem implementation='NVMe'><Channels>0</Channels><AccessTime>80us</AccessTime>"
                                + "<MaxThroughput>3G</MaxThroughput></IOSubsystem>",
                        element + "Channels='0': must be > 0"),
                Arguments.of(
                        "<IOSubsystem implementation='Floppy'/>",
                        element + "implementation='Floppy' is unknown; allowed are: SimpleDisk, SimpleFlash,"
                                + " RefinedDiskModel, NVMe, Tmpfs, Raid"),
                Arguments.of(
                        "",
                        "FILE: line 4: <IOSubsystem>: needs an implementation; allowed are: SimpleDisk, SimpleFlash,"
                                + " RefinedDiskModel, NVMe, Tmpfs, Raid"));
    }

    @ParameterizedTest
    @MethodSource("faults")
    void refusesStorageThatCannotBe(String storage, String expected) {
        assertEquals(expected, Models.error(directory, star(storage)));
    }

    @Test
    void readsArraysOfArraysWithNamesOfTheirOwn() throws Exception {
        String nvme =
                "<IOSubsystem implementation='NVMe' name='fast'><Channels>32</Channels><AccessTime>80us</AccessTime>"
                        + "<MaxThroughput>3G</MaxThroughput></IOSubsystem>";
        String mirror = raid("1", "", nvme, nvme);
        ClusterModel model = Models.read(directory, star(raid("0", "<StripeUnit>128K</StripeUnit>", mirror, TMPFS)));

        Raid raid = (Raid) model.servers().get(0).ioSubsystem();
        assertEquals(128 << 10, raid.stripeUnitBytes());
        List<IoSubsystem> parts = raid.parts();
        assertEquals(
                List.of(Raid.class, Nvme.class, Nvme.class, Tmpfs.class),
                parts.stream().map(Object::getClass).toList());
        assertEquals("fast", parts.get(1).name());
        assertEquals("fast1", parts.get(2).name());
        assertEquals(
                model.components().size(),
                model.components().stream()
                        .mapToInt(part -> part.id())
                        .distinct()
                        .count());
    }

    @Test
    void anArrayTakesItsDevicesFromATemplateOrStatesAllOfThem() throws Exception {
        String templates =
                "<Templates>" + raid("0", "", TMPFS, TMPFS, TMPFS).replace("='Raid'", "='Raid' name='three'");
        String text = Models.star().replace("<Templates>", templates);
        String same = text.replace(DISK, "<IOSubsystem template='three'/>");
        assertEquals(3, devices(same));
        String own = text.replace(DISK, "<IOSubsystem template='three'>" + TMPFS + TMPFS + "</IOSubsystem>");
        assertEquals(2, devices(own));
        assertEquals(
                2,
                ((Raid) Models.read(directory, own, "IOSubsystem[three]/StripeUnit=1M")
                                .servers()
                                .get(0)
                                .ioSubsystem())
                        .devices()
                        .size());
    }

    @Test
    void aServerMayTakeTimeForMetadata() throws Exception {
        String text =
                Models.star().replace("<Server name='srv'>", "<Server name='srv'><MetadataTime>1.5us</MetadataTime>");
        assertEquals(1500, Models.read(directory, text).servers().get(0).metadataNanos());
        assertEquals(0, Models.read(directory, Models.star()).servers().get(0).metadataNanos());
        assertEquals(
                "FILE: line 2: <Server>: MetadataTime='-1us': must be >= 0",
                Models.error(directory, text.replace("1.5us", "-1us")));
    }

    @Test
    void aServerMayHaveRoomForSoManyBytes() throws Exception {
        String text = Models.star().replace("<Server name='srv'>", "<Server name='srv'><Capacity>3T</Capacity>");
        assertEquals(3L << 40, Models.read(directory, text).servers().get(0).capacityBytes());
        assertEquals(
                Server.UNLIMITED,
                Models.read(directory, Models.star()).servers().get(0).capacityBytes());
        for (String wrong : List.of("0", "-1")) {
            assertEquals(
                    "FILE: line 2: <Server>: Capacity='" + wrong + "': must be > 0",
                    Models.error(directory, text.replace("3T", wrong)));
        }
    }

    private int devices(String text) throws Exception {
        return ((Raid) Models.read(directory, text).servers().get(0).ioSubsystem())
                .devices()
                .size();
    }
}
