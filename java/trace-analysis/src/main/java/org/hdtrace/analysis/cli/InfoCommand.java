// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.analysis.cli;

import java.io.IOException;
import org.hdtrace.analysis.info.InfoReport;
import org.hdtrace.analysis.info.ProjectScanner;
import org.hdtrace.analysis.info.ProjectSummary;
import org.hdtrace.format.TraceFormatException;
import org.hdtrace.format.index.Indexing;
import org.hdtrace.format.json.JsonWriter;
import org.hdtrace.format.project.Project;
import org.hdtrace.format.query.Workers;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParseResult;

/** {@code hdtrace info}. */
final class InfoCommand implements Command {
    @Override
    public String name() {
        return "info";
    }

    @Override
    public String summary() {
        return "what a project consists of: ranks, states, statistics, relations, duration";
    }

    @Override
    public void declare(CommandSpec spec) {
        spec.usageMessage()
                .footer(
                        "Of a damaged file what is complete before the damage counts, and a line on stderr tells file, place"
                                + " and cause; the exit status is 2 when a file can't be read to its end, and one that can't be"
                                + " read at all is left out. What the index of a long trace tells is taken from there: all but the number of events, which is"
                                + " '-' then, null in JSON, and empty in CSV.");
        Options.flag(spec, "--exact", "read the traces that have indexes, too: counts events, and notices damage");
        Options.flag(spec, "--json", "print JSON instead of tables");
        Options.flag(spec, "--csv", "print comma-separated values: a line for each file");
        Options.jobs(spec);
        Options.project(spec);
    }

    private static int files(Project project) {
        return project.traces().size()
                + project.statistics().size()
                + project.relations().size();
    }

    @Override
    public int run(ParseResult arguments, Session session) throws TraceFormatException, UsageException, IOException {
        OutputForm form = OutputForm.of(arguments);
        Workers workers = Options.workers(arguments);
        Project project = Project.open(Options.path(arguments));
        Indexing indexes = Options.isSet(arguments, "--exact") ? Indexing.none() : Indexing.using(Indexes.store());
        ProjectSummary summary = ProjectScanner.scan(project, indexes, workers, session.progress(files(project)));
        session.clearProgress();
        switch (form) {
            case JSON -> {
                JsonWriter json = new JsonWriter(session.out());
                InfoReport.writeJson(summary, json);
                json.finish();
            }
            case CSV -> session.out().write(InfoReport.csv(summary));
            case TEXT -> session.out().write(InfoReport.text(summary));
        }
        return SelectedTraces.tell(summary.damages(), session);
    }
}
