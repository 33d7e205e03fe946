// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.analysis.cli;

import java.io.IOException;
import java.util.List;
import org.hdtrace.analysis.traffic.FileReport;
import org.hdtrace.analysis.traffic.FileTraffic;
import org.hdtrace.analysis.traffic.TrafficReader;
import org.hdtrace.format.TraceFormatException;
import org.hdtrace.format.json.JsonWriter;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParseResult;

/** {@code hdtrace io}. */
final class IoCommand implements Command {
    @Override
    public String name() {
        return "io";
    }

    @Override
    public String summary() {
        return "how each file is used: opens, bytes, rates, sizes and order of the accesses";
    }

    @Override
    public void declare(CommandSpec spec) {
        Options.selection(spec);
        Options.flag(spec, "--json", "print JSON instead of tables");
        Options.flag(
                spec,
                "--csv",
                "print comma-separated values: a line for each file; readSizes and writeSizes count accesses of less than 128 B,"
                        + " 1, 8, 64, 512 KiB, 1, 4, 16, 128 MiB, and larger ones");
        SelectedTraces.declare(spec);
    }

    @Override
    public int run(ParseResult arguments, Session session) throws TraceFormatException, UsageException, IOException {
        OutputForm form = OutputForm.of(arguments);
        SelectedTraces traces = SelectedTraces.open(arguments, session);
        TrafficReader traffic = TrafficReader.read(
                traces.project(), traces.selection(), traces.workers(), session.progress(traces.fileCount()));
        session.clearProgress();
        if (!traffic.damages().isNothingRead()) {
            print(traffic, form, session);
        }
        return SelectedTraces.tell(traffic.damages(), session);
    }

    private static void print(TrafficReader traffic, OutputForm form, Session session) throws IOException {
        List<FileTraffic> files = traffic.files();
        switch (form) {
            case JSON -> {
                JsonWriter json = new JsonWriter(session.out());
                FileReport.writeJson(files, traffic.damages(), json);
                json.finish();
            }
            case CSV -> session.out().write(FileReport.csv(files));
            case TEXT -> session.out().write(FileReport.text(files));
        }
    }
}
