// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.analysis.cli;

import java.io.BufferedWriter;
import java.io.IOException;
import java.io.OutputStream;
import java.io.OutputStreamWriter;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.function.LongSupplier;

/** Where a command writes to: data on one stream, messages and progress on the other, both in UTF-8. */
final class Session {
    private static final long PROGRESS_AFTER_NANOS = 1_000_000_000L;
    private static final long PROGRESS_EVERY_NANOS = 100_000_000L;
    private static final String CLEAR_LINE = "\r\033[K";

    private final String command;
    private final Writer out;
    private final Writer err;
    private final boolean terminal;
    private final LongSupplier clock;
    private final long started;
    private boolean progressShown;
    private long shown;

    Session(String command, OutputStream out, OutputStream err, boolean terminal) {
        this(command, out, err, terminal, System::nanoTime);
    }

    /** With another clock, ns. */
    Session(String command, OutputStream out, OutputStream err, boolean terminal, LongSupplier clock) {
        this.clock = clock;
        this.started = clock.getAsLong();
        this.shown = started;
        this.command = command;
        this.out = new BufferedWriter(new OutputStreamWriter(out, StandardCharsets.UTF_8), 1 << 16);
        this.err = new OutputStreamWriter(err, StandardCharsets.UTF_8);
        this.terminal = terminal;
    }

    /** For data; flushed at the end. */
    Writer out() {
        return out;
    }

    boolean isTerminal() {
        return terminal;
    }

    /** Say something on the second stream, with the command's name in front. */
    synchronized void message(String text) {
        clearProgress();
        write((command.isEmpty() ? "hdtrace: " : "hdtrace " + command + ": ") + text + "\n");
    }

    /**
     * Shows the file that is begun, once the work has taken a second, and only on a terminal; any thread may tell it.
     */
    Consumer<Path> progress() {
        return progress(0);
    }

    /** As {@link #progress()}, of a known number of files. */
    Consumer<Path> progress(int all) {
        AtomicInteger begun = new AtomicInteger();
        String of = all > 0 ? " of " + all : "";
        return file -> {
            int number = begun.incrementAndGet();
            if (isDue()) {
                progress("file " + number + of + ": " + file.getFileName());
            }
        };
    }

    /** Show how far the work is, once it has taken a second, and only on a terminal. */
    synchronized void progress(String text) {
        if (terminal && clock.getAsLong() - started > PROGRESS_AFTER_NANOS) {
            progressShown = true;
            write(CLEAR_LINE + text);
        }
    }

    /** Of many small files not each is shown. */
    private synchronized boolean isDue() {
        long now = clock.getAsLong();
        boolean due = terminal && now - shown >= PROGRESS_EVERY_NANOS;
        shown = due ? now : shown;
        return due;
    }

    /** Take the progress line away before data appears. */
    synchronized void clearProgress() {
        if (progressShown) {
            write(CLEAR_LINE);
            progressShown = false;
        }
    }

    void flush() throws IOException {
        clearProgress();
        out.flush();
    }

    private void write(String text) {
        try {
            err.write(text);
            err.flush();
        } catch (IOException e) {
            // Nobody is left to tell.
            return;
        }
    }
}
