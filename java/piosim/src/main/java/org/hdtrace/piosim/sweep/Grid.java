// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.piosim.sweep;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;

/** All combinations of the values of some axes, numbered from 0; the last axis changes fastest. Immutable. */
public final class Grid {
    private static final int MOST_POINTS = 1_000_000;

    private final List<Axis> axes;
    private final int size;

    private Grid(List<Axis> axes, int size) {
        this.axes = List.copyOf(axes);
        this.size = size;
    }

    public static Grid of(List<Axis> axes) throws SweepException {
        if (axes.isEmpty()) {
            throw new SweepException("nothing varies, give --vary PATH=VALUE,VALUE,..");
        }
        Set<String> paths = new HashSet<>();
        long size = 1;
        for (Axis axis : axes) {
            if (!paths.add(axis.path().toLowerCase(Locale.ROOT))) {
                throw new SweepException("--vary " + axis.path() + ": is given twice");
            }
            size *= axis.values().size();
            if (size > MOST_POINTS) {
                throw new SweepException("the grid has more than " + MOST_POINTS + " points");
            }
        }
        return new Grid(axes, (int) size);
    }

    public List<Axis> axes() {
        return axes;
    }

    /** Number of points. */
    public int size() {
        return size;
    }

    /** What each axis has at a point. */
    public List<String> values(int point) {
        String[] values = new String[axes.size()];
        int rest = point;
        for (int axis = axes.size() - 1; axis >= 0; axis--) {
            List<String> all = axes.get(axis).values();
            values[axis] = all.get(rest % all.size());
            rest /= all.size();
        }
        return List.of(values);
    }

    /** The point as changes of the model, {@code PATH=VALUE}. */
    public List<String> overrides(int point) {
        List<String> values = values(point);
        List<String> overrides = new ArrayList<>();
        for (int axis = 0; axis < axes.size(); axis++) {
            overrides.add(axes.get(axis).path() + "=" + values.get(axis));
        }
        return overrides;
    }

    /** Points in which every value of every axis occurs, with the other axes at their first values; in ascending order. */
    public Set<Integer> representatives() {
        Set<Integer> points = new TreeSet<>();
        int stride = size;
        for (Axis axis : axes) {
            stride /= axis.values().size();
            for (int value = 0; value < axis.values().size(); value++) {
                points.add(value * stride);
            }
        }
        return points;
    }
}
