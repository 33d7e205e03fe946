// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.analysis.imports;

import java.util.Map;

/**
 * What was made of a trace of another program.
 *
 * @param traces number of traces
 * @param records of statistics
 * @param unmatched ends of messages that have no other side, or whose other side is in no rank
 * @param skipped what means nothing in a project, by what it is
 */
public record ImportSummary(
        int traces, long states, long events, long messages, long records, long unmatched, Map<String, Long> skipped) {
    public ImportSummary {
        skipped = Map.copyOf(skipped);
    }
}
