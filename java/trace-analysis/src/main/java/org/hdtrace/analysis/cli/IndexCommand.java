// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.analysis.cli;

import java.io.IOException;
import java.io.Writer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import org.hdtrace.format.Csv;
import org.hdtrace.format.TraceFormatException;
import org.hdtrace.format.index.IndexStore;
import org.hdtrace.format.json.JsonWriter;
import org.hdtrace.format.project.Project;
import org.hdtrace.format.project.TraceFile;
import org.hdtrace.format.query.Workers;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParseResult;

/** {@code hdtrace index}. */
final class IndexCommand implements Command {
    /**
     * What was done for one trace.
     *
     * @param reason why an index that was there was made anew, or why none can be made; "" otherwise
     * @param index null where none was made
     */
    private record Done(Path trace, String reason, Path index, TraceFormatException failure) {}

    @Override
    public String name() {
        return "index";
    }

    @Override
    public String summary() {
        return "make the indexes that traces lack, for quick profiles and views";
    }

    @Override
    public void declare(CommandSpec spec) {
        spec.usageMessage()
                .footer(
                        "An index stands beside its trace, or in ~/.cache/hdtrace ($XDG_CACHE_HOME/hdtrace) where that folder"
                                + " can't be written. A trace that gets none is named on stderr; the exit status is 2 then.");
        Options.flag(spec, "--force", "make those anew that are there and valid, too");
        Options.flag(spec, "--json", "print JSON instead of lines");
        Options.flag(spec, "--csv", "print comma-separated values: a line for each trace");
        Options.jobs(spec);
        Options.project(spec);
    }

    @Override
    public int run(ParseResult arguments, Session session) throws TraceFormatException, UsageException, IOException {
        OutputForm form = OutputForm.of(arguments);
        boolean force = Options.isSet(arguments, "--force");
        Workers workers = Options.workers(arguments);
        Project project = Project.open(Options.path(arguments));
        IndexStore store = Indexes.store();
        Consumer<Path> progress = session.progress(project.traces().size());
        List<Done> all = new ArrayList<>();
        workers.each(project.traces(), file -> index(file, store, force, progress), all::add);
        session.clearProgress();
        switch (form) {
            case JSON -> writeJson(all, session.out());
            case CSV -> writeCsv(all, session.out());
            case TEXT -> writeText(all, session.out());
        }
        session.out().flush();
        List<Done> refused = all.stream().filter(done -> done.failure != null).toList();
        refused.forEach(done -> session.message(done.failure.getMessage()));
        return refused.isEmpty() ? Main.SUCCESS : Main.BAD_INPUT;
    }

    private static Done index(TraceFile file, IndexStore store, boolean force, Consumer<Path> progress) {
        Path trace = file.path();
        progress.accept(trace);
        try {
            Optional<String> stale = force ? Optional.of("") : staleness(store, trace);
            if (stale.isEmpty()) {
                return new Done(trace, "", null, null);
            }
            return new Done(trace, stale.get(), store.build(trace, Thread.currentThread()::isInterrupted), null);
        } catch (TraceFormatException e) {
            return new Done(trace, e.getMessage(), null, e);
        }
    }

    private static Optional<String> staleness(IndexStore store, Path trace) {
        try {
            return store.staleness(trace);
        } catch (TraceFormatException e) {
            return Optional.of("its trace can't be read where it says");
        }
    }

    private static String state(Done done) {
        return done.failure != null ? "refused" : done.index != null ? "made" : "valid";
    }

    private static void writeText(List<Done> all, Writer out) throws IOException {
        for (Done done : all) {
            String place = done.index == null ? "" : "  " + done.index;
            String why = done.index == null || done.reason.isEmpty() ? "" : "  (anew: " + done.reason + ")";
            out.write(String.format("%-7s  %s%s%s\n", state(done), done.trace.getFileName(), place, why));
        }
    }

    private static void writeCsv(List<Done> all, Writer out) throws IOException {
        out.write(Csv.lineOf("file", "state", "index", "reason"));
        for (Done done : all) {
            out.write(Csv.lineOf(
                    done.trace.getFileName(), state(done), done.index == null ? "" : done.index, done.reason));
        }
    }

    private static void writeJson(List<Done> all, Writer out) throws IOException {
        JsonWriter json = new JsonWriter(out);
        json.beginArray();
        for (Done done : all) {
            json.lineBreak()
                    .beginObject()
                    .field("file", String.valueOf(done.trace.getFileName()))
                    .field("state", state(done));
            if (done.index != null) {
                json.field("index", done.index.toString());
            }
            if (!done.reason.isEmpty()) {
                json.field("reason", done.reason);
            }
            json.endObject();
        }
        json.lineBreak().endArray();
        json.finish();
    }
}
