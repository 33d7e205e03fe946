// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.piosim.network;

import java.util.Arrays;

/**
 * What remains of streams that have nothing at their component, but packets that went on and that the next component has
 * not started: a quarter of a {@link Stream}. So a million messages that wait for one edge each cost its streams only.
 */
final class Debts {
    private static final int INITIAL = 64;
    private static final int NONE = -1;

    /** By debt: the service of the stream; of one that is free, the next one that is. */
    private int[] service = new int[INITIAL];

    private int[] onTheWay = new int[INITIAL];
    private long[] used = new long[INITIAL];
    private int count;
    private int free = NONE;

    /** That of a stream. */
    int of(Stream stream) {
        int debt = free;
        if (debt == NONE) {
            debt = count++;
            if (debt == used.length) {
                service = Arrays.copyOf(service, debt * 2);
                onTheWay = Arrays.copyOf(onTheWay, debt * 2);
                used = Arrays.copyOf(used, debt * 2);
            }
        } else {
            free = service[debt];
        }
        service[debt] = stream.serviceNumber;
        onTheWay[debt] = stream.onTheWay;
        used[debt] = stream.used;
        return debt;
    }

    /** Number of the service of the stream that had a debt. */
    int service(int debt) {
        return service[debt];
    }

    /** A stream of the same service has it again. */
    void moveTo(Stream stream, int debt) {
        stream.onTheWay = onTheWay[debt];
        stream.used = used[debt];
        service[debt] = free;
        free = debt;
    }
}
