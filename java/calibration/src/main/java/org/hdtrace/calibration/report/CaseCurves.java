// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.calibration.report;

import java.util.List;
import java.util.Locale;
import org.hdtrace.calibration.validate.ValidationCase;
import org.hdtrace.calibration.validate.Verdict;

/** A picture (SVG) of cases of one function: observed least and quartiles, simulated, over bytes, both axes logarithmic. */
final class CaseCurves {
    private static final int WIDTH = 520;
    private static final int HEIGHT = 300;
    private static final int LEFT = 70;
    private static final int RIGHT = 20;
    private static final int TOP = 30;
    private static final int BOTTOM = 40;

    private final StringBuilder svg = new StringBuilder();
    private final double lowBytes;
    private final double highBytes;
    private final double lowNanos;
    private final double highNanos;

    private CaseCurves(List<ValidationCase> cases) {
        lowBytes = cases.stream().mapToDouble(CaseCurves::bytes).min().orElse(1) / 2;
        highBytes = cases.stream().mapToDouble(CaseCurves::bytes).max().orElse(1) * 2;
        lowNanos = cases.stream()
                        .mapToDouble(one -> positive(
                                Math.min(one.observed().least(), one.simulated().least())))
                        .min()
                        .orElse(1)
                / 1.5;
        highNanos = cases.stream()
                        .mapToDouble(one -> positive(Math.max(
                                one.observed().quantile(0.75), one.simulated().least())))
                        .max()
                        .orElse(1)
                * 1.5;
    }

    /** The picture, as an element of HTML. */
    static String draw(String title, List<ValidationCase> cases) {
        CaseCurves curves = new CaseCurves(cases);
        curves.frame(title);
        cases.forEach(curves::point);
        return curves.svg.append("</svg>\n").toString();
    }

    private static double bytes(ValidationCase one) {
        return positive((double) one.key().bytes());
    }

    private static double positive(double value) {
        return Math.max(1, value);
    }

    private double x(double bytes) {
        return LEFT + (WIDTH - LEFT - RIGHT) * Math.log(bytes / lowBytes) / Math.log(highBytes / lowBytes);
    }

    private double y(double nanos) {
        return HEIGHT
                - BOTTOM
                - (HEIGHT - TOP - BOTTOM) * Math.log(positive(nanos) / lowNanos) / Math.log(highNanos / lowNanos);
    }

    private void add(String format, Object... values) {
        svg.append(String.format(Locale.ROOT, format, values)).append('\n');
    }

    private void frame(String title) {
        add(
                "<svg xmlns='http://www.w3.org/2000/svg' width='%d' height='%d' role='img' aria-label='%s'>",
                WIDTH, HEIGHT, HtmlText.escaped(title));
        add("<text x='%d' y='18' class='title'>%s</text>", LEFT, HtmlText.escaped(title));
        for (double decade = Math.pow(10, Math.ceil(Math.log10(lowNanos))); decade <= highNanos; decade *= 10) {
            add("<line class='grid' x1='%d' x2='%d' y1='%.1f' y2='%.1f'/>", LEFT, WIDTH - RIGHT, y(decade), y(decade));
            add("<text x='%d' y='%.1f' text-anchor='end'>%s ms</text>", LEFT - 6, y(decade) + 4, number(decade / 1e6));
        }
        for (double size = Math.pow(4, Math.ceil(Math.log(lowBytes) / Math.log(4))); size <= highBytes; size *= 4) {
            add("<text x='%.1f' y='%d' text-anchor='middle'>%s</text>", x(size), HEIGHT - BOTTOM + 16, number(size));
        }
        add("<text x='%d' y='%d' text-anchor='end'>bytes</text>", WIDTH - RIGHT, HEIGHT - 6);
        add(
                "<rect class='frame' x='%d' y='%d' width='%d' height='%d'/>",
                LEFT, TOP, WIDTH - LEFT - RIGHT, HEIGHT - TOP - BOTTOM);
    }

    /** Bars are quartiles, a dot the least, a dash what was simulated. */
    private void point(ValidationCase one) {
        // Groups of the same size stand beside each other.
        double x = x(bytes(one)) + 3 * (one.key().ranks() - 4);
        String kind = one.verdict() == Verdict.SLOWER ? "slower" : one.verdict() == Verdict.FASTER ? "faster" : "fine";
        add("<g class='%s'><title>%s</title>", kind, HtmlText.escaped(label(one)));
        add(
                "<line x1='%.1f' x2='%.1f' y1='%.1f' y2='%.1f'/>",
                x, x, y(one.observed().quantile(0.25)), y(one.observed().quantile(0.75)));
        add("<circle cx='%.1f' cy='%.1f' r='3'/></g>", x, y(one.observed().least()));
        add(
                "<line class='simulated' x1='%.1f' x2='%.1f' y1='%.1f' y2='%.1f'/>",
                x - 6, x + 6, y(one.simulated().least()), y(one.simulated().least()));
    }

    private static String label(ValidationCase one) {
        return String.format(
                Locale.ROOT,
                "%d ranks, %d bytes: %.3f ms, simulated %.3f ms",
                one.key().ranks(),
                one.key().bytes(),
                one.observed().least() / 1e6,
                one.simulated().least() / 1e6);
    }

    private static String number(double value) {
        return value >= 1 ? String.format(Locale.ROOT, "%.0f", value) : String.format(Locale.ROOT, "%.3g", value);
    }
}
