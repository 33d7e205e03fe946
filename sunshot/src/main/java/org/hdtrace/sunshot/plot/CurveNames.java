// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.sunshot.plot;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;

/** What curves are called in a legend: what distinguishes them, as {@code Latency=1us, Bcast=MPICH}. */
final class CurveNames {
    private final List<String> names;
    private final int x;
    private final String single;

    /**
     * Names for the axes of a table.
     *
     * @param x the axis that doesn't distinguish curves
     * @param single name of a curve that nothing distinguishes
     */
    CurveNames(List<String> paths, int x, String single) {
        List<String> shortened = paths.stream().map(CurveNames::shorten).toList();
        this.names = new HashSet<>(shortened).size() == paths.size() ? shortened : paths;
        this.x = x;
        this.single = single;
    }

    /** The axis that doesn't distinguish curves. */
    int x() {
        return x;
    }

    String of(SweepTable.Point point) {
        List<String> parts = new ArrayList<>();
        for (int axis = 0; axis < names.size(); axis++) {
            if (axis != x) {
                parts.add(names.get(axis) + "=" + point.values().get(axis));
            }
        }
        return parts.isEmpty() ? single : String.join(", ", parts);
    }

    /** {@code Latency} of {@code NetworkEdge[*]/Latency}, {@code Bcast} of {@code ClientMethod[Bcast]}. */
    private static String shorten(String path) {
        if (path.indexOf('/') >= 0) {
            return path.substring(path.lastIndexOf('/') + 1);
        }
        return path.endsWith("]") ? path.substring(path.indexOf('[') + 1, path.length() - 1) : path;
    }
}
