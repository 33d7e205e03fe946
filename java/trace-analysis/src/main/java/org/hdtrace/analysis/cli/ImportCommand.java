// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.analysis.cli;

import java.io.IOException;
import java.io.Writer;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.hdtrace.analysis.imports.ImportSummary;
import org.hdtrace.analysis.imports.Importer;
import org.hdtrace.analysis.imports.Importers;
import org.hdtrace.analysis.text.Units;
import org.hdtrace.format.Csv;
import org.hdtrace.format.TraceFormatException;
import org.hdtrace.format.json.JsonWriter;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.PositionalParamSpec;
import picocli.CommandLine.ParseResult;

/** {@code hdtrace import} of traces of other programs; what has recorded calls of the system is imported by hdreplay. */
final class ImportCommand implements Command {
    @Override
    public String name() {
        return "import";
    }

    @Override
    public String summary() {
        return "a project of a trace of another program";
    }

    @Override
    public void declare(CommandSpec spec) {
        List<String> formats = new ArrayList<>();
        for (Importer importer : Importers.all()) {
            formats.add(importer.name() + ": " + importer.summary() + ".");
        }
        spec.usageMessage()
                .footer(
                        "Containers and locations become the topology, states and events traces, messages what their calls say,"
                                + " variables and metrics statistics. " + String.join(" ", formats));
        Options.text(spec, "-o", "FOLDER", "the new project; must not exist or be empty; folders around it are made");
        Options.flag(spec, "--json", "print what was made as JSON");
        Options.flag(spec, "--csv", "print what was made as comma-separated values");
        spec.addPositional(positional("0", "FORMAT", "the format: " + names()));
        spec.addPositional(positional("1", "FILE", "the trace"));
    }

    private static String names() {
        return Importers.all().stream().map(Importer::name).collect(Collectors.joining(" or "));
    }

    private static PositionalParamSpec positional(String index, String label, String description) {
        return PositionalParamSpec.builder()
                .type(String.class)
                .index(index)
                .arity("1")
                .required(true)
                .paramLabel(label)
                .description(description)
                .build();
    }

    @Override
    public int run(ParseResult arguments, Session session) throws TraceFormatException, UsageException, IOException {
        OutputForm form = OutputForm.of(arguments);
        String format = arguments.matchedPositionalValue(0, "");
        Importer importer =
                Importers.named(format).orElseThrow(() -> new UsageException("'" + format + "' is not " + names()));
        Path trace = path(arguments.matchedPositionalValue(1, ""), "FILE");
        String folder = arguments.matchedOptionValue("-o", "");
        if (folder.isEmpty()) {
            throw new UsageException("where to? -o FOLDER is missing");
        }
        ImportSummary summary;
        try {
            summary = importer.run(
                    trace,
                    path(folder, "-o"),
                    share -> session.progress(trace.getFileName() + ": " + Math.round(share * 100) + " % read"));
        } catch (IOException e) {
            session.message("the new project can't be written: " + OutputFailure.cause(e));
            return Main.FINDING;
        }
        session.clearProgress();
        tell(summary, folder, form, session.out());
        session.flush();
        summary.skipped().forEach((kind, count) -> session.message(trace + ": " + count + " " + kind + " left out"));
        if (summary.unmatched() > 0) {
            session.message(trace + ": " + summary.unmatched() + " ends of messages have no other side in a rank");
        }
        return Main.SUCCESS;
    }

    private static Path path(String text, String what) throws UsageException {
        try {
            return Path.of(text);
        } catch (InvalidPathException e) {
            throw new UsageException(what + ": this can't be the name of a file: " + e.getReason());
        }
    }

    private static void tell(ImportSummary summary, String folder, OutputForm form, Writer out) throws IOException {
        switch (form) {
            case JSON -> {
                JsonWriter json = new JsonWriter(out);
                json.beginObject()
                        .field("project", folder)
                        .field("traces", summary.traces())
                        .field("states", summary.states())
                        .field("events", summary.events())
                        .field("messages", summary.messages())
                        .field("records", summary.records())
                        .field("unmatched", summary.unmatched());
                json.endObject().finish();
            }
            case CSV -> {
                out.write(Csv.lineOf("project", "traces", "states", "events", "messages", "records", "unmatched"));
                out.write(Csv.lineOf(
                        folder,
                        summary.traces(),
                        summary.states(),
                        summary.events(),
                        summary.messages(),
                        summary.records(),
                        summary.unmatched()));
            }
            case TEXT ->
                out.write(folder + ": " + Units.count(summary.traces()) + " traces, " + Units.count(summary.states())
                        + " states, " + Units.count(summary.events()) + " events, "
                        + Units.count(summary.messages()) + " messages, " + Units.count(summary.records())
                        + " records of statistics\n");
        }
    }
}
