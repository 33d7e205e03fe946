// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.piosim.storage;

import java.util.ArrayList;
import java.util.List;

/**
 * RAID level 5. A stripe is one unit on each device at the same place; one of them is the parity of the others, on the
 * last device for the first stripe and one further to the front for each following one. Data begins behind the parity and
 * goes round ("left-symmetric"), so that reads of several units use all devices.
 *
 * <p>A write of whole stripes writes data and parity. For a stripe that is written in part the old data and the old
 * parity of the same places are read before. Writing begins when all that has to be read is there. Writes that share a
 * stripe come one after the other ({@link StripeLocks}).
 *
 * <p>Each file begins with a stripe of its own, one further than the file before: its first unit is on another device.
 */
final class ParityArray extends DeviceArray {
    private final int count;
    private final long unit;
    /** Data of a stripe. */
    private final long stripeBytes;

    private final StripeLocks locks = new StripeLocks();

    /** What a write does. */
    record Write(List<Extent> readBefore, List<Extent> write) {}

    /** Joins what comes by rising offset on each device. */
    private static final class Extents {
        private final long[] from;
        private final long[] to;
        private final List<Extent> done = new ArrayList<>();
        private final long maxHole;

        Extents(int devices, long maxHole) {
            this.from = new long[devices];
            this.to = new long[devices];
            this.maxHole = maxHole;
        }

        void add(int device, long begin, long end) {
            if (to[device] > 0 && begin <= to[device] + maxHole) {
                to[device] = end;
                return;
            }
            finish(device);
            from[device] = begin;
            to[device] = end;
        }

        List<Extent> all() {
            for (int device = 0; device < from.length; device++) {
                finish(device);
            }
            return done;
        }

        private void finish(int device) {
            if (to[device] > 0) {
                done.add(new Extent(device, from[device], to[device] - from[device]));
                to[device] = 0;
            }
        }
    }

    ParityArray(List<Device> devices, long unit) {
        super(devices);
        this.count = devices.size();
        this.unit = unit;
        this.stripeBytes = unit * (count - 1);
    }

    @Override
    public void submit(DeviceRequest request) {
        long offset = request.offset + before(request.file) * stripeBytes;
        if (request.read) {
            submitAll(reads(offset, request.size), request, true, request::done);
            return;
        }
        long last = (offset + request.size - 1) / stripeBytes;
        locks.serve(request.file, offset / stripeBytes, last, release -> {
            write(request, writes(offset, request.size), () -> {
                release.run();
                request.done();
            });
        });
    }

    private void write(DeviceRequest whole, Write write, Runnable done) {
        submitAll(write.readBefore, whole, true, () -> submitAll(write.write, whole, false, done));
    }

    /** Device that has the parity of a stripe. */
    int parityDevice(long stripe) {
        return count - 1 - (int) (stripe % count);
    }

    /** Device that has a data unit of a stripe, these counted from 0. */
    int dataDevice(long stripe, int data) {
        return (parityDevice(stripe) + 1 + data) % count;
    }

    /** The head of a device passes over a parity unit between data, which counts as read. */
    List<Extent> reads(long offset, long size) {
        Extents reads = new Extents(count, unit);
        for (long at = offset; at < offset + size; ) {
            long end = Math.min(offset + size, (at / unit + 1) * unit);
            addData(reads, at, end);
            at = end;
        }
        return reads.all();
    }

    Write writes(long offset, long size) {
        Extents before = new Extents(count, 0);
        Extents writes = new Extents(count, 0);
        for (long at = offset; at < offset + size; ) {
            long stripe = at / stripeBytes;
            long end = Math.min(offset + size, (stripe + 1) * stripeBytes);
            if (end - at < stripeBytes) {
                addStripe(before, stripe, at, end);
            }
            addStripe(writes, stripe, at, end);
            at = end;
        }
        return new Write(before.all(), writes.all());
    }

    /** A range in one stripe, with the parity of its places. */
    private void addStripe(Extents extents, long stripe, long begin, long end) {
        for (long at = begin; at < end; ) {
            long next = Math.min(end, (at / unit + 1) * unit);
            addData(extents, at, next);
            at = next;
        }
        boolean inOneUnit = begin / unit == (end - 1) / unit;
        long first = inOneUnit ? begin % unit : 0;
        long last = inOneUnit ? (end - 1) % unit + 1 : unit;
        extents.add(parityDevice(stripe), stripe * unit + first, stripe * unit + last);
    }

    /** A range in one unit. */
    private void addData(Extents extents, long begin, long end) {
        long number = begin / unit;
        long stripe = number / (count - 1);
        long start = stripe * unit + begin % unit;
        extents.add(dataDevice(stripe, (int) (number % (count - 1))), start, start + end - begin);
    }
}
