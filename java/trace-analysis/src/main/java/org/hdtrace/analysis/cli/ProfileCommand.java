// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.analysis.cli;

import java.io.IOException;
import org.hdtrace.analysis.profile.Profile;
import org.hdtrace.analysis.profile.ProfileReport;
import org.hdtrace.analysis.profile.Profiler;
import org.hdtrace.format.TraceFormatException;
import org.hdtrace.format.index.Indexing;
import org.hdtrace.format.json.JsonWriter;
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
        Options.tellPicture(spec, name());
        Options.selection(spec);
        Options.flag(spec, "--json", "print JSON instead of a table");
        Options.flag(spec, "--csv", "print comma-separated values instead of a table");
        Indexes.declare(spec);
        SelectedTraces.declare(spec);
    }

    @Override
    public int run(ParseResult arguments, Session session) throws TraceFormatException, UsageException, IOException {
        OutputForm form = OutputForm.of(arguments);
        SelectedTraces traces = SelectedTraces.open(arguments, session);
        Indexing indexes = Indexes.of(arguments);
        Profile profile = Profiler.profile(
                traces.project(), traces.selection(), indexes, traces.workers(), session.progress(traces.fileCount()));
        session.clearProgress();
        if (!profile.damages().isNothingRead()) {
            print(profile, form, session);
        }
        session.flush();
        Indexes.report(indexes, session);
        return SelectedTraces.tell(profile.damages(), session);
    }

    private static void print(Profile profile, OutputForm form, Session session) throws IOException {
        switch (form) {
            case JSON -> {
                JsonWriter json = new JsonWriter(session.out());
                ProfileReport.writeJson(profile, json);
                json.finish();
            }
            case CSV -> session.out().write(ProfileReport.csv(profile));
            case TEXT -> session.out().write(ProfileReport.text(profile));
        }
    }
}
