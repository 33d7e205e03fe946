// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.analysis.cli;

import org.hdtrace.analysis.traffic.TrafficReader;
import org.hdtrace.format.TraceFormatException;
import org.hdtrace.format.project.Project;
import org.hdtrace.format.query.Workers;
import org.hdtrace.format.select.Selection;
import picocli.CommandLine.ParseResult;

/** What the commands about messages and files have in common. */
final class Traffic {
    private Traffic() {}

    static void requireOneForm(boolean asJson, boolean asCsv) throws UsageException {
        if (asJson && asCsv) {
            throw new UsageException("--json and --csv exclude each other");
        }
    }

    static TrafficReader read(ParseResult arguments, Session session) throws TraceFormatException, UsageException {
        Workers workers = Options.workers(arguments);
        Project project = Project.open(Options.path(arguments));
        Selection selection = Options.selection(arguments, project);
        if (project.traces().isEmpty()) {
            session.message("the project holds no trace");
        }
        return TrafficReader.read(project, selection, workers, session.progress());
    }
}
