// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.sunshot.control;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.net.URLDecoder;
import java.net.URLEncoder;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * What a view consists of, as text: names, each with some values. It is written as lines of a session file, or as a link
 * of one line. Not safe for several threads.
 */
public final class StateText {
    /** Begins a link. */
    public static final String LINK = "sunshot:";

    private static final int VERSION = 1;
    private static final String HEAD = "sunshot-session ";

    private final Map<String, List<String>> values = new LinkedHashMap<>();

    /** Adds a value below a name, which consists of letters. */
    public StateText add(String name, Object value) {
        values.computeIfAbsent(name, key -> new ArrayList<>()).add(String.valueOf(value));
        return this;
    }

    /** All values of a name. */
    public List<String> all(String name) {
        return List.copyOf(values.getOrDefault(name, List.of()));
    }

    /** The only value of a name, or another one if there is none. */
    public String get(String name, String otherwise) {
        List<String> found = values.getOrDefault(name, List.of());
        return found.isEmpty() ? otherwise : found.get(0);
    }

    /** A whole number. */
    public long getLong(String name, long otherwise) {
        return number(name, get(name, String.valueOf(otherwise)));
    }

    /** True or false. */
    public boolean getBoolean(String name, boolean otherwise) {
        return truth(name, get(name, String.valueOf(otherwise)));
    }

    /** Reads true or false; the name is for the message. */
    static boolean truth(String name, String text) {
        if (!text.equals("true") && !text.equals("false")) {
            throw new IllegalArgumentException(name + ": expected true or false, not " + text);
        }
        return text.equals("true");
    }

    /** Reads one of a few words; the name is for the message. */
    public static <E extends Enum<E>> E choice(Class<E> kind, String name, String word) {
        for (E each : kind.getEnumConstants()) {
            if (each.name().equals(word)) {
                return each;
            }
        }
        throw new IllegalArgumentException(name + ": unknown " + word);
    }

    /** Reads a whole number; the name is for the message. */
    static long number(String name, String text) {
        try {
            return Long.parseLong(text);
        } catch (NumberFormatException e) {
            throw new IllegalArgumentException(name + ": expected a number, not " + text, e);
        }
    }

    /** Joins the parts of a value so that {@link #split} tells them apart. */
    static String join(Object... parts) {
        return String.join(
                " ",
                Arrays.stream(parts).map(part -> encode(String.valueOf(part))).toList());
    }

    static List<String> split(String name, String value, int least) {
        List<String> parts = Arrays.stream(value.split(" ", -1))
                .map(part -> decode(name, part))
                .toList();
        if (parts.size() < least) {
            throw new IllegalArgumentException(name + ": expected " + least + " parts in " + value);
        }
        return parts;
    }

    /** The lines of a session file; the first tells the version. */
    public List<String> lines() {
        List<String> lines = new ArrayList<>(List.of(HEAD + VERSION));
        values.forEach((name, all) -> all.forEach(value -> lines.add(name + "=" + encode(value))));
        return lines;
    }

    /**
     * Reads the lines of a session file.
     *
     * @throws IllegalArgumentException with the number of the line and the cause
     */
    public static StateText parse(List<String> lines) {
        if (lines.isEmpty() || !lines.get(0).startsWith(HEAD)) {
            throw new IllegalArgumentException("line 1: expected " + HEAD + VERSION);
        }
        long version = number("line 1", lines.get(0).substring(HEAD.length()).trim());
        if (version != VERSION) {
            throw new IllegalArgumentException("line 1: version " + version + " is not known, only " + VERSION);
        }
        StateText text = new StateText();
        for (int i = 1; i < lines.size(); i++) {
            if (!lines.get(i).isBlank()) {
                text.addPair("line " + (i + 1), lines.get(i));
            }
        }
        return text;
    }

    /** One line that {@link #ofLink} reads. */
    public String link() {
        List<String> pairs = new ArrayList<>();
        values.forEach((name, all) -> all.forEach(value -> pairs.add(name + "=" + encode(value))));
        return LINK + VERSION + "?" + String.join("&", pairs);
    }

    /**
     * Reads a link.
     *
     * @throws IllegalArgumentException if it is none
     */
    public static StateText ofLink(String link) {
        String begin = LINK + VERSION + "?";
        if (!link.startsWith(begin)) {
            throw new IllegalArgumentException("no link: expected " + begin + "...");
        }
        StateText text = new StateText();
        for (String pair : link.substring(begin.length()).trim().split("&", -1)) {
            text.addPair("link", pair);
        }
        return text;
    }

    private void addPair(String place, String pair) {
        int equals = pair.indexOf('=');
        if (equals <= 0) {
            throw new IllegalArgumentException(place + ": expected name=value, not " + pair);
        }
        add(pair.substring(0, equals), decode(place, pair.substring(equals + 1)));
    }

    private static String encode(String text) {
        return URLEncoder.encode(text, UTF_8);
    }

    private static String decode(String place, String text) {
        try {
            return URLDecoder.decode(text, UTF_8);
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException(place + ": damaged text " + text, e);
        }
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof StateText text && text.values.equals(values);
    }

    @Override
    public int hashCode() {
        return values.hashCode();
    }

    @Override
    public String toString() {
        return link();
    }
}
