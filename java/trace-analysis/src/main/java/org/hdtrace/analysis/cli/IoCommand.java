// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.analysis.cli;

import java.io.IOException;
import java.util.List;
import org.hdtrace.analysis.traffic.FileReport;
import org.hdtrace.analysis.traffic.FileTraffic;
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
        Options.flag(spec, "--csv", "print comma-separated values: a line for each file");
        Options.jobs(spec);
        Options.project(spec);
    }

    @Override
    public int run(ParseResult arguments, Session session) throws TraceFormatException, UsageException, IOException {
        boolean asJson = Options.isSet(arguments, "--json");
        boolean asCsv = Options.isSet(arguments, "--csv");
        Traffic.requireOneForm(asJson, asCsv);
        List<FileTraffic> files = Traffic.read(arguments, session).files();
        session.clearProgress();
        if (asJson) {
            JsonWriter json = new JsonWriter(session.out());
            FileReport.writeJson(files, json);
            json.finish();
        } else {
            session.out().write(asCsv ? FileReport.csv(files) : FileReport.text(files));
        }
        return Main.SUCCESS;
    }
}
