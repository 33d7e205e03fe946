// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.piosim.cli;

import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;

/** The text of a command, which remembers why it could not be written; a print stream only knows that. */
final class StandardOutput {
    private static final int BUFFER_BYTES = 1 << 16;

    private final PrintStream stream;
    private IOException failure;

    StandardOutput(OutputStream target) {
        stream = new PrintStream(
                new java.io.BufferedOutputStream(new Watched(target), BUFFER_BYTES), false, StandardCharsets.UTF_8);
    }

    PrintStream stream() {
        return stream;
    }

    /**
     * Write all of it.
     *
     * @throws IOException with the first failure; a reader that has seen enough, as head, is none
     */
    void finish() throws IOException {
        stream.flush();
        if (failure != null && !String.valueOf(failure.getMessage()).contains("Broken pipe")) {
            throw failure;
        }
    }

    private final class Watched extends OutputStream {
        private final OutputStream target;

        Watched(OutputStream target) {
            this.target = target;
        }

        @Override
        public void write(int value) throws IOException {
            write(new byte[] {(byte) value}, 0, 1);
        }

        @Override
        public void write(byte[] bytes, int offset, int length) throws IOException {
            try {
                target.write(bytes, offset, length);
            } catch (IOException e) {
                failure = failure == null ? e : failure;
                throw e;
            }
        }

        @Override
        public void flush() throws IOException {
            try {
                target.flush();
            } catch (IOException e) {
                failure = failure == null ? e : failure;
                throw e;
            }
        }
    }
}
