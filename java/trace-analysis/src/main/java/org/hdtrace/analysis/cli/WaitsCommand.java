// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.analysis.cli;

import java.io.IOException;
import org.hdtrace.analysis.waits.WaitReport;
import org.hdtrace.analysis.waits.WaitSums;
import org.hdtrace.format.TraceFormatException;
import org.hdtrace.format.json.JsonWriter;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParseResult;

/** {@code hdtrace waits}. */
final class WaitsCommand implements Command {
    @Override
    public String name() {
        return "waits";
    }

    @Override
    public String summary() {
        return "who waits for late senders and receivers, in collective calls and in queues of servers";
    }

    @Override
    public void declare(CommandSpec spec) {
        Options.flag(spec, "--json", "print JSON instead of tables");
        Options.flag(spec, "--csv", "print comma-separated values: a line for each kind of wait and node");
        SelectedTraces.declare(spec);
    }

    @Override
    public int run(ParseResult arguments, Session session) throws TraceFormatException, UsageException, IOException {
        OutputForm form = OutputForm.of(arguments);
        SelectedTraces traces = SelectedTraces.open(arguments, session);
        WaitSums sums = WaitSums.read(traces.project(), session.progress(traces.fileCount()));
        session.clearProgress();
        if (!sums.damages().isNothingRead()) {
            switch (form) {
                case JSON -> {
                    JsonWriter json = new JsonWriter(session.out());
                    WaitReport.writeJson(sums, json);
                    json.finish();
                }
                case CSV -> session.out().write(WaitReport.csv(sums));
                case TEXT -> session.out().write(WaitReport.text(sums));
            }
        }
        return SelectedTraces.tell(sums.damages(), session);
    }
}
