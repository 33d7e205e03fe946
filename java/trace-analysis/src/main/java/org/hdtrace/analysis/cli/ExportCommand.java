// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.analysis.cli;

import java.io.IOException;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.hdtrace.analysis.export.ExportFormat;
import org.hdtrace.analysis.export.Exporter;
import org.hdtrace.analysis.otf2.Otf2Exporter;
import org.hdtrace.analysis.text.Units;
import org.hdtrace.format.Csv;
import org.hdtrace.format.TraceFormatException;
import org.hdtrace.format.json.JsonWriter;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParseResult;

/** {@code hdtrace export}. */
final class ExportCommand implements Command {
    @Override
    public String name() {
        return "export";
    }

    @Override
    public String summary() {
        return "states, events and messages in the format of another viewer, or as a table";
    }

    @Override
    public void declare(CommandSpec spec) {
        Options.text(
                spec,
                "--to",
                "FORMAT",
                "paje (ViTE, Paje), otf2 (Vampir), perfetto (also chrome://tracing) or csv (tables)");
        Options.text(
                spec,
                "-o",
                "FILE",
                "the file to write, for otf2 a new folder with traces.otf2; it appears when everything is in it");
        Options.selectionUntil(spec);
        Options.flag(spec, "--json", "print what was written as JSON");
        Options.flag(spec, "--csv", "print what was written as comma-separated values");
        SelectedTraces.declare(spec);
        List<String> footer = new ArrayList<>(List.of(spec.usageMessage().footer()));
        footer.add(
                "An archive of OTF2 has messages when all names are wanted, and statistics when all names and ranks are;"
                        + " what is left out is told on stderr with its number.");
        spec.usageMessage().footer(footer.toArray(String[]::new));
    }

    @Override
    public int run(ParseResult arguments, Session session) throws TraceFormatException, UsageException, IOException {
        OutputForm form = OutputForm.of(arguments);
        ExportFormat format = format(arguments);
        Path target = target(arguments);
        SelectedTraces traces = SelectedTraces.open(arguments, session);
        if (format == ExportFormat.OTF2) {
            return writeArchive(traces, target, form, session);
        }
        Exporter.Summary summary;
        try {
            summary = write(traces, format, target, session);
        } catch (IOException e) {
            session.message(target + " can't be written: " + OutputFailure.cause(e));
            return Main.FINDING;
        }
        session.clearProgress();
        tell(summary, target, form, session.out());
        return SelectedTraces.tell(summary.damages(), session);
    }

    private static int writeArchive(SelectedTraces traces, Path target, OutputForm form, Session session)
            throws IOException, TraceFormatException {
        Otf2Exporter.Summary summary;
        try {
            summary = Otf2Exporter.write(
                    traces.project(), traces.selection(), target, session.progress(traces.fileCount()));
        } catch (IOException e) {
            session.message(target + " can't be written: " + OutputFailure.cause(e));
            return Main.FINDING;
        }
        session.clearProgress();
        tell(
                new Exporter.Summary(summary.states(), summary.events(), summary.messages(), summary.damages()),
                target,
                form,
                session.out());
        session.flush();
        summary.left().forEach((what, count) -> session.message(target + ": " + count + " " + what));
        return SelectedTraces.tell(summary.damages(), session);
    }

    private static ExportFormat format(ParseResult arguments) throws UsageException {
        String text = arguments.matchedOptionValue("--to", "");
        try {
            return ExportFormat.of(text);
        } catch (IllegalArgumentException e) {
            throw new UsageException("--to: " + e.getMessage());
        }
    }

    private static Path target(ParseResult arguments) throws UsageException {
        String text = arguments.matchedOptionValue("-o", "");
        if (text.isEmpty()) {
            throw new UsageException("-o FILE is missing: where to write");
        }
        try {
            return Path.of(text);
        } catch (InvalidPathException e) {
            throw new UsageException("-o: this can't be the name of a file: " + e.getReason());
        }
    }

    private static Exporter.Summary write(SelectedTraces traces, ExportFormat format, Path target, Session session)
            throws IOException, TraceFormatException {
        Path draft = target.resolveSibling(target.getFileName() + "." + UUID.randomUUID() + ".tmp");
        try {
            Exporter.Summary summary;
            try (Writer out = Files.newBufferedWriter(draft, StandardCharsets.UTF_8)) {
                summary = Exporter.write(
                        traces.project(), traces.selection(), format, out, session.progress(traces.fileCount()));
            }
            Files.move(draft, target, StandardCopyOption.REPLACE_EXISTING);
            return summary;
        } finally {
            Files.deleteIfExists(draft);
        }
    }

    private static void tell(Exporter.Summary summary, Path target, OutputForm form, Writer out) throws IOException {
        switch (form) {
            case JSON -> {
                JsonWriter json = new JsonWriter(out);
                json.beginObject()
                        .field("file", target.toString())
                        .field("states", summary.states())
                        .field("events", summary.events())
                        .field("messages", summary.messages());
                summary.damages().writeJsonField(json);
                json.endObject().finish();
            }
            case CSV -> {
                out.write(Csv.lineOf("file", "states", "events", "messages"));
                out.write(Csv.lineOf(target, summary.states(), summary.events(), summary.messages()));
            }
            case TEXT ->
                out.write(target + ": " + Units.count(summary.states()) + " states, " + Units.count(summary.events())
                        + " events, " + Units.count(summary.messages()) + " messages\n");
        }
    }
}
