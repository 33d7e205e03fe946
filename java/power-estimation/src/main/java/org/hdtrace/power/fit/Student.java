// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.power.fit;

/** Student's t distribution. */
final class Student {
    /** The 97.5 % quantile for 1, 2, ... degrees of freedom; of any table of the distribution. */
    private static final double[] QUANTILES = {
        12.706, 4.303, 3.182, 2.776, 2.571, 2.447, 2.365, 2.306, 2.262, 2.228, 2.201, 2.179, 2.160, 2.145, 2.131, 2.120,
        2.110, 2.101, 2.093, 2.086, 2.080, 2.074, 2.069, 2.064, 2.060, 2.056, 2.052, 2.048, 2.045, 2.042
    };

    private static final double NORMAL = 1.96;

    private Student() {}

    /** How many standard errors the 95 % interval reaches to each side. */
    static double halfWidth(int degreesOfFreedom) {
        if (degreesOfFreedom < 1) {
            return QUANTILES[0];
        }
        // Beyond the table it is larger than the normal one by 2.4 / degrees, to the third digit.
        return degreesOfFreedom <= QUANTILES.length ? QUANTILES[degreesOfFreedom - 1] : NORMAL + 2.4 / degreesOfFreedom;
    }
}
