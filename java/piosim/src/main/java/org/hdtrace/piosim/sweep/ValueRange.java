// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.piosim.sweep;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Ranges of values: {@code 10..20+2} is 10, 12, .. 20, and {@code 1us..64us*2} is 1us, 2us, 4us, .. 64us. The unit is
 * that of the end; the start and a step may name the same one or none. Decimal arithmetic, so no value is rounded.
 */
final class ValueRange {
    private static final String NUMBER = "([0-9]+(?:\\.[0-9]+)?)([A-Za-z/]*)";
    private static final Pattern RANGE = Pattern.compile(NUMBER + "\\.\\." + NUMBER + "([+*])" + NUMBER);
    /** What is meant as one, if it is right or not; no name of a file begins with a number and two dots. */
    private static final Pattern START = Pattern.compile("[0-9][0-9.]*[A-Za-z/]*\\.\\..*");

    private static final int MOST_VALUES = 100_000;

    private ValueRange() {}

    static boolean isOne(String text) {
        return START.matcher(text).matches();
    }

    static List<String> values(String text) throws SweepException {
        Matcher range = RANGE.matcher(text);
        if (!range.matches()) {
            throw new SweepException(text + ": a range must be as 10..20+2 or 1us..64us*2");
        }
        String unit = range.group(4);
        boolean factor = range.group(5).equals("*");
        if (!isUnitOrNone(range.group(2), unit)
                || (factor ? !range.group(7).isEmpty() : !isUnitOrNone(range.group(7), unit))) {
            throw new SweepException(text + ": must have one unit, that of the end");
        }
        BigDecimal value = new BigDecimal(range.group(1));
        BigDecimal end = new BigDecimal(range.group(3));
        BigDecimal step = new BigDecimal(range.group(6));
        if (value.compareTo(end) > 0) {
            throw new SweepException(text + ": the end must not be less than the start");
        }
        if (factor ? step.compareTo(BigDecimal.ONE) <= 0 || value.signum() == 0 : step.signum() == 0) {
            throw new SweepException(text + ": never gets to its end");
        }
        List<String> values = new ArrayList<>();
        while (value.compareTo(end) <= 0) {
            if (values.size() == MOST_VALUES) {
                throw new SweepException(text + ": has more than " + MOST_VALUES + " values");
            }
            values.add((value.signum() == 0 ? "0" : value.stripTrailingZeros().toPlainString()) + unit);
            value = factor ? value.multiply(step) : value.add(step);
        }
        return values;
    }

    private static boolean isUnitOrNone(String text, String unit) {
        return text.isEmpty() || text.equals(unit);
    }
}
