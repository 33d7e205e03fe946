// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.analysis.cli;

import java.io.IOException;
import org.hdtrace.analysis.path.CriticalPath;
import org.hdtrace.analysis.path.PathReport;
import org.hdtrace.format.TraceFormatException;
import org.hdtrace.format.json.JsonWriter;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParseResult;

/** {@code hdtrace critical-path}. */
final class CriticalPathCommand implements Command {
    @Override
    public String name() {
        return "critical-path";
    }

    @Override
    public String summary() {
        return "along which processes, calls and operations of servers the time of the run passed";
    }

    @Override
    public void declare(CommandSpec spec) {
        Options.flag(spec, "--json", "print JSON instead of tables");
        Options.flag(spec, "--csv", "print comma-separated values: a line for each node and kind of state");
        Options.flag(spec, "--segments", "with --csv: a line for each piece of the path instead");
        SelectedTraces.declare(spec);
    }

    @Override
    public int run(ParseResult arguments, Session session) throws TraceFormatException, UsageException, IOException {
        OutputForm form = OutputForm.of(arguments);
        boolean segments = Options.isSet(arguments, "--segments");
        if (segments && form != OutputForm.CSV) {
            throw new UsageException("--segments needs --csv");
        }
        SelectedTraces traces = SelectedTraces.open(arguments, session);
        CriticalPath path = CriticalPath.of(traces.project(), session.progress(traces.fileCount()));
        session.clearProgress();
        if (!path.damages().isNothingRead()) {
            switch (form) {
                case JSON -> {
                    JsonWriter json = new JsonWriter(session.out());
                    PathReport.writeJson(path, traces.project(), json);
                    json.finish();
                }
                case CSV ->
                    session.out()
                            .write(segments ? PathReport.segmentsCsv(path, traces.project()) : PathReport.csv(path));
                case TEXT -> session.out().write(PathReport.text(path));
            }
        }
        return SelectedTraces.tell(path.damages(), session);
    }
}
