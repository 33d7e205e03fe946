// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.analysis.cli;

import java.io.IOException;
import java.io.Writer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.hdtrace.analysis.text.Csv;
import org.hdtrace.format.TraceFormatException;
import org.hdtrace.format.index.IndexStore;
import org.hdtrace.format.index.TraceIndex;
import org.hdtrace.format.json.JsonWriter;
import org.hdtrace.format.project.Project;
import org.hdtrace.format.project.TraceFile;
import org.hdtrace.format.query.Workers;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParseResult;

/** {@code hdtrace index}. */
final class IndexCommand implements Command {
    /** What was done for one trace; {@code index} is null where the trace was refused. */
    private record Done(Path trace, boolean made, Path index, TraceFormatException failure) {}

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
            if (!force && hasIndex(store, trace)) {
                return new Done(trace, false, null, null);
            }
            return new Done(trace, true, store.build(trace, Thread.currentThread()::isInterrupted), null);
        } catch (TraceFormatException e) {
            return new Done(trace, false, null, e);
        }
    }

    /** One that stops before the end of its trace is made anew: the trace may have grown. */
    private static boolean hasIndex(IndexStore store, Path trace) {
        try (TraceIndex index = store.open(trace).orElse(null)) {
            return index != null && index.isWhole();
        } catch (IOException e) {
            return false;
        }
    }

    private static String state(Done done) {
        return done.failure != null ? "refused" : done.made ? "made" : "valid";
    }

    private static void writeText(List<Done> all, Writer out) throws IOException {
        for (Done done : all) {
            String place = done.index == null ? "" : "  " + done.index;
            out.write(String.format("%-7s  %s%s\n", state(done), done.trace.getFileName(), place));
        }
    }

    private static void writeCsv(List<Done> all, Writer out) throws IOException {
        out.write(Csv.lineOf("file", "state", "index", "reason"));
        for (Done done : all) {
            out.write(Csv.lineOf(
                    done.trace.getFileName(),
                    state(done),
                    done.index == null ? "" : done.index,
                    done.failure == null ? "" : done.failure.getMessage()));
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
            if (done.failure != null) {
                json.field("reason", done.failure.getMessage());
            }
            json.endObject();
        }
        json.lineBreak().endArray();
        json.finish();
    }
}
