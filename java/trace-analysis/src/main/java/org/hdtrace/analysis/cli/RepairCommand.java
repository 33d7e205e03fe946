// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.analysis.cli;

import java.io.IOException;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import org.hdtrace.analysis.repair.Repairer;
import org.hdtrace.format.TraceFormatException;
import org.hdtrace.format.query.Workers;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParseResult;

/** {@code hdtrace repair}. */
final class RepairCommand implements Command {
    @Override
    public String name() {
        return "repair";
    }

    @Override
    public String summary() {
        return "a valid project from a damaged one";
    }

    @Override
    public void declare(CommandSpec spec) {
        spec.usageMessage()
                .footer(
                        "Each repair is a line FILE: PLACE: TEXT, with \"lost: \" in front where something is gone, then"
                                + " come lines with \"left: \" for what is still not valid. The exit status is 1 when there is"
                                + " such a line. The new project appears when everything is in it.");
        Options.text(spec, "-o", "FOLDER", "the new project; must not exist or be empty; folders around it are made");
        Options.flag(spec, "--json", "print JSON instead of lines");
        Options.flag(spec, "--csv", "print comma-separated values instead of lines");
        Options.jobs(spec);
        Options.project(spec);
    }

    @Override
    public int run(ParseResult arguments, Session session) throws TraceFormatException, UsageException, IOException {
        OutputForm form = OutputForm.of(arguments);
        Workers workers = Options.workers(arguments);
        Path source = Options.path(arguments);
        Path target = target(arguments);
        RepairReport report = RepairReport.of(form, session);
        try {
            Repairer.repair(source, target, workers, session.progress(), report);
        } catch (IOException e) {
            session.message("the new project can't be written: " + e.getMessage());
            return Main.FINDING;
        }
        session.clearProgress();
        report.finish();
        session.out().flush();
        session.message(report.summary());
        return report.isValid() ? Main.SUCCESS : Main.FINDING;
    }

    private static Path target(ParseResult arguments) throws UsageException {
        String text = arguments.matchedOptionValue("-o", "");
        if (text.isEmpty()) {
            throw new UsageException("where to? -o FOLDER is missing");
        }
        try {
            return Path.of(text);
        } catch (InvalidPathException e) {
            throw new UsageException("-o: this can't be the name of a folder: " + e.getReason());
        }
    }
}
