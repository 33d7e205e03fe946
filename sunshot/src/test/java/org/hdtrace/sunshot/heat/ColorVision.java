// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.sunshot.heat;

/**
 * How far apart two colours are for people with common or deficient colour vision. The deficiencies are the linear transforms of
 * Machado, Oliveira and Fernandes, "A Physiologically-based Model for Simulation of Color Vision Deficiency" (IEEE TVCG 15/6, 2009),
 * at full severity, on linear light; distances are those of CIE L*a*b* with a D65 white (CIE 1976), where 2.3 is just noticeable.
 */
enum ColorVision {
    COMMON(new double[][] {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}),
    PROTANOPIA(new double[][] {
        {0.152286, 1.052583, -0.204868}, {0.114503, 0.786281, 0.099216}, {-0.003882, -0.048116, 1.051998}
    }),
    DEUTERANOPIA(new double[][] {
        {0.367322, 0.860646, -0.227968}, {0.280085, 0.672501, 0.047413}, {-0.011820, 0.042940, 0.968881}
    });

    private static final double[][] TO_XYZ = {
        {0.4124564, 0.3575761, 0.1804375}, {0.2126729, 0.7151522, 0.0721750}, {0.0193339, 0.1191920, 0.9503041}
    };
    private static final double[] WHITE = {0.95047, 1, 1.08883};

    @SuppressWarnings("ImmutableEnumChecker") // nobody gets hold of it
    private final double[][] seen;

    ColorVision(double[][] seen) {
        this.seen = seen;
    }

    /** Distance of two colours 0xRRGGBB. */
    double distance(int one, int other) {
        double[] a = lab(one);
        double[] b = lab(other);
        return Math.sqrt(Math.pow(a[0] - b[0], 2) + Math.pow(a[1] - b[1], 2) + Math.pow(a[2] - b[2], 2));
    }

    /** 0 is black, 100 white. */
    double lightness(int rgb) {
        return lab(rgb)[0];
    }

    private double[] lab(int rgb) {
        double[] light = {linear(rgb >> 16 & 0xFF), linear(rgb >> 8 & 0xFF), linear(rgb & 0xFF)};
        double[] xyz = times(TO_XYZ, limited(times(seen, light)));
        double[] roots = new double[3];
        for (int i = 0; i < 3; i++) {
            double share = xyz[i] / WHITE[i];
            roots[i] = share > 216.0 / 24389 ? Math.cbrt(share) : (24389.0 / 27 * share + 16) / 116;
        }
        return new double[] {116 * roots[1] - 16, 500 * (roots[0] - roots[1]), 200 * (roots[1] - roots[2])};
    }

    private static double linear(int part) {
        double share = part / 255.0;
        return share <= 0.04045 ? share / 12.92 : Math.pow((share + 0.055) / 1.055, 2.4);
    }

    private static double[] limited(double[] light) {
        for (int i = 0; i < 3; i++) {
            light[i] = Math.max(0, Math.min(1, light[i]));
        }
        return light;
    }

    private static double[] times(double[][] matrix, double[] vector) {
        double[] result = new double[3];
        for (int i = 0; i < 3; i++) {
            for (int j = 0; j < 3; j++) {
                result[i] += matrix[i][j] * vector[j];
            }
        }
        return result;
    }
}
