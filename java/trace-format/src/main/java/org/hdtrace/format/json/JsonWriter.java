// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.format.json;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Arrays;
import java.util.Objects;

/**
 * Writes one JSON text (RFC 8259), value by value, to any {@link Appendable}; nothing is buffered here.
 *
 * <p>Output is compact, on one line, except that {@link #lineBreak()} may be put between values. A text that could not
 * be valid (a value without its name, an object left open, two top-level values) is refused with {@link
 * IllegalStateException}; failures of the target become {@link UncheckedIOException}.
 *
 * <p>Thread: one thread at a time.
 */
public final class JsonWriter {
    private static final String HEX = "0123456789abcdef";

    private final Appendable target;
    // One entry per open object or array.
    private boolean[] isObject = new boolean[8];
    private boolean[] hasMember = new boolean[8];
    private int depth;
    private boolean nameWritten;
    private boolean topLevelWritten;
    private boolean breakPending;

    public JsonWriter(Appendable target) {
        this.target = Objects.requireNonNull(target, "target");
    }

    public JsonWriter beginObject() {
        return open('{', true);
    }

    public JsonWriter endObject() {
        return close('}', true);
    }

    public JsonWriter beginArray() {
        return open('[', false);
    }

    public JsonWriter endArray() {
        return close(']', false);
    }

    /** Names the next value; only inside an object. */
    public JsonWriter name(String name) {
        require(depth > 0 && isObject[depth - 1] && !nameWritten, "a name is only allowed before a value of an object");
        comma();
        quoted(name);
        put(':');
        nameWritten = true;
        return this;
    }

    /** Writes a string, or null. Control characters and lone surrogates are escaped. */
    public JsonWriter value(String value) {
        if (value == null) {
            return nullValue();
        }
        beforeValue();
        quoted(value);
        return this;
    }

    public JsonWriter value(long value) {
        return literal(Long.toString(value));
    }

    /** Writes the shortest decimal that reads back as the same double; null for what JSON cannot express. */
    public JsonWriter value(double value) {
        return Double.isFinite(value) ? literal(Double.toString(value)) : nullValue();
    }

    public JsonWriter value(boolean value) {
        return literal(Boolean.toString(value));
    }

    public JsonWriter nullValue() {
        return literal("null");
    }

    public JsonWriter field(String name, String value) {
        return name(name).value(value);
    }

    public JsonWriter field(String name, long value) {
        return name(name).value(value);
    }

    public JsonWriter field(String name, double value) {
        return name(name).value(value);
    }

    public JsonWriter field(String name, boolean value) {
        return name(name).value(value);
    }

    /** Lets the next value, name or closing bracket begin a new line, so that long texts stay readable. */
    public JsonWriter lineBreak() {
        breakPending = true;
        return this;
    }

    /** Whether one value was written, and that whole. */
    public boolean isComplete() {
        return depth == 0 && topLevelWritten;
    }

    /** Checks that the text is complete and ends the line; the target stays open. */
    public void finish() {
        require(isComplete(), "the text is not complete");
        put('\n');
    }

    private JsonWriter open(char bracket, boolean object) {
        beforeValue();
        put(bracket);
        if (depth == isObject.length) {
            isObject = Arrays.copyOf(isObject, 2 * depth);
            hasMember = Arrays.copyOf(hasMember, 2 * depth);
        }
        isObject[depth] = object;
        hasMember[depth] = false;
        depth++;
        return this;
    }

    private JsonWriter close(char bracket, boolean object) {
        require(depth > 0 && isObject[depth - 1] == object && !nameWritten, "nothing to close with " + bracket);
        depth--;
        pendingBreak();
        put(bracket);
        return this;
    }

    private JsonWriter literal(String text) {
        beforeValue();
        put(text);
        return this;
    }

    private void beforeValue() {
        if (depth == 0) {
            require(!topLevelWritten, "the text has one value already");
            topLevelWritten = true;
        } else if (isObject[depth - 1]) {
            require(nameWritten, "a value of an object needs a name");
            nameWritten = false;
        } else {
            comma();
        }
    }

    private void comma() {
        if (hasMember[depth - 1]) {
            put(',');
        }
        hasMember[depth - 1] = true;
        pendingBreak();
    }

    private void pendingBreak() {
        if (breakPending) {
            put('\n');
            breakPending = false;
        }
    }

    private void quoted(String text) {
        put('"');
        int clean = 0;
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (Character.isHighSurrogate(c) && i + 1 < text.length() && Character.isLowSurrogate(text.charAt(i + 1))) {
                i++;
            } else if (c < 0x20 || c == '"' || c == '\\' || c == 0x7f || Character.isSurrogate(c)) {
                put(text.substring(clean, i));
                escaped(c);
                clean = i + 1;
            }
        }
        put(text.substring(clean));
        put('"');
    }

    private void escaped(char c) {
        put('\\');
        switch (c) {
            case '"', '\\' -> put(c);
            case '\n' -> put('n');
            case '\r' -> put('r');
            case '\t' -> put('t');
            default -> {
                put('u');
                for (int shift = 12; shift >= 0; shift -= 4) {
                    put(HEX.charAt((c >> shift) & 0xf));
                }
            }
        }
    }

    private void put(char c) {
        try {
            target.append(c);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void put(String text) {
        try {
            target.append(text);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static void require(boolean condition, String text) {
        if (!condition) {
            throw new IllegalStateException(text);
        }
    }
}
