// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.analysis.cli;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.function.Consumer;
import org.hdtrace.analysis.check.ProjectChecker;
import org.hdtrace.format.TraceFormatException;
import org.hdtrace.format.project.Project;
import org.hdtrace.format.query.Workers;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParseResult;

/** {@code hdtrace check}. */
final class CheckCommand implements Command {
    @Override
    public String name() {
        return "check";
    }

    @Override
    public String summary() {
        return "validates every file of a project; exit status 1 when something is wrong";
    }

    @Override
    public void declare(CommandSpec spec) {
        spec.usageMessage()
                .footer("Each finding is a line FILE: PLACE: TEXT. What is unusual but harmless comes"
                        + " last, with \"note: \" in front; it doesn't count for the exit status. What a program that"
                        + " still runs has not written yet is no fault.");
        Options.flag(spec, "--json", "print JSON instead of lines");
        Options.flag(spec, "--csv", "print comma-separated values instead of lines");
        Options.jobs(spec);
        Options.project(spec);
    }

    @Override
    public int run(ParseResult arguments, Session session) throws TraceFormatException, UsageException, IOException {
        OutputForm form = OutputForm.of(arguments);
        Workers workers = Options.workers(arguments);
        Project project = Project.open(Options.path(arguments));
        int files = 1
                + project.traces().size()
                + project.statistics().size()
                + project.relations().size();
        Consumer<Path> progress = session.progress();
        FindingReport report = FindingReport.of(form, session.out());
        try {
            ProjectChecker.check(project, workers, progress, finding -> {
                synchronized (progress) {
                    session.clearProgress();
                    report.add(finding);
                }
            });
        } catch (UncheckedIOException e) {
            throw e.getCause();
        }
        session.clearProgress();
        report.finish(files);
        session.out().flush();
        session.message(number(files, "file") + " checked: " + verdict(report.errors()) + ", "
                + number(report.notes(), "note"));
        return report.errors() == 0 ? Main.SUCCESS : Main.FINDING;
    }

    private static String verdict(long errors) {
        return errors == 0 ? "nothing wrong" : number(errors, "finding");
    }

    private static String number(long count, String noun) {
        return count + " " + noun + (count == 1 ? "" : "s");
    }
}
