// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.calibration.fit;

import java.util.List;
import org.hdtrace.calibration.table.Place;

/**
 * All that was fitted to a table.
 *
 * @param classes of pairs, the one with most pairs first; empty for one rank
 * @param sumRate bytes per second that a rank adds up (doubles)
 * @param copyRate bytes per second that a rank copies before it sends them, of memcpy where that wasn't measured
 * @param storage null when files weren't measured
 */
public record MachineFit(
        List<Place> places,
        List<ClassFit> classes,
        Estimate sumRate,
        Estimate copyRate,
        StorageFit storage,
        Noise noise,
        List<String> warnings) {
    public MachineFit {
        places = List.copyOf(places);
        classes = List.copyOf(classes);
        warnings = List.copyOf(warnings);
    }

    /** The class of two ranks: that which has the pair, else the first of their kind. */
    public ClassFit classOf(int first, int second) {
        PairClasses.Pair pair = new PairClasses.Pair(Math.min(first, second), Math.max(first, second));
        boolean sameHost = places.get(first).host().equals(places.get(second).host());
        return classes.stream()
                .filter(fit -> fit.pairs().pairs().contains(pair) && fit.sharedMemory() == sameHost)
                .findFirst()
                .orElseGet(() -> classes.stream()
                        .filter(fit -> fit.sharedMemory() == sameHost)
                        .findFirst()
                        .orElse(classes.get(0)));
    }

    /** The limit of the class with most pairs that has one, -1 when none has. */
    public long eagerLimit() {
        return classes.stream()
                .mapToLong(ClassFit::eagerLimit)
                .filter(limit -> limit >= 0)
                .findFirst()
                .orElse(-1);
    }
}
