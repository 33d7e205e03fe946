// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.analysis.cli;

import java.io.IOException;
import org.hdtrace.analysis.damage.Damages;
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
        explainDamage(spec);
        Options.jobs(spec);
        Options.project(spec);
    }

    /** For {@code --help}. */
    static void explainDamage(CommandSpec spec) {
        spec.usageMessage()
                .footer(
                        "Of a damaged trace what is complete before the damage counts, and a line on stderr tells file,"
                                + " place and cause; in JSON these are 'findings', the last element where the result is an array."
                                + " The exit status is 2 when a trace can't be read to its end; one that was cut is valid input.");
    }

    /** Say what was wrong, a line for each file; the exit status that follows. */
    static int tell(Damages damages, Session session) throws IOException {
        session.flush();
        damages.findings().forEach(finding -> session.message(finding.toString()));
        return damages.isBadInput() ? Main.BAD_INPUT : Main.SUCCESS;
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
