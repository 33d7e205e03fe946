// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.power.fit;

import java.util.List;
import java.util.stream.DoubleStream;

/**
 * How much a fit shrinks its slopes. The penalty of a slope is lambda times its square times the feature's own sum of squares, so that it
 * is that of standardised features and doesn't depend on what full load is; constants of nodes have none. Source: TOOLS 5.4 E2.
 *
 * @param lambdas the ones to choose from, rising; by the leave-one-out error of samples, of equal ones the least
 */
public record Ridge(List<Double> lambdas) {
    /** Least squares as they are. */
    public static final Ridge NONE = of(0);

    /** From none to as much as the data themselves, in half decades. */
    public static final Ridge AUTO = new Ridge(
            DoubleStream.of(0, 0.001, 0.003, 0.01, 0.03, 0.1, 0.3, 1).boxed().toList());

    public Ridge {
        lambdas = List.copyOf(lambdas);
        for (double lambda : lambdas) {
            if (!(lambda >= 0) || Double.isInfinite(lambda)) {
                throw new IllegalArgumentException("lambda=" + lambda + " is no finite number from 0 on");
            }
        }
    }

    /** A single one. */
    public static Ridge of(double lambda) {
        return new Ridge(List.of(lambda));
    }
}
