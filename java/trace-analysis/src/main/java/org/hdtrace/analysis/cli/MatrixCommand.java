// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.analysis.cli;

import java.io.IOException;
import java.util.List;
import org.hdtrace.analysis.damage.Damages;
import org.hdtrace.analysis.messages.PairReport;
import org.hdtrace.analysis.messages.PairSums;
import org.hdtrace.analysis.messages.PairValues;
import org.hdtrace.analysis.traffic.MatrixReport;
import org.hdtrace.analysis.traffic.MessageMatrix;
import org.hdtrace.analysis.traffic.PairReader;
import org.hdtrace.analysis.traffic.TrafficReader;
import org.hdtrace.format.TraceFormatException;
import org.hdtrace.format.json.JsonWriter;
import org.hdtrace.format.project.Project;
import org.hdtrace.format.query.Workers;
import org.hdtrace.format.select.Interval;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParseResult;

/** {@code hdtrace matrix}. */
final class MatrixCommand implements Command {
    /** Squares of more ranks would have more cells than anybody can hold. */
    private static final int MOST_JSON_RANKS = 20_000;

    private static final String OF = "--of";

    @Override
    public String name() {
        return "matrix";
    }

    @Override
    public String summary() {
        return "which rank sends how much to which, and what each moves to and from files";
    }

    @Override
    public void declare(CommandSpec spec) {
        Options.tellPicture(spec, name());
        Options.text(
                spec,
                OF,
                "WHAT",
                "messages (default), requests of clients to servers, or accesses of ranks to files; of the last two also the"
                        + " mean bandwidth, in bytes a second, and the mean latency, in seconds");
        Options.selection(spec);
        Options.flag(spec, "--json", "print JSON instead of tables");
        Options.flag(spec, "--csv", "print comma-separated values: a line for each pair of those that talk");
        Options.flag(spec, "--files", "with --csv: a line for each rank and file instead");
        SelectedTraces.declare(spec);
    }

    @Override
    public int run(ParseResult arguments, Session session) throws TraceFormatException, UsageException, IOException {
        OutputForm form = OutputForm.of(arguments);
        boolean files = Options.isSet(arguments, "--files");
        if (files && form != OutputForm.CSV) {
            throw new UsageException("--files needs --csv");
        }
        PairValues.Subject subject = subject(arguments);
        if (subject != PairValues.Subject.MESSAGES) {
            return runPairs(subject, form, arguments, session);
        }
        SelectedTraces traces = SelectedTraces.open(arguments, session);
        TrafficReader traffic = TrafficReader.read(
                traces.project(), traces.selection(), traces.workers(), session.progress(traces.fileCount()));
        session.clearProgress();
        if (!traffic.damages().isNothingRead()) {
            print(traffic, form, files, session);
        }
        return SelectedTraces.tell(traffic.damages(), session);
    }

    private static PairValues.Subject subject(ParseResult arguments) throws UsageException {
        String of = arguments.matchedOptionValue(OF, PairValues.Subject.MESSAGES.title());
        return PairValues.Subject.titled(of)
                .orElseThrow(() -> new UsageException(OF + " " + of + ": expected messages, requests, accesses"));
    }

    private static int runPairs(PairValues.Subject subject, OutputForm form, ParseResult arguments, Session session)
            throws TraceFormatException, UsageException, IOException {
        for (String option : List.of("--ranks", "--names", "--files")) {
            if (arguments.hasMatchedOption(option)) {
                throw new UsageException(option + " is for messages, not for " + OF + " " + subject.title());
            }
        }
        Workers workers = Options.workers(arguments);
        Project project = Project.open(Options.path(arguments));
        Interval interval = Options.selection(arguments, project).interval();
        PairSums sums = PairReader.read(subject, project, interval, workers, session.progress());
        session.clearProgress();
        if (!sums.damages().isNothingRead()) {
            print(sums, form, session);
        }
        return SelectedTraces.tell(sums.damages(), session);
    }

    private static void print(PairSums sums, OutputForm form, Session session) throws UsageException, IOException {
        switch (form) {
            case JSON -> {
                long cells = (long) sums.labels().size() * sums.targets().size();
                if (cells > (long) MOST_JSON_RANKS * MOST_JSON_RANKS) {
                    throw new UsageException("a matrix of " + cells + " cells is too large for --json, use --csv");
                }
                JsonWriter json = new JsonWriter(session.out());
                PairReport.writeJson(sums, json);
                json.finish();
            }
            case CSV -> session.out().write(PairReport.csv(sums));
            case TEXT -> session.out().write(PairReport.text(sums));
        }
    }

    private static void print(TrafficReader traffic, OutputForm form, boolean files, Session session)
            throws UsageException, IOException {
        MessageMatrix matrix = traffic.matrix();
        switch (form) {
            case JSON -> writeJson(matrix, traffic.damages(), session);
            case CSV -> session.out().write(files ? MatrixReport.filesCsv(matrix) : MatrixReport.messagesCsv(matrix));
            case TEXT -> session.out().write(MatrixReport.text(matrix));
        }
    }

    private static void writeJson(MessageMatrix matrix, Damages damages, Session session) throws UsageException {
        if (matrix.ranks() > MOST_JSON_RANKS) {
            throw new UsageException("a square of " + matrix.ranks() + " ranks is too large for --json, use --csv");
        }
        JsonWriter json = new JsonWriter(session.out());
        MatrixReport.writeJson(matrix, damages, json);
        json.finish();
    }
}
