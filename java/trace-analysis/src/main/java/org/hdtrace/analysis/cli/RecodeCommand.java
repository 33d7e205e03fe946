// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.analysis.cli;

import java.io.IOException;
import java.util.Locale;
import java.util.function.LongConsumer;
import org.hdtrace.analysis.compression.ProjectRecoder;
import org.hdtrace.analysis.compression.RecodingSummary;
import org.hdtrace.analysis.text.Units;
import org.hdtrace.format.TraceFormatException;
import org.hdtrace.format.compression.RecodingException;
import org.hdtrace.format.compression.TraceRecoder;
import org.hdtrace.format.json.JsonWriter;
import org.hdtrace.format.project.Project;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.ParseResult;

/** {@code hdtrace compress} and {@code hdtrace decompress}. */
final class RecodeCommand implements Command {
    private static final long NANOS = 1_000_000_000L;
    private static final long PROGRESS_NANOS = NANOS / 4;

    private final boolean compress;

    RecodeCommand(boolean compress) {
        this.compress = compress;
    }

    @Override
    public String name() {
        return compress ? "compress" : "decompress";
    }

    @Override
    public String summary() {
        return compress
                ? "makes the traces of a project smaller (.trc.zst)"
                : "makes the traces of a project plain again";
    }

    @Override
    public void declare(CommandSpec spec) {
        spec.usageMessage()
                .footer("A trace is replaced when its new file is on the disk and was compared with it. After an"
                        + " interruption the same command finishes the work. The exit status is 1 when a file"
                        + " can't be written; the traces that were not replaced are as before.");
        if (compress) {
            spec.addOption(OptionSpec.builder("--level")
                    .type(int.class)
                    .paramLabel("N")
                    .description("1 (fast, the default) to " + TraceRecoder.HIGHEST_LEVEL + " (small)")
                    .build());
        }
        Options.flag(spec, "--keep", "keep the old files, too");
        Options.flag(spec, "--json", "print JSON instead of a line of text");
        Options.flag(spec, "--csv", "print comma-separated values instead of a line of text");
        Options.jobs(spec);
        Options.project(spec);
    }

    @Override
    public int run(ParseResult arguments, Session session) throws TraceFormatException, UsageException, IOException {
        OutputForm form = OutputForm.of(arguments);
        TraceRecoder recoder = recoder(arguments, session);
        Project project = Project.open(Options.path(arguments));
        RecodingSummary summary;
        try {
            summary = new ProjectRecoder(project, compress ? recoder::compress : recoder::decompress)
                    .run(Options.workers(arguments));
        } catch (RecodingException e) {
            session.message(e.getMessage());
            return Main.FINDING;
        }
        session.clearProgress();
        switch (form) {
            case JSON -> {
                JsonWriter json = new JsonWriter(session.out());
                summary.writeJson(json);
                json.finish();
            }
            case CSV -> session.out().write(summary.csv());
            case TEXT -> session.out().write(summary.text());
        }
        return Main.SUCCESS;
    }

    private TraceRecoder recoder(ParseResult arguments, Session session) throws UsageException {
        int level = compress
                ? arguments.matchedOptionValue("--level", TraceRecoder.DEFAULT_LEVEL)
                : TraceRecoder.DEFAULT_LEVEL;
        if (level < 1 || level > TraceRecoder.HIGHEST_LEVEL) {
            throw new UsageException("--level: " + level + " is not within 1 and " + TraceRecoder.HIGHEST_LEVEL);
        }
        return new TraceRecoder(level, Options.isSet(arguments, "--keep"), new Meter(session));
    }

    /** Shows how much text was read, and how fast; several threads report to it. */
    private static final class Meter implements LongConsumer {
        private final Session session;
        private final long started = System.nanoTime();
        private long shown = started;
        private long bytes;

        Meter(Session session) {
            this.session = session;
        }

        @Override
        public synchronized void accept(long more) {
            bytes += more;
            long now = System.nanoTime();
            if (now - shown >= PROGRESS_NANOS) {
                shown = now;
                double rate = (double) bytes / (now - started) * NANOS;
                session.progress(String.format(Locale.ROOT, "%s, %s/s", Units.bytes(bytes), Units.bytes((long) rate)));
            }
        }
    }
}
