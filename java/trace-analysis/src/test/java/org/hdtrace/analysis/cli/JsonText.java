// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.analysis.cli;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Looks whether a text is one JSON value. Source: RFC 8259. */
final class JsonText {
    private static final Pattern SCALAR =
            Pattern.compile("\"(?:[^\"\\\\\\x00-\\x1f]|\\\\(?:[\"\\\\/bfnrt]|u[0-9a-fA-F]{4}))*+\""
                    + "|-?(?:0|[1-9][0-9]*+)(?:\\.[0-9]++)?(?:[eE][+-]?[0-9]++)?|true|false|null");

    private final String text;
    private int at;

    private JsonText(String text) {
        this.text = text;
    }

    /** What is wrong with it, and where; "" when nothing. */
    static String fault(String text) {
        JsonText json = new JsonText(text);
        boolean good = json.value() && json.blanks() == text.length();
        return good ? "" : "not JSON at " + json.at + ": " + text.substring(Math.min(json.at, text.length()));
    }

    private boolean value() {
        blanks();
        if (is('[')) {
            return list(']', this::value);
        }
        return is('{') ? list('}', this::member) : scalar("");
    }

    private boolean member() {
        blanks();
        if (!scalar("\"")) {
            return false;
        }
        blanks();
        return is(':') && value();
    }

    /** A value or member. */
    @FunctionalInterface
    private interface Part {
        boolean read();
    }

    private boolean list(char end, Part part) {
        blanks();
        if (is(end)) {
            return true;
        }
        do {
            if (!part.read()) {
                return false;
            }
            blanks();
        } while (is(','));
        return is(end);
    }

    private boolean scalar(String begin) {
        Matcher matcher = SCALAR.matcher(text).region(at, text.length());
        if (!text.startsWith(begin, at) || !matcher.lookingAt()) {
            return false;
        }
        at = matcher.end();
        return true;
    }

    private boolean is(char c) {
        boolean there = at < text.length() && text.charAt(at) == c;
        at += there ? 1 : 0;
        return there;
    }

    private int blanks() {
        while (at < text.length() && " \t\r\n".indexOf(text.charAt(at)) >= 0) {
            at++;
        }
        return at;
    }
}
