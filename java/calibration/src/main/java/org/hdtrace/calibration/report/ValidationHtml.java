// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.calibration.report;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.hdtrace.calibration.validate.ValidationCase;
import org.hdtrace.calibration.validate.ValidationResult;
import org.hdtrace.calibration.validate.Verdict;

/** A validation as one page with pictures, which needs no other file. */
public final class ValidationHtml {
    private static final String STYLE =
            """
            body { font: 15px sans-serif; margin: 2em; color: #222; background: #fff }
            table { border-collapse: collapse } td, th { padding: 2px 10px; text-align: right; border-bottom: 1px solid #ddd }
            td.text, th.text { text-align: left } tr.slower td { background: #fde3d8 } tr.faster td { background: #dfeafc }
            svg { margin: 6px } svg text { font: 11px sans-serif; fill: #444 } svg text.title { font-size: 14px }
            svg .grid { stroke: #e4e4e4 } svg .frame { fill: none; stroke: #999 }
            svg .fine line, svg .fine circle { stroke: #1b7a54; fill: #1b7a54 }
            svg .slower line, svg .slower circle { stroke: #c8431a; fill: #c8431a }
            svg .faster line, svg .faster circle { stroke: #2459b5; fill: #2459b5 }
            svg .simulated { stroke: #000; stroke-width: 2 }
            """;

    private ValidationHtml() {}

    public static String text(String model, ValidationResult result) {
        StringBuilder html = new StringBuilder("<!DOCTYPE html>\n<html lang='en'><head><meta charset='utf-8'>\n");
        html.append("<title>Validation</title><style>\n").append(STYLE).append("</style></head><body>\n");
        html.append("<h1>Observed beside simulated</h1>\n<p>Model: ").append(HtmlText.escaped(model));
        html.append("</p>\n<ul>\n");
        ValidationText.summary(result).lines().forEach(line -> html.append("<li>")
                .append(HtmlText.escaped(line))
                .append("</li>\n"));
        html.append(
                "</ul>\n<p>A dot is the least of all repetitions, the line their quartiles, the dash what was simulated.</p>\n");
        curves(result.cases()).forEach((title, cases) -> html.append(CaseCurves.draw(title, cases)));
        html.append(
                "<table><tr><th class='text'>program</th><th class='text'>function</th><th>ranks</th><th>bytes</th>");
        html.append("<th>repetitions</th><th>least ms</th><th>quartiles ms</th><th>simulated ms</th><th>ratio</th>");
        html.append("<th class='text'>verdict</th></tr>\n");
        result.cases().forEach(one -> html.append(row(one)));
        return html.append("</table></body></html>\n").toString();
    }

    /** Functions of which several sizes or groups were observed. */
    private static Map<String, List<ValidationCase>> curves(List<ValidationCase> cases) {
        Map<String, List<ValidationCase>> byFunction = cases.stream()
                .collect(Collectors.groupingBy(
                        one -> one.key().program() + ": " + one.key().function(), TreeMap::new, Collectors.toList()));
        byFunction.values().removeIf(some -> some.size() < 2);
        return byFunction;
    }

    private static String row(ValidationCase one) {
        String kind = one.verdict() == Verdict.SLOWER ? "slower" : one.verdict() == Verdict.FASTER ? "faster" : "fine";
        String reasons = one.reasons().isEmpty() ? "" : ": " + String.join("; ", one.reasons());
        return String.format(
                Locale.ROOT,
                "<tr class='%s'><td class='text'>%s</td><td class='text'>%s</td><td>%s</td><td>%d</td><td>%d</td>"
                        + "<td>%.3f</td><td>%.3f to %.3f</td><td>%.3f</td><td>%.2f</td><td class='text'>%s</td></tr>%n",
                kind,
                HtmlText.escaped(one.key().program()),
                HtmlText.escaped(one.key().function()),
                one.key().ranks() > 0 ? one.key().ranks() : "",
                one.key().bytes(),
                one.observed().count(),
                one.observed().least() / 1e6,
                one.observed().quantile(0.25) / 1e6,
                one.observed().quantile(0.75) / 1e6,
                one.simulated().least() / 1e6,
                one.ratio(),
                HtmlText.escaped(one.verdict().text() + reasons));
    }
}
