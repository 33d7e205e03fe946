// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.analysis.cli;

import java.io.BufferedWriter;
import java.io.IOException;
import java.io.OutputStream;
import java.io.OutputStreamWriter;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.function.Consumer;

/** Where a command writes to: data on one stream, messages and progress on the other, both in UTF-8. */
final class Session {
    private static final long PROGRESS_AFTER_NANOS = 1_000_000_000L;
    private static final String CLEAR_LINE = "\r\033[K";

    private final String command;
    private final Writer out;
    private final Writer err;
    private final boolean terminal;
    private final long started = System.nanoTime();
    private boolean progressShown;
    private int files;

    Session(String command, OutputStream out, OutputStream err, boolean terminal) {
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
    void message(String text) {
        clearProgress();
        write((command.isEmpty() ? "hdtrace: " : "hdtrace " + command + ": ") + text + "\n");
    }

    /** Shows the file that is being read, once the work has taken a second, and only on a terminal. */
    Consumer<Path> progress() {
        return file -> {
            files++;
            progress("file " + files + ": " + file.getFileName());
        };
    }

    /** Show how far the work is, once it has taken a second, and only on a terminal. */
    void progress(String text) {
        if (terminal && System.nanoTime() - started > PROGRESS_AFTER_NANOS) {
            progressShown = true;
            write(CLEAR_LINE + text);
        }
    }

    /** Take the progress line away before data appears. */
    void clearProgress() {
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
