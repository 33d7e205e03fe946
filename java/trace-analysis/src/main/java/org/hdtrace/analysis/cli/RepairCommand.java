// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.analysis.cli;

import java.io.IOException;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.Locale;
import org.hdtrace.analysis.repair.Repair;
import org.hdtrace.analysis.repair.Repairer;
import org.hdtrace.format.Finding;
import org.hdtrace.format.TraceFormatException;
import org.hdtrace.format.json.JsonWriter;
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
                .footer("Each repair is a line FILE: PLACE: TEXT, with \"lost: \" in front where something is gone."
                        + " The exit status is 1 when the new project is still not valid.");
        Options.text(spec, "-o", "FOLDER", "the new project; must not exist or be empty");
        Options.flag(spec, "--json", "print JSON instead of lines");
        Options.project(spec);
    }

    @Override
    public int run(ParseResult arguments, Session session) throws TraceFormatException, UsageException, IOException {
        Path source = Options.path(arguments);
        Repairer.Result result;
        try {
            result = Repairer.repair(source, target(arguments), session.progress());
        } catch (IOException e) {
            session.message("the new project can't be written: " + e.getMessage());
            return Main.FINDING;
        }
        session.clearProgress();
        if (Options.isSet(arguments, "--json")) {
            writeJson(result, new JsonWriter(session.out()));
        } else {
            writeText(result, session);
        }
        long lost = result.repairs().stream()
                .filter(repair -> repair.kind() == Repair.Kind.LOST)
                .count();
        String valid = result.left().isEmpty()
                ? "valid"
                : "not valid: " + result.left().size() + " findings";
        session.out().flush();
        session.message(
                result.repairs().size() + " repairs, " + lost + " of them with losses; the new project is " + valid);
        return result.left().isEmpty() ? Main.SUCCESS : Main.FINDING;
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

    private static void writeText(Repairer.Result result, Session session) throws IOException {
        for (Repair repair : result.repairs()) {
            String lost = repair.kind() == Repair.Kind.LOST ? "lost: " : "";
            session.out().append(lost).append(repair.toString()).append('\n');
        }
        for (Finding finding : result.left()) {
            session.out().append("left: ").append(finding.toString()).append('\n');
        }
    }

    private static void writeJson(Repairer.Result result, JsonWriter json) throws IOException {
        json.beginObject().field("valid", result.left().isEmpty());
        json.name("repairs").beginArray();
        for (Repair repair : result.repairs()) {
            json.lineBreak().beginObject();
            json.field("file", repair.file()).field("place", repair.position());
            json.field("kind", repair.kind().name().toLowerCase(Locale.ROOT)).field("text", repair.text());
            json.endObject();
        }
        json.endArray();
        json.name("findings").beginArray();
        for (Finding finding : result.left()) {
            json.lineBreak().beginObject();
            json.field("file", String.valueOf(finding.file().getFileName()));
            json.field("place", finding.position()).field("text", finding.text());
            json.endObject();
        }
        json.endArray().endObject();
        json.finish();
    }
}
