// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.analysis.slog2;

import org.hdtrace.format.trace.Attributes;

/**
 * One event, state or arrow.
 *
 * @param values what it says of itself
 * @param start seconds of its first point; an event has no other. An arrow may end before it starts
 * @param startLine number of the line of its first point
 * @param end seconds of its last point
 * @param endLine number of the line of its last point
 * @param place in the file, for messages
 */
record Slog2Primitive(
        Slog2Category category, Attributes values, double start, int startLine, double end, int endLine, long place) {
    double earliest() {
        return Math.min(start, end);
    }

    double latest() {
        return Math.max(start, end);
    }
}
