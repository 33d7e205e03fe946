// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.piosim.storage;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;

/**
 * Writes to an array with parity that are under way at once, on devices that serve what waits in any order: between the
 * read of a stripe's parity and its write nobody else reads or writes that parity.
 */
class ParityWritesTest {
    private static final int UNIT = 4;

    /** What waits on all devices. */
    private final List<Runnable> waiting = new ArrayList<>();
    /** By file and stripe, writes that have read the parity and not yet written it. */
    private final Map<String, Integer> open = new HashMap<>();

    private int mostAtOnce;
    private int ended;

    private ParityArray array(int count) {
        List<Device> devices = new ArrayList<>();
        ParityArray[] array = new ParityArray[1];
        for (int number = 0; number < count; number++) {
            int device = number;
            devices.add(new Device() {
                @Override
                public void submit(DeviceRequest request) {
                    enter(array[0], device, request);
                }
            });
        }
        array[0] = new ParityArray(devices, UNIT);
        return array[0];
    }

    private void enter(ParityArray array, int device, DeviceRequest request) {
        long last = (request.offset + request.size - 1) / UNIT;
        List<String> parities = new ArrayList<>();
        for (long stripe = request.offset / UNIT; stripe <= last; stripe++) {
            if (array.parityDevice(stripe) == device) {
                parities.add(System.identityHashCode(request.file) + " " + stripe);
            }
        }
        for (String parity : parities) {
            int writers = open.getOrDefault(parity, 0);
            assertTrue(writers <= (request.read ? 0 : 1), () -> "parity " + parity + " is used by another write");
            if (request.read) {
                open.put(parity, 1);
            }
        }
        mostAtOnce = Math.max(mostAtOnce, open.size());
        waiting.add(() -> {
            if (!request.read) {
                parities.forEach(open::remove);
            }
            request.done();
        });
    }

    private DeviceRequest write(StoredFile file, long offset, long size) {
        return new DeviceRequest(file, offset, size, false) {
            @Override
            void done() {
                ended++;
            }
        };
    }

    private void serveAll(Random random) {
        while (!waiting.isEmpty()) {
            waiting.remove(random.nextInt(waiting.size())).run();
        }
    }

    @Property(tries = 500)
    void noTwoWritesChangeOneStripeAtOnce(@ForAll @IntRange(min = 3, max = 6) int count, @ForAll long seed) {
        waiting.clear();
        open.clear();
        ended = 0;
        Random random = new Random(seed);
        ParityArray array = array(count);
        List<StoredFile> files = List.of(new StoredFile(0), new StoredFile(0));
        int submitted = 0;
        for (int round = 0; round < 5; round++) {
            // Neighbours without overlap, as a server writes at once, in any order.
            List<DeviceRequest> writes = new ArrayList<>();
            for (long at = random.nextInt(9); at < 12L * UNIT * (count - 1); ) {
                long size = 1L + random.nextInt(3 * UNIT);
                writes.add(write(files.get(random.nextInt(2)), at, size));
                at += size;
            }
            java.util.Collections.shuffle(writes, random);
            for (DeviceRequest write : writes) {
                array.submit(write);
                submitted++;
                if (random.nextInt(3) == 0 && !waiting.isEmpty()) {
                    waiting.remove(random.nextInt(waiting.size())).run();
                }
            }
            serveAll(random);
            assertEquals(submitted, ended, "all writes end");
        }
    }

    @Test
    void otherStripesAndOtherFilesDoNotWait() {
        ParityArray array = array(4);
        StoredFile file = new StoredFile(0);
        array.submit(write(file, 0, 1));
        array.submit(write(file, 3 * UNIT, 1));
        array.submit(write(new StoredFile(0), 1, 1));
        assertEquals(3, mostAtOnce);
        array.submit(write(file, 1, 1));
        assertEquals(3, open.size(), "the first stripe is in use");
        serveAll(new Random(1));
        assertEquals(4, ended);
    }

    @Test
    void writesOfOneStripeBeginInTheOrderOfArrival() {
        ParityArray array = array(3);
        StoredFile file = new StoredFile(0);
        List<Integer> order = new ArrayList<>();
        for (int number = 0; number < 4; number++) {
            int current = number;
            // The third spans two stripes, so the fourth, in the second of them, comes after it.
            long offset = number == 2 ? 2 * UNIT - 1 : number == 3 ? 2 * UNIT + 2 : number;
            array.submit(new DeviceRequest(file, offset, number == 2 ? 2 : 1, false) {
                @Override
                void done() {
                    order.add(current);
                }
            });
        }
        serveAll(new Random(7));
        assertEquals(List.of(0, 1, 2, 3), order);
    }
}
