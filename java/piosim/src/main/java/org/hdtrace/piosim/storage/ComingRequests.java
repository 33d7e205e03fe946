// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.piosim.storage;

import java.util.function.LongConsumer;

/**
 * What is on its way to a server. Of data to write some comes without an event: the server is told before when that will be, and takes it
 * as soon as somebody looks at it. Such data is kept in the order in which it comes. Allocates only for more than ever before.
 */
final class ComingRequests {
    private static final int INITIAL = 16;

    /** Read requests that have been sent and haven't arrived. */
    private int reads;
    /** Bytes of data to write whose messages have been sent, and that haven't been taken. */
    private long bytes;

    /** Round and round; the length is a power of two. */
    private WriteData[] data = new WriteData[INITIAL];

    private long[] payloads = new long[INITIAL];
    private long[] ends = new long[INITIAL];
    private int begin;
    private int end;
    /** When the first one has come, the latest time of all for none. */
    private long firstEnd = Long.MAX_VALUE;

    /** A client sends a read request. */
    void readSent() {
        reads++;
    }

    /** A read request has arrived. */
    void readArrived() {
        reads--;
    }

    /** A client begins to send so many bytes to write. */
    void writeSent(long more) {
        bytes += more;
    }

    /** So many bytes have been taken. */
    void taken(long less) {
        bytes -= less;
    }

    /** Whether all data that was sent is sure to be taken when so much memory is free, if no read that arrived before needs any. */
    boolean fitsInto(long free) {
        return reads == 0 && bytes <= free;
    }

    /**
     * Expect a packet's data.
     *
     * @param time virtual time in ns at which it has come
     * @return false when it comes before what is expected already
     */
    boolean add(WriteData of, long payload, long time) {
        if (begin == end) {
            firstEnd = time;
        } else if (time < ends[at(end - 1)]) {
            return false;
        }
        if (end - begin == data.length) {
            grow();
        }
        int at = at(end++);
        data[at] = of;
        payloads[at] = payload;
        ends[at] = time;
        return true;
    }

    /** When the first one has come, {@link Long#MAX_VALUE} for none. */
    long firstEnd() {
        return firstEnd;
    }

    WriteData firstData() {
        return data[at(begin)];
    }

    long firstPayload() {
        return payloads[at(begin)];
    }

    void removeFirst() {
        data[at(begin++)] = null;
        firstEnd = begin == end ? Long.MAX_VALUE : ends[at(begin)];
    }

    void removeLast() {
        data[at(--end)] = null;
        if (begin == end) {
            firstEnd = Long.MAX_VALUE;
        }
    }

    /** Call an action with each time. */
    void forEachEnd(LongConsumer action) {
        for (int i = begin; i != end; i++) {
            action.accept(ends[at(i)]);
        }
    }

    private int at(int number) {
        return number & data.length - 1;
    }

    private void grow() {
        int size = data.length;
        WriteData[] moreData = new WriteData[2 * size];
        long[] morePayloads = new long[2 * size];
        long[] moreEnds = new long[2 * size];
        for (int i = 0; i < size; i++) {
            moreData[i] = data[at(begin + i)];
            morePayloads[i] = payloads[at(begin + i)];
            moreEnds[i] = ends[at(begin + i)];
        }
        data = moreData;
        payloads = morePayloads;
        ends = moreEnds;
        begin = 0;
        end = size;
    }
}
