// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.analysis.check;

import java.util.List;
import org.hdtrace.format.Finding;
import org.hdtrace.format.Severity;
import org.hdtrace.format.TraceFormatException;
import org.hdtrace.format.project.StatisticsFile;
import org.hdtrace.format.statistics.StatisticsGroup;
import org.hdtrace.format.statistics.StatisticsReader;

/** Checks one statistics file: it is whole, its stamps don't decrease, it is the group and node that its name tells. */
final class StatisticsChecker {
    private final StatisticsFile file;
    private final FindingList findings;

    private StatisticsChecker(StatisticsFile file) {
        this.file = file;
        this.findings = new FindingList(file.path());
    }

    /** {@code running}: the project's program is at work, so that the last record may not be whole yet. */
    static Checked check(StatisticsFile file, boolean running) {
        StatisticsChecker checker = new StatisticsChecker(file);
        try {
            checker.check(running);
        } catch (TraceFormatException e) {
            checker.findings.error(e.position(), e.reason());
        }
        return Checked.of(file.path(), checker.findings.all());
    }

    private void check(boolean running) throws TraceFormatException {
        try (StatisticsReader reader = StatisticsReader.open(file.path())) {
            header(reader.group());
            try {
                // The reader itself watches that time never runs backwards.
                long records = 0;
                while (reader.next()) {
                    records++;
                }
                if (records == 0) {
                    findings.note("whole file", "holds no record");
                }
            } finally {
                reader.findings().forEach(finding -> findings.add(running ? asNote(finding) : finding));
            }
        }
    }

    private static Finding asNote(Finding finding) {
        return new Finding(finding.file(), finding.position(), Severity.NOTE, finding.text());
    }

    private void header(StatisticsGroup group) {
        if (!plain(group.name()).equals(plain(file.group()))) {
            findings.error("header", "holds group " + group.name() + " instead of " + file.group());
        }
        List<String> topology =
                group.topology().stream().map(StatisticsChecker::plain).toList();
        List<String> node =
                file.node().path().stream().map(StatisticsChecker::plain).toList();
        if (!topology.isEmpty() && !topology.equals(node)) {
            findings.note(
                    "header",
                    "says that it belongs to " + String.join("/", group.topology()) + " instead of "
                            + String.join("/", file.node().path()));
        }
    }

    /** Writers replace, readers drop what can't be part of a file name; neither makes another group of it. */
    private static String plain(String name) {
        return name.replaceAll("[^A-Za-z0-9.]", "");
    }
}
