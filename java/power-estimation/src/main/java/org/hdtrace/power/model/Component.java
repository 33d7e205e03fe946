// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.power.model;

import java.util.List;
import java.util.Objects;
import java.util.Optional;

/**
 * A part of each node whose power follows what it does.
 *
 * @param kind class of devices, as CPU, Memory, NIC, Disk; presets and mappings name it
 * @param feature name of the {@link Feature} that is its utilisation; "" for a part that is always idle
 * @param count how many of them a node has; the feature is the mean of all
 * @param function power of one while it works (ACPI D0)
 * @param bandWatts half width of the 95 % interval of one's power at full load over idle; 0 when unknown
 * @param dvfs states of frequency and voltage; empty for a part that always works at the same ones
 * @param sleeps states without work, from light to deep
 */
public record Component(
        String name,
        String kind,
        String feature,
        int count,
        PowerFunction function,
        double bandWatts,
        Optional<Dvfs> dvfs,
        List<SleepState> sleeps) {
    public Component {
        Objects.requireNonNull(name, "name");
        Objects.requireNonNull(kind, "kind");
        Objects.requireNonNull(feature, "feature");
        Objects.requireNonNull(function, "function");
        Objects.requireNonNull(dvfs, "dvfs");
        sleeps = List.copyOf(sleeps);
        if (count < 1) {
            throw new IllegalArgumentException("count=" + count);
        }
    }

    /** A part that always works at the same frequency. */
    public Component(
            String name,
            String kind,
            String feature,
            int count,
            PowerFunction function,
            double bandWatts,
            List<SleepState> sleeps) {
        this(name, kind, feature, count, function, bandWatts, Optional.empty(), sleeps);
    }

    /** What temperature adds; empty where it doesn't matter. */
    public Optional<Leakage> leakage() {
        return dvfs.flatMap(Dvfs::leakage);
    }

    /** Power of all of them without leakage, watts. */
    public double watts(double utilisation) {
        return count * function.watts(utilisation);
    }
}
