// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.sunshot.arrow;

import java.util.HashMap;
import java.util.Map;

/** Makes a coarser level of a finer one. Stateless. */
final class ArrowBundling {
    private ArrowBundling() {}

    /**
     * One bundle of those between the same rows that begin in the same piece of time.
     *
     * @return null when there would be more than a number of bundles
     */
    static ArrowLevel of(ArrowLevel finer, long pieceNanos, int most) {
        ArrowColumns bundles = new ArrowColumns(Math.max(16, finer.size() / 4), true);
        long origin = finer.startNanos(0);
        Map<Long, Integer> open = new HashMap<>();
        long piece = 0;
        for (int i = 0; i < finer.size(); i++) {
            long its = (finer.startNanos(i) - origin) / pieceNanos;
            if (its != piece) {
                open.clear();
                piece = its;
            }
            long pair = ((long) finer.from(i) << 32) | finer.to(i);
            Integer bundle = open.get(pair);
            if (bundle == null && bundles.size() == most) {
                return null;
            } else if (bundle == null) {
                open.put(pair, bundles.add(finer, i));
            } else {
                bundles.join(bundle, finer, i);
            }
        }
        return bundles.sorted();
    }
}
