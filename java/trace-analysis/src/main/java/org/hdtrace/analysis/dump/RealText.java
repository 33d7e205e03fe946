// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.analysis.dump;

import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;

/**
 * Real numbers as C's {@code %.Ne} prints them: of the exact binary value, rounded half to even. Java's formatter starts
 * from the shortest decimal that reads back the same, and so differs in the last digits.
 */
final class RealText {
    private RealText() {}

    /** One digit, a point, so many decimals, and an exponent of at least two digits; or nan, inf, -inf. */
    static String scientific(double value, int decimals) {
        if (Double.isNaN(value)) {
            return "nan";
        }
        String sign = Math.copySign(1, value) < 0 ? "-" : "";
        double magnitude = Math.abs(value);
        if (Double.isInfinite(magnitude)) {
            return sign + "inf";
        }
        if (magnitude == 0) {
            return sign + "0." + "0".repeat(decimals) + "e+00";
        }
        BigDecimal rounded = new BigDecimal(magnitude).round(new MathContext(decimals + 1, RoundingMode.HALF_EVEN));
        String digits = rounded.unscaledValue().toString();
        int exponent = digits.length() - 1 - rounded.scale();
        String padded = digits + "0".repeat(Math.max(0, decimals + 1 - digits.length()));
        String power = Integer.toString(Math.abs(exponent));
        return sign
                + padded.charAt(0)
                + "."
                + padded.substring(1, decimals + 1)
                + (exponent < 0 ? "e-" : "e+")
                + (power.length() < 2 ? "0" : "")
                + power;
    }
}
