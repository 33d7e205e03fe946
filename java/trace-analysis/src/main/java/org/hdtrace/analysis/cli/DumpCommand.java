// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.analysis.cli;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;
import org.hdtrace.analysis.damage.Damages;
import org.hdtrace.analysis.dump.Dump;
import org.hdtrace.format.TraceFormatException;
import org.hdtrace.format.json.JsonWriter;
import org.hdtrace.format.query.Damage;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParseResult;

/** {@code hdtrace dump}. */
final class DumpCommand implements Command {
    @Override
    public String name() {
        return "dump";
    }

    @Override
    public String summary() {
        return "every entry of a file in a canonical form, one per line, for diff";
    }

    @Override
    public void declare(CommandSpec spec) {
        Options.flag(spec, "--json", "print an array of JSON objects, one per line");
        Options.flag(spec, "--csv", "print comma-separated values: a line for each entry");
        Options.path(spec, "FILE", "a trace, statistics, relation or project file");
    }

    @Override
    public int run(ParseResult arguments, Session session) throws TraceFormatException, UsageException, IOException {
        Path file = Options.path(arguments);
        Damages damages = new Damages();
        damages.add(
                switch (OutputForm.of(arguments)) {
                    case JSON -> writeJson(file, new JsonWriter(session.out()));
                    case CSV -> Dump.writeCsv(file, session.out());
                    case TEXT -> Dump.writeText(file, session.out());
                });
        return SelectedTraces.tell(damages, session);
    }

    private static Optional<Damage> writeJson(Path file, JsonWriter json) throws TraceFormatException, IOException {
        try {
            return Dump.writeJson(file, json);
        } finally {
            if (json.isComplete()) {
                json.finish();
            }
        }
    }
}
