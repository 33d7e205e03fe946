// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.analysis.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** A command that was run within the test. */
record Run(int status, String out, String err) {
    static Run of(Object... arguments) {
        String[] texts = Arrays.stream(arguments).map(String::valueOf).toArray(String[]::new);
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        ByteArrayOutputStream err = new ByteArrayOutputStream();
        int status = Main.run(texts, out, err, false);
        return new Run(status, out.toString(StandardCharsets.UTF_8), err.toString(StandardCharsets.UTF_8));
    }

    /** Status 2, no data, one line of message, no stack trace. */
    Run assertBadInput() {
        assertEquals(2, status, this::toString);
        assertEquals("", out);
        assertEquals(1, err.lines().count(), err);
        assertFalse(err.contains("Exception") || err.contains("\tat "), err);
        return this;
    }

    Run assertSuccess() {
        assertEquals(0, status, this::toString);
        return this;
    }
}
