// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.analysis.paje;

import java.io.BufferedInputStream;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.nio.channels.Channels;
import java.nio.channels.SeekableByteChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.zip.GZIPInputStream;
import org.hdtrace.format.TimeText;
import org.hdtrace.format.TraceFormatException;

/**
 * The lines of a Paje trace, one after the other, each with its fields by the names that the head of the file gives them.
 *
 * <p>Thread: one thread at a time. Source: "Paje trace file format", version 1.2.5.
 */
final class PajeFile implements AutoCloseable {
    private static final int LONGEST_LINE = 1 << 20;
    private static final int NANO_DIGITS = 9;
    private static final long NANOS = 1_000_000_000L;
    private static final String BEGIN = "%EventDef";
    private static final String END = "%EndEventDef";

    private final Path path;
    private final SeekableByteChannel channel;
    private final BufferedReader reader;
    private final Map<String, Definition> definitions = new HashMap<>();
    private final List<String> words = new ArrayList<>();
    private final StringBuilder text = new StringBuilder();
    private Definition definition;
    private long line;

    /**
     * What the head of the file says of a kind of line.
     *
     * @param fields folded names, in the order in which a line has them, behind the number
     */
    private record Definition(String name, PajeKind kind, List<String> fields) {}

    PajeFile(Path path) throws TraceFormatException {
        this.path = path;
        if (Files.isDirectory(path)) {
            throw TraceFormatException.atByte(path, 0, "is a folder, no trace");
        }
        if (Files.exists(path) && !Files.isRegularFile(path)) {
            throw TraceFormatException.atByte(path, 0, "is no regular file; a trace is read twice");
        }
        try {
            channel = Files.newByteChannel(path);
            InputStream bytes = new BufferedInputStream(Channels.newInputStream(channel));
            InputStream plain = path.toString().endsWith(".gz") ? new GZIPInputStream(bytes) : bytes;
            reader = new BufferedReader(new InputStreamReader(plain, StandardCharsets.UTF_8));
        } catch (NoSuchFileException e) {
            throw TraceFormatException.atByte(path, 0, "can't be opened: no such file");
        } catch (IOException e) {
            throw TraceFormatException.atByte(path, 0, "can't be opened: " + e.getMessage());
        }
    }

    /** Goes to the next line that says something; false at the end. */
    boolean next() throws TraceFormatException {
        List<String> fields = null;
        String name = "";
        String number = "";
        while (readLine()) {
            split();
            if (words.isEmpty() || words.get(0).startsWith("#")) {
                continue;
            }
            String first = words.get(0);
            if (first.equals(BEGIN)) {
                if (words.size() != 3 || fields != null) {
                    throw error("a definition reads %EventDef NAME NUMBER and ends with %EndEventDef");
                }
                name = words.get(1);
                number = words.get(2);
                fields = new ArrayList<>();
            } else if (fields != null && first.equals(END)) {
                definitions.put(number, new Definition(name, PajeKind.of(name), fields));
                fields = null;
            } else if (fields != null && first.startsWith("%") && words.size() > 1) {
                fields.add(fold(words.get(first.equals("%") ? 1 : 0)));
            } else {
                if (fields != null) {
                    throw error("the definition of " + name + " has no " + END);
                }
                return isDefined(first);
            }
        }
        if (fields != null || definitions.isEmpty()) {
            throw error(fields == null ? "there is no " + BEGIN + ": it is no trace of Paje" : "ends in a definition");
        }
        return false;
    }

    private boolean isDefined(String number) throws TraceFormatException {
        definition = definitions.get(number);
        if (definition == null) {
            String what = definitions.isEmpty() ? "there is no " + BEGIN + " before it: it is no trace of Paje" : "";
            throw error(what.isEmpty() ? "an event of the number '" + number + "' is not defined" : what);
        }
        if (words.size() != definition.fields().size() + 1) {
            throw error(definition.name() + " has " + (words.size() - 1) + " fields instead of "
                    + definition.fields().size());
        }
        return true;
    }

    private boolean readLine() throws TraceFormatException {
        text.setLength(0);
        try {
            int c = reader.read();
            if (c < 0) {
                return false;
            }
            line++;
            for (; c >= 0 && c != '\n'; c = reader.read()) {
                text.append((char) c);
                if (text.length() > LONGEST_LINE) {
                    throw error("the line is longer than " + LONGEST_LINE + " characters");
                }
            }
            return true;
        } catch (IOException e) {
            throw error("can't be read: " + e.getMessage());
        }
    }

    /** Words between blanks; in quotes they may hold blanks, and may be empty. */
    private void split() throws TraceFormatException {
        words.clear();
        int at = 0;
        while (at < text.length()) {
            char c = text.charAt(at);
            if (c <= ' ') {
                at++;
                continue;
            }
            int from = c == '"' ? at + 1 : at;
            int to = from;
            while (to < text.length() && (c == '"' ? text.charAt(to) != '"' : text.charAt(to) > ' ')) {
                to++;
            }
            if (c == '"' && to == text.length()) {
                throw error("a text has no closing quote");
            }
            words.add(text.substring(from, to));
            at = c == '"' ? to + 1 : to;
        }
    }

    private static String fold(String field) {
        return (field.startsWith("%") ? field.substring(1) : field).toLowerCase(Locale.ROOT);
    }

    PajeKind kind() {
        return definition.kind();
    }

    /** As it is called at the head of the file. */
    String eventName() {
        return definition.name();
    }

    /** The first of some fields that the line has; null for none. */
    String find(String... names) {
        for (String name : names) {
            int index = definition.fields().indexOf(name);
            if (index >= 0) {
                return words.get(index + 1);
            }
        }
        return null;
    }

    /** The first of some fields that the line has. */
    String get(String... names) throws TraceFormatException {
        String found = find(names);
        if (found == null) {
            throw error(definition.name() + " has no field " + names[0]);
        }
        return found;
    }

    /** Number of fields behind the number of the line's kind. */
    int fieldCount() {
        return definition.fields().size();
    }

    String fieldName(int index) {
        return definition.fields().get(index);
    }

    String field(int index) {
        return words.get(index + 1);
    }

    /** The field of the time, ns. */
    long nanos() throws TraceFormatException {
        String time = get("time");
        try {
            long nanos =
                    time.indexOf('e') < 0 && time.indexOf('E') < 0 ? TimeText.parse(time) : nanos(new BigDecimal(time));
            if (Math.abs(nanos / NANOS) > Integer.MAX_VALUE) {
                throw error("the time '" + time + "' is beyond " + Integer.MAX_VALUE + " seconds");
            }
            return nanos;
        } catch (IllegalArgumentException | ArithmeticException e) {
            throw error("the time '" + time + "' is no number of seconds");
        }
    }

    /** A power of ten with millions of digits isn't written out. */
    private static long nanos(BigDecimal seconds) {
        long whole = (long) seconds.precision() - seconds.scale();
        if (whole > NANO_DIGITS + 1) {
            throw new ArithmeticException("too long");
        }
        if (whole < -NANO_DIGITS) {
            return 0;
        }
        BigDecimal nanos = seconds.movePointRight(NANO_DIGITS);
        return nanos.setScale(0, RoundingMode.HALF_EVEN).longValueExact();
    }

    double number(String text) throws TraceFormatException {
        try {
            return Double.parseDouble(text);
        } catch (NumberFormatException e) {
            throw error("'" + text + "' is no number");
        }
    }

    /** How much of the file was read, 0 to 1. */
    double share() throws TraceFormatException {
        try {
            return (double) channel.position() / Math.max(1, channel.size());
        } catch (IOException e) {
            throw error("can't be read: " + e.getMessage());
        }
    }

    /** Something that is wrong with the line. */
    TraceFormatException error(String reason) {
        return new TraceFormatException(path, "line " + line, reason);
    }

    @Override
    public void close() throws IOException {
        reader.close();
    }
}
