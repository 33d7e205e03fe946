// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.analysis.cli;

import java.io.IOException;
import org.hdtrace.analysis.profile.Profile;
import org.hdtrace.analysis.profile.ProfileReport;
import org.hdtrace.analysis.profile.Profiler;
import org.hdtrace.format.TraceFormatException;
import org.hdtrace.format.json.JsonWriter;
import org.hdtrace.format.project.Project;
import org.hdtrace.format.query.Workers;
import org.hdtrace.format.select.Selection;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParseResult;

/** {@code hdtrace profile}. */
final class ProfileCommand implements Command {
    @Override
    public String name() {
        return "profile";
    }

    @Override
    public String summary() {
        return "how often and how long each kind of state occurs";
    }

    @Override
    public void declare(CommandSpec spec) {
        Options.selection(spec);
        Options.flag(spec, "--json", "print JSON instead of a table");
        Options.flag(spec, "--csv", "print comma-separated values instead of a table");
        Options.jobs(spec);
        Options.project(spec);
    }

    @Override
    public int run(ParseResult arguments, Session session) throws TraceFormatException, UsageException, IOException {
        boolean asJson = Options.isSet(arguments, "--json");
        boolean asCsv = Options.isSet(arguments, "--csv");
        if (asJson && asCsv) {
            throw new UsageException("--json and --csv exclude each other");
        }
        Workers workers = Options.workers(arguments);
        Project project = Project.open(Options.path(arguments));
        Selection selection = Options.selection(arguments, project);
        if (project.traces().isEmpty()) {
            session.message("the project holds no trace");
        } else if (project.traces().stream()
                .noneMatch(trace -> selection.ranks().contains(trace.rank()))) {
            session.message("no trace belongs to the selected ranks");
        }
        Profile profile = Profiler.profile(project, selection, Indexes.store(), workers, session.progress());
        session.clearProgress();
        if (asJson) {
            JsonWriter json = new JsonWriter(session.out());
            ProfileReport.writeJson(profile, json);
            json.finish();
        } else {
            session.out().write(asCsv ? ProfileReport.csv(profile) : ProfileReport.text(profile));
        }
        return Main.SUCCESS;
    }
}
