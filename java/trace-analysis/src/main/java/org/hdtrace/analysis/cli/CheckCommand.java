// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.analysis.cli;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.hdtrace.analysis.check.ProjectChecker;
import org.hdtrace.format.Finding;
import org.hdtrace.format.Severity;
import org.hdtrace.format.TraceFormatException;
import org.hdtrace.format.project.Project;
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
                        + " last, with \"note: \" in front; it doesn't count for the exit status.");
        Options.project(spec);
    }

    @Override
    public int run(ParseResult arguments, Session session) throws TraceFormatException, UsageException, IOException {
        Project project = Project.open(Options.path(arguments));
        List<Finding> errors = new ArrayList<>();
        List<Finding> notes = new ArrayList<>();
        ProjectChecker.check(
                project, session.progress(), finding -> (finding.severity() == Severity.ERROR ? errors : notes)
                        .add(finding));
        session.clearProgress();
        for (Finding error : errors) {
            session.out().append(error.toString()).append('\n');
        }
        for (Finding note : notes) {
            session.out().append("note: ").append(note.toString()).append('\n');
        }
        session.out().flush();
        int files = 1
                + project.traces().size()
                + project.statistics().size()
                + project.relations().size();
        session.message(
                number(files, "file") + " checked: " + verdict(errors.size()) + ", " + number(notes.size(), "note"));
        return errors.isEmpty() ? Main.SUCCESS : Main.FINDING;
    }

    private static String verdict(int errors) {
        return errors == 0 ? "nothing wrong" : number(errors, "finding");
    }

    private static String number(int count, String noun) {
        return count + " " + noun + (count == 1 ? "" : "s");
    }
}
