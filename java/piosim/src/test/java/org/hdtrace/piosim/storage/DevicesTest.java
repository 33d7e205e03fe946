// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.piosim.storage;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.hdtrace.piosim.engine.Kernel;
import org.hdtrace.piosim.model.cluster.ClusterModel;
import org.hdtrace.piosim.model.cluster.IoSubsystem;
import org.hdtrace.piosim.model.cluster.LogGops;
import org.hdtrace.piosim.model.cluster.ModelBuilder;
import org.hdtrace.piosim.model.cluster.Nic;
import org.hdtrace.piosim.model.cluster.Node;
import org.hdtrace.piosim.model.cluster.Nvme;
import org.hdtrace.piosim.model.cluster.Raid;
import org.hdtrace.piosim.model.cluster.RefinedDisk;
import org.hdtrace.piosim.model.cluster.SimpleDisk;
import org.hdtrace.piosim.model.cluster.SimpleFlash;
import org.hdtrace.piosim.model.cluster.SimpleNetworkEdge;
import org.hdtrace.piosim.model.cluster.StoreForwardNode;
import org.hdtrace.piosim.model.cluster.Tmpfs;
import org.hdtrace.piosim.network.LogGopsNetwork;
import org.hdtrace.piosim.network.Message;
import org.hdtrace.piosim.network.NetworkPlan;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** When the accesses of devices end, against closed forms. Times in ns. */
class DevicesTest {
    private static final long KIB = 1024;
    private static final long UNIT = 64 * KIB;

    private final StoredFile file = new StoredFile(0);
    private final Kernel kernel = new Kernel();
    private final Devices devices = new Devices(kernel);
    private final List<String> ends = new ArrayList<>();

    /** Accesses of a device at time 0, each {@code r} or {@code w}, offset, size; the result is name@time in order. */
    private List<String> run(IoSubsystem model, String... accesses) {
        Device device = devices.of(model, new Occupancy(kernel::now));
        for (String access : accesses) {
            String[] parts = access.split(" ", -1);
            StoredFile target = parts.length > 3 ? new StoredFile(0) : file;
            device.submit(
                    new DeviceRequest(
                            target, Long.parseLong(parts[1]), Long.parseLong(parts[2]), parts[0].equals("r")) {
                        @Override
                        void done() {
                            ends.add(access + " @" + kernel.now());
                        }
                    });
        }
        kernel.run(Long.MAX_VALUE, Long.MAX_VALUE);
        return ends;
    }

    private long end(IoSubsystem model, String... accesses) {
        run(model, accesses);
        return kernel.now();
    }

    @Test
    void simpleDevicesAddAccessTimesAndTransfersInTheOrderOfArrival() {
        // 5 ms + 65,536 / 50e6 in single precision = 6,310,719 each (MODEL B3)
        assertEquals(
                List.of("w 99 65536 @6310719", "r 0 65536 @12621438"),
                run(SimpleDisk.of(5_000_000, 50e6, 1), "w 99 65536", "r 0 65536"));
        assertEquals(12_621_438 + 6_310_719, end(SimpleFlash.of(5_000_000, 50e6, 1), "r 7 65536"));
    }

    @ParameterizedTest
    @CsvSource({
        // rot = 30 / 7200 s = 4,166,666; 102,400 B at 100e6 B/s = 1,024,000
        "0, 14190666, 'average seek: nothing was read before'",
        "102400, 1024000, continues",
        "500000, 6190666, near",
        "5000000, 14190666, far"
    })
    void aRefinedDiskSeeksByDistance(long offset, long nanos, String why) {
        RefinedDisk disk = RefinedDisk.of(1_000_000, 9_000_000, 7200, 100e6, 1_000_000, 1);
        long first = 14_190_666;
        long expected = offset == 0 ? nanos : first + nanos;
        assertEquals(
                expected,
                offset == 0 ? end(disk, "w 0 102400") : end(disk, "w 0 102400", "w " + offset + " 102400"),
                why);
    }

    @Test
    void aRefinedDiskServesAFileLikeAnElevatorBeforeTheNext() {
        RefinedDisk disk = RefinedDisk.of(1, 2, 7200, 1e9, 10, 9);
        List<String> order = run(disk, "r 500 10", "r 900 10 other", "r 700 10", "r 100 10", "r 600 10").stream()
                .map(text -> text.substring(2, 5))
                .toList();
        assertEquals(List.of("500", "600", "700", "100", "900"), order);
    }

    @ParameterizedTest
    @CsvSource({"1, 1", "4, 1", "4, 2", "4, 4", "4, 5", "4, 13", "32, 64"})
    void channelsWaitTogetherAndTransferInTurn(int channels, int accesses) {
        long access = 80_000;
        long transfer = 4096 / 4; // 4 KiB at 4e9 B/s
        String[] all = Collections.nCopies(accesses, "r 0 4096").toArray(new String[0]);
        // A channel begins its next access when it has transferred: rounds, whose transfers follow each other.
        long last = 0;
        long[] free = new long[channels];
        long way = 0;
        for (int i = 0; i < accesses; i++) {
            way = Math.max(free[i % channels] + access, way) + transfer;
            free[i % channels] = way;
            last = way;
        }
        long inOneRound = access + accesses * transfer;
        assertEquals(accesses <= channels ? inOneRound : last, end(Nvme.of(channels, access, 4e9), all));
    }

    @Test
    void tmpfsTakesTheTransferOnly() {
        assertEquals(100 * KIB * KIB * 1_000_000_000L / (2000 * KIB * KIB), end(Tmpfs.of(2000 << 20), "r 5 104857600"));
    }

    @ParameterizedTest
    @CsvSource({
        // level, operation, bytes, access times and bytes on one device that it takes
        "0, w, 196608, 1, 65536, 'three units on three devices'",
        "0, r, 1966080, 1, 655360, 'thirty units'",
        "0, w, 65536, 1, 65536, one unit",
        "1, w, 65536, 1, 65536, 'all copies at once'",
        "1, r, 65536, 1, 65536, 'one copy'",
        "5, w, 131072, 1, 65536, 'a whole stripe: data and parity'",
        "5, w, 1310720, 1, 655360, 'ten stripes'",
        "5, w, 4096, 2, 8192, 'old data and parity, then new ones'",
        "5, r, 131072, 1, 65536, two units",
        "5, w, 135168, 2, 73728, 'a stripe and 4 KiB: these are read, then a unit and 4 KiB are written'"
    })
    void arraysTakeWhatTheirBusiestDeviceTakes(
            int level, String operation, long bytes, int accesses, long transferred, String why) {
        IoSubsystem disk = SimpleFlash.of(1_000_000, 67_108_864, 1);
        Raid raid = Raid.of(level, UNIT, List.of(disk, disk, disk));
        long transfer = (long) ((double) (transferred / 67_108_864f) * 1e9);
        assertEquals(accesses * 1_000_000L + transfer, end(raid, operation + " 0 " + bytes), why);
    }

    @Test
    void partialWritesOfOneStripeFollowEachOther() {
        // An access and 4 KiB take 1,061,035 ns = a. Stripe 0: data on devices 0 and 1, parity on 2; stripe 1: 2 and 0,
        // 1.
        long a = 1_000_000 + (long) ((double) (4096 / 67_108_864f) * 1e9);
        IoSubsystem disk = SimpleFlash.of(1_000_000, 67_108_864, 1);
        Raid raid = Raid.of(5, UNIT, List.of(disk, disk, disk));
        assertEquals(
                List.of("w 0 4096 @" + 2 * a, "w 65536 4096 @" + 4 * a),
                run(raid, "w 0 4096", "w 65536 4096"),
                "the second one reads what the first has written");
        ends.clear();
        long begun = kernel.now();
        assertEquals(
                List.of("w 0 4096 @" + (begun + 3 * a), "w 131072 4096 @" + (begun + 4 * a)),
                run(raid, "w 0 4096", "w 131072 4096"),
                "of another stripe it is read between the first one's read and write on device 2");
    }

    @ParameterizedTest
    @CsvSource({
        // level, devices, files of one unit each, accesses that the busiest device does
        "0, 3, 1, 1, device 0",
        "0, 3, 3, 1, 'devices 0, 1, 2'",
        "0, 3, 4, 2, device 0 again",
        "5, 3, 3, 1, 'stripes 0, 1, 2 begin on devices 0, 2, 1'",
        "5, 3, 4, 2, stripe 3 begins on device 0 again"
    })
    void everyFileBeginsOnTheNextDevice(int level, int count, int files, int accesses, String why) {
        IoSubsystem disk = SimpleFlash.of(1_000_000, 65_536_000, 1);
        Raid raid = Raid.of(level, UNIT, Collections.nCopies(count, disk));
        String[] reads = Collections.nCopies(files, "r 0 65536 other").toArray(new String[0]);
        assertEquals(accesses * 2_000_000L, end(raid, reads), why);
    }

    @Test
    void everyFileBeginsWithAWholeStripe() {
        IoSubsystem disk = SimpleFlash.of(1_000_000, 65_536_000, 1);
        Raid raid = Raid.of(5, UNIT, List.of(disk, disk, disk));
        assertEquals(
                2 * 2_000_000L,
                end(raid, "w 0 131072 other", "w 0 131072 other"),
                "each writes one unit to each device and reads none");
    }

    @Test
    void mirrorsShareReadsAndBothWrite() {
        IoSubsystem flash = SimpleFlash.of(1_000_000, 65_536_000, 1);
        Raid raid = Raid.of(1, UNIT, List.of(flash, flash));
        assertEquals(2_000_000, end(raid, "r 0 65536", "r 0 65536"), "one each");
        assertEquals(2_000_000 + 4_000_000, end(raid, "w 0 65536", "w 0 65536"), "two each");
        Raid three = Raid.of(1, UNIT, List.of(flash, flash, flash));
        long begun = kernel.now();
        String[] twelve = Collections.nCopies(12, "r 0 65536").toArray(new String[0]);
        assertEquals(begun + 4 * 2_000_000, end(three, twelve), "four each");
    }

    @Test
    void arraysOfArraysWork() {
        IoSubsystem flash = SimpleFlash.of(1_000_000, 65_536_000, 1);
        Raid mirror = Raid.of(1, UNIT, List.of(flash, flash));
        assertEquals(
                3_000_000, end(Raid.of(0, UNIT, List.of(mirror, mirror)), "w 0 262144"), "two units on each mirror");
    }

    @Test
    void theLoadOfAnArrayIsTheMeanOfItsDevices() {
        IoSubsystem flash = SimpleFlash.of(1_000_000, 65_536_000, 1);
        Occupancy occupancy = new Occupancy(kernel::now);
        Device array = devices.of(Raid.of(0, UNIT, List.of(flash, flash)), occupancy);
        array.submit(new DeviceRequest(file, 0, UNIT, false) {
            @Override
            void done() {
                ends.add("done");
            }
        });
        kernel.run(500_000, Long.MAX_VALUE);
        kernel.run(Long.MAX_VALUE, Long.MAX_VALUE);
        assertEquals(List.of("done"), ends);
        assertEquals(1_000_000, occupancy.busyNanos(), "2 ms of one of two");
    }

    /**
     * Two channels, three accesses of 80,000 ns and 1,024 ns of transfer: two begin at 0 and end at 81,024 and 82,048; the third
     * one begins at 81,024 and ends 81,024 later, for then the way is free.
     */
    @Test
    void theLoadOfChannelsIsTheMeanOfThem() {
        Occupancy occupancy = new Occupancy(kernel::now);
        Device device = devices.of(Nvme.of(2, 80_000, 4e9), occupancy);
        List<String> changes = new ArrayList<>();
        occupancy.watch(() -> changes.add(kernel.now() + ": " + occupancy.busy()));
        for (int i = 0; i < 3; i++) {
            device.submit(new DeviceRequest(file, 4096L * i, 4096, true) {
                @Override
                void done() {
                    ends.add("done");
                }
            });
        }
        kernel.run(Long.MAX_VALUE, Long.MAX_VALUE);
        assertEquals(2, occupancy.channels());
        assertEquals(List.of("0: 1", "0: 2", "81024: 1", "81024: 2", "82048: 1", "162048: 0"), changes);
        assertEquals((81_024 + 82_048 + 81_024) / 2, occupancy.busyNanos());
    }

    /** Otherwise it would depend on how long ahead an end was scheduled, and on which of them have events. */
    @Test
    void accessesEndBeforeAllElseOfTheirMomentButTheNetwork() {
        int later = kernel.register("later", (op, argument, stamp) -> ends.add("else"));
        int network = kernel.register("network", (op, argument, stamp) -> ends.add("network"));
        Device first = devices.of(SimpleFlash.of(0, 1e9, 1), new Occupancy(kernel::now));
        MetadataService metadata = devices.metadata(100);
        Device second = devices.of(SimpleFlash.of(100, 1e9, 1), new Occupancy(kernel::now));
        kernel.at(100, later, 0, 0, 0);
        metadata.serve(0, () -> ends.add("metadata"));
        second.submit(ended("second", 0));
        first.submit(ended("before", 50));
        first.submit(ended("first", 50));
        kernel.inTurn(100, 1, network, 0, 0, 0);
        kernel.run(Long.MAX_VALUE, Long.MAX_VALUE);
        assertEquals(List.of("before", "network", "first", "metadata", "second", "else"), ends);
    }

    /** A message of 1 B that takes o + L + o = 100 ns, known before the access. */
    @Test
    void accessesEndBeforeWhatLogGopsDoesInTheirMoment() {
        ClusterModel model = new ModelBuilder()
                .star(
                        2,
                        "A",
                        Node.of(1, 1e9, 1L << 30),
                        Nic.of(1e9),
                        SimpleNetworkEdge.of(0, 1e9),
                        StoreForwardNode.of(1e9))
                .build();
        NetworkPlan plan = new NetworkPlan(model);
        int[] nics = model.clients().stream()
                .mapToInt(client -> plan.component(client.nic().id()))
                .toArray();
        new LogGopsNetwork(kernel, plan, new LogGops(80, 10, 0, 0, 100), 1000).send(new Message(nics[0], nics[1], 1) {
            @Override
            protected void sent() {}

            @Override
            protected boolean packetArrived(long payload) {
                ends.add("message @" + kernel.now());
                return true;
            }
        });
        Device device = devices.of(SimpleFlash.of(5, 1e9, 1), new Occupancy(kernel::now));
        int later = kernel.register("later", (op, argument, stamp) -> device.submit(ended("access", 0)));
        kernel.at(95, later, 0, 0, 0);
        kernel.run(Long.MAX_VALUE, Long.MAX_VALUE);
        assertEquals(List.of("access", "message @100"), ends);
    }

    private DeviceRequest ended(String what, long bytes) {
        return new DeviceRequest(file, 0, bytes, false) {
            @Override
            void done() {
                ends.add(what);
            }
        };
    }

    @ParameterizedTest
    @CsvSource({"0, 4000000", "1, 4000000", "5, 4000000"})
    void aRequestToAnArrayBeginsWhenOneOfItsDevicesBeginsIt(int level, long secondEnds) {
        IoSubsystem flash = SimpleFlash.of(1_000_000, 65_536_000, 1);
        Device array = devices.of(Raid.of(level, UNIT, List.of(flash, flash, flash)), new Occupancy(kernel::now));
        List<Long> begun = new ArrayList<>();
        for (int i = 0; i < 2; i++) {
            // All data of a stripe: each device is needed for 2 ms.
            long size = level == 0 ? 3 * UNIT : level == 5 ? 2 * UNIT : UNIT;
            array.submit(new DeviceRequest(file, i * size, size, false) {
                @Override
                void begun(long endNanos) {
                    assertEquals(StorageObserver.UNKNOWN, endNanos);
                    begun.add(kernel.now());
                }

                @Override
                void done() {
                    ends.add("done @" + kernel.now());
                }
            });
        }
        kernel.run(Long.MAX_VALUE, Long.MAX_VALUE);
        assertEquals(List.of(0L, 2_000_000L), begun);
        assertEquals(List.of("done @2000000", "done @" + secondEnds), ends);
    }
}
