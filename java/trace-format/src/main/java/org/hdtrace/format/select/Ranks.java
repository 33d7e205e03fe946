// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.format.select;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A set of world ranks: the value of {@code --ranks}, as {@code "0-3,7"}.
 *
 * @param ranges what belongs to the set; none means every trace, also those without a rank
 */
public record Ranks(List<Range> ranges) {
    /** Both ends belong to it. */
    public record Range(int first, int last) {
        public Range {
            if (first < 0 || last < first) {
                throw new IllegalArgumentException("'" + first + "-" + last + "' ends before it begins");
            }
        }
    }

    private static final Ranks ALL = new Ranks(List.of());
    private static final Pattern RANGE = Pattern.compile("\\s*(\\d{1,9})\\s*(?:-\\s*(\\d{1,9})\\s*)?");

    public Ranks {
        ranges = List.copyOf(ranges);
    }

    public static Ranks all() {
        return ALL;
    }

    /**
     * Ranks and ranges separated by commas.
     *
     * @throws IllegalArgumentException for anything else
     */
    public static Ranks parse(String text) {
        List<Range> ranges = new ArrayList<>();
        for (String part : text.split(",", -1)) {
            Matcher matcher = RANGE.matcher(part);
            if (!matcher.matches()) {
                throw new IllegalArgumentException("'" + part + "' is neither a rank nor a range as 0-3");
            }
            int first = Integer.parseInt(matcher.group(1));
            String last = matcher.group(2);
            ranges.add(new Range(first, last == null ? first : Integer.parseInt(last)));
        }
        return new Ranks(ranges);
    }

    /** Whether a trace of this rank belongs to the set; -1 stands for no rank. */
    public boolean contains(int rank) {
        for (Range range : ranges) {
            if (rank >= range.first && rank <= range.last) {
                return true;
            }
        }
        return ranges.isEmpty();
    }
}
