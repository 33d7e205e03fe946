// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.analysis.cli;

import org.hdtrace.format.TraceFormatException;
import org.hdtrace.format.project.Project;
import org.hdtrace.format.query.Query;
import org.hdtrace.format.query.Workers;
import org.hdtrace.format.select.Selection;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParseResult;

/** What a command that sums up traces reads, and with how many threads. */
record SelectedTraces(Project project, Selection selection, Workers workers) {
    static void declare(CommandSpec spec) {
        Options.jobs(spec);
        Options.project(spec);
    }

    /** How many traces are read. */
    int fileCount() {
        return Query.of(project).ranks(selection.ranks()).files().size();
    }

    /** Open the project that the arguments name; says so when nothing of it is selected. */
    static SelectedTraces open(ParseResult arguments, Session session) throws TraceFormatException, UsageException {
        Workers workers = Options.workers(arguments);
        Project project = Project.open(Options.path(arguments));
        Selection selection = Options.selection(arguments, project);
        if (project.traces().isEmpty()) {
            session.message("the project holds no trace");
        } else if (project.traces().stream()
                .noneMatch(trace -> selection.ranks().contains(trace.rank()))) {
            session.message("no trace belongs to the selected ranks");
        }
        return new SelectedTraces(project, selection, workers);
    }
}
