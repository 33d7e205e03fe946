// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.analysis.cli;

import java.io.IOException;
import org.hdtrace.analysis.damage.Damages;
import org.hdtrace.analysis.traffic.MatrixReport;
import org.hdtrace.analysis.traffic.MessageMatrix;
import org.hdtrace.analysis.traffic.TrafficReader;
import org.hdtrace.format.TraceFormatException;
import org.hdtrace.format.json.JsonWriter;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParseResult;

/** {@code hdtrace matrix}. */
final class MatrixCommand implements Command {
    /** Squares of more ranks would have more cells than anybody can hold. */
    private static final int MOST_JSON_RANKS = 20_000;

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
        Options.selection(spec);
        Options.flag(spec, "--json", "print JSON instead of tables");
        Options.flag(spec, "--csv", "print comma-separated values: a line for each pair of ranks that talk");
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
        SelectedTraces traces = SelectedTraces.open(arguments, session);
        TrafficReader traffic = TrafficReader.read(
                traces.project(), traces.selection(), traces.workers(), session.progress(traces.fileCount()));
        session.clearProgress();
        if (!traffic.damages().isNothingRead()) {
            print(traffic, form, files, session);
        }
        return SelectedTraces.tell(traffic.damages(), session);
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
