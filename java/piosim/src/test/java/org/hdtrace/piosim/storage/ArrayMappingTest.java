// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.piosim.storage;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.hdtrace.piosim.storage.DeviceArray.Extent;
import org.junit.jupiter.api.Test;

/** Where arrays keep each byte, against a model of the devices that holds real bytes and computes real parity. */
class ArrayMappingTest {
    private static List<Device> devices(int count) {
        Device none = new Device() {
            @Override
            public void submit(DeviceRequest request) {
                throw new IllegalStateException("only the mapping is tested");
            }
        };
        return Collections.nCopies(count, none);
    }

    private static boolean contains(List<Extent> extents, int device, long offset) {
        return extents.stream()
                .anyMatch(e -> e.device() == device && e.offset() <= offset && offset < e.offset() + e.size());
    }

    private static void requireDisjoint(List<Extent> extents) {
        Set<String> seen = new HashSet<>();
        for (Extent extent : extents) {
            for (long i = extent.offset(); i < extent.offset() + extent.size(); i++) {
                assertTrue(seen.add(extent.device() + ":" + i), () -> "twice: " + extents);
            }
        }
    }

    @Property(tries = 300)
    void stripesKeepEachByteInOnePlace(
            @ForAll @IntRange(min = 2, max = 6) int count,
            @ForAll @IntRange(min = 1, max = 9) int unit,
            @ForAll @IntRange(max = 100) int offset,
            @ForAll @IntRange(min = 1, max = 100) int size) {
        StripedArray array = new StripedArray(devices(count), unit);
        List<Extent> extents = array.extents(offset, size);
        requireDisjoint(extents);
        assertEquals(size, extents.stream().mapToLong(Extent::size).sum());
        for (int i = offset; i < offset + size; i++) {
            int number = i / unit;
            long place = (long) number / count * unit + i % unit;
            assertTrue(contains(extents, number % count, place));
        }
    }

    @Test
    void parityRotatesAndDataFollowsIt() {
        ParityArray array = new ParityArray(devices(4), 8);
        // left-symmetric: P on device 3, 2, 1, 0; the first unit of data on the device behind it
        assertEquals("3 012", row(array, 0));
        assertEquals("2 301", row(array, 1));
        assertEquals("1 230", row(array, 2));
        assertEquals("0 123", row(array, 3));
        assertEquals("3 012", row(array, 4));
    }

    private static String row(ParityArray array, long stripe) {
        return array.parityDevice(stripe) + " " + array.dataDevice(stripe, 0) + array.dataDevice(stripe, 1)
                + array.dataDevice(stripe, 2);
    }

    /** Random writes; then the data is where it should be and the devices of each place add up to nothing. */
    @Property(tries = 200)
    void parityIsThatOfTheDataAfterAnyWrites(
            @ForAll @IntRange(min = 3, max = 6) int count,
            @ForAll @IntRange(min = 1, max = 7) int unit,
            @ForAll long seed) {
        int stripes = 9;
        int bytes = stripes * (count - 1) * unit;
        ParityArray array = new ParityArray(devices(count), unit);
        byte[][] onDevice = new byte[count][stripes * unit];
        byte[] data = new byte[bytes];
        Random random = new Random(seed);
        for (int turn = 0; turn < 20; turn++) {
            int offset = random.nextInt(bytes);
            int size = 1 + random.nextInt(bytes - offset);
            ParityArray.Write write = array.writes(offset, size);
            requireDisjoint(write.readBefore());
            requireDisjoint(write.write());
            for (int i = offset; i < offset + size; i++) {
                byte old = data[i];
                data[i] = (byte) random.nextInt();
                store(array, onDevice, write, new Place(count, unit, i), old, data[i]);
            }
        }
        for (int i = 0; i < bytes; i++) {
            Place place = new Place(count, unit, i);
            assertEquals(data[i], onDevice[array.dataDevice(place.stripe, place.unitInStripe)][place.onDevice]);
        }
        for (int place = 0; place < stripes * unit; place++) {
            int sum = 0;
            for (byte[] device : onDevice) {
                sum ^= device[place];
            }
            assertEquals(0, (byte) sum);
        }
    }

    private static final class Place {
        final int stripe;
        final int unitInStripe;
        final int onDevice;

        Place(int count, int unit, int offset) {
            int number = offset / unit;
            stripe = number / (count - 1);
            unitInStripe = number % (count - 1);
            onDevice = stripe * unit + offset % unit;
        }
    }

    /** One byte, with the parity from what was read, or from the other data of a whole stripe. */
    private static void store(
            ParityArray array, byte[][] onDevice, ParityArray.Write write, Place place, byte old, byte now) {
        int device = array.dataDevice(place.stripe, place.unitInStripe);
        int parity = array.parityDevice(place.stripe);
        assertTrue(contains(write.write(), device, place.onDevice), "data is written");
        assertTrue(contains(write.write(), parity, place.onDevice), "parity is written");
        boolean known = contains(write.readBefore(), device, place.onDevice);
        if (known) {
            assertTrue(contains(write.readBefore(), parity, place.onDevice), "old parity is read with old data");
        } else {
            for (int other = 0; other < onDevice.length; other++) {
                assertTrue(contains(write.write(), other, place.onDevice), "without old data the whole stripe is new");
            }
        }
        onDevice[device][place.onDevice] = now;
        onDevice[parity][place.onDevice] ^= (byte) (old ^ now);
    }

    @Property(tries = 300)
    void readsOfParityArraysGetEachByteOnceAndPassOverParityOnly(
            @ForAll @IntRange(min = 3, max = 6) int count,
            @ForAll @IntRange(min = 1, max = 7) int unit,
            @ForAll @IntRange(max = 150) int offset,
            @ForAll @IntRange(min = 1, max = 150) int size) {
        ParityArray array = new ParityArray(devices(count), unit);
        List<Extent> reads = array.reads(offset, size);
        requireDisjoint(reads);
        Set<String> data = new HashSet<>();
        for (int i = offset; i < offset + size; i++) {
            Place place = new Place(count, unit, i);
            int device = array.dataDevice(place.stripe, place.unitInStripe);
            assertTrue(contains(reads, device, place.onDevice));
            data.add(device + ":" + place.onDevice);
        }
        for (Extent extent : reads) {
            for (long i = extent.offset(); i < extent.offset() + extent.size(); i++) {
                boolean parity = array.parityDevice(i / unit) == extent.device();
                assertTrue(parity || data.contains(extent.device() + ":" + i));
                assertFalse(parity && data.contains(extent.device() + ":" + i));
            }
        }
        int[] counts = new int[count];
        reads.forEach(extent -> counts[extent.device()]++);
        assertTrue(Arrays.stream(counts).max().orElse(0) <= 1, "one access on each device");
    }
}
