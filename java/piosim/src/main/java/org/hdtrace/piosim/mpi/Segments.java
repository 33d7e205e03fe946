// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.piosim.mpi;

import org.hdtrace.piosim.process.Call;

/**
 * Data cut into segments of the same length but for the last one, which may be shorter; no data is one empty segment.
 *
 * @param data bytes in all
 * @param length bytes, at least 1; less stands for one segment of all data
 */
record Segments(long data, long length) {
    Segments {
        length = length > WHOLE ? length : Math.max(1, data);
    }

    /** Name of the parameter of an algorithm that says how many bytes a segment has. */
    static final String PARAMETER = "segment";

    /** Its value when all data is one segment. */
    static final long WHOLE = 0;

    /** Those of the data of a call, by its parameter. */
    static Segments of(Call call) {
        return new Segments(call.bytes(), call.parameter(PARAMETER));
    }

    long count() {
        return data == 0 ? 1 : (data - 1) / length + 1;
    }

    /** Bytes of a segment, from 0. */
    long bytes(long number) {
        return Math.min(length, data - number * length);
    }
}
