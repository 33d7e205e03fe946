// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.sunshot.model;

import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;
import org.hdtrace.format.trace.TraceCursor;

/**
 * The filter language (SUNSHOT S-48): {@code attribute > n}, {@code <}, {@code =} (number or text), {@code .duration >
 * seconds}, {@code .category = regular expression}, joined by {@code &} and {@code |} from left to right without
 * precedence, with parentheses. A state without the attribute does not pass.
 */
public final class StateFilter {
    private static final StateFilter NONE = new StateFilter(facts -> true, Set.of());

    private final Predicate<Facts> predicate;
    private final Set<String> attributes;

    private StateFilter(Predicate<Facts> predicate, Set<String> attributes) {
        this.predicate = predicate;
        this.attributes = Set.copyOf(attributes);
    }

    /** What a filter asks about a state. */
    public interface Facts {
        String name();

        long durationNanos();

        /** The attribute's text, or null. */
        String attribute(String name);
    }

    /** What filters ask about the entry that a cursor stands at; it moves with the cursor. */
    public static Facts factsOf(TraceCursor cursor) {
        return new CursorFacts(cursor);
    }

    private record CursorFacts(TraceCursor cursor) implements Facts {
        @Override
        public String name() {
            return cursor.name();
        }

        @Override
        public long durationNanos() {
            return cursor.isEvent() ? 0 : cursor.endNanos() - cursor.startNanos();
        }

        @Override
        public String attribute(String name) {
            return cursor.attribute(name);
        }
    }

    /** The filter that everything passes. */
    public static StateFilter none() {
        return NONE;
    }

    /** Whether it is the one that everything passes. */
    public boolean isNone() {
        return this == NONE;
    }

    /**
     * Parses a filter; an empty text is {@link #none()}.
     *
     * @throws IllegalArgumentException with the place and the cause
     */
    public static StateFilter parse(String text) {
        if (text.isBlank()) {
            return none();
        }
        Parser parser = new Parser(text);
        Predicate<Facts> predicate = parser.expression();
        parser.expectEnd();
        return new StateFilter(predicate, parser.attributes);
    }

    /** Whether it asks for more than name and duration. */
    public boolean usesAttributes() {
        return !attributes.isEmpty();
    }

    /** Names of the attributes it asks for. */
    public Set<String> attributes() {
        return attributes;
    }

    public boolean passes(Facts facts) {
        return predicate.test(facts);
    }

    /** Whether a state without attributes passes, as is enough unless it {@link #usesAttributes}. */
    public boolean passes(String name, long durationNanos) {
        return predicate.test(new PlainFacts(name, durationNanos));
    }

    private record PlainFacts(String name, long durationNanos) implements Facts {
        @Override
        public String attribute(String attribute) {
            return null;
        }
    }

    private static final class Parser {
        private final String text;
        private final Set<String> attributes = new HashSet<>();
        private int at;

        Parser(String text) {
            this.text = text;
        }

        Predicate<Facts> expression() {
            Predicate<Facts> left = term();
            while (peek() == '&' || peek() == '|') {
                boolean and = text.charAt(at++) == '&';
                Predicate<Facts> right = term();
                left = and ? left.and(right) : left.or(right);
            }
            return left;
        }

        void expectEnd() {
            if (peek() != 0) {
                throw error("expected & or |");
            }
        }

        private Predicate<Facts> term() {
            if (peek() == '(') {
                at++;
                Predicate<Facts> inner = expression();
                if (peek() != ')') {
                    throw error("expected )");
                }
                at++;
                return inner;
            }
            String attribute = word("an attribute");
            char operator = peek();
            if (operator != '<' && operator != '>' && operator != '=') {
                throw error("expected <, > or =");
            }
            at++;
            int valueAt = at;
            String value = word("a value");
            return comparison(attribute, operator, value, valueAt);
        }

        private Predicate<Facts> comparison(String attribute, char operator, String value, int valueAt) {
            if (attribute.equals(".category")) {
                if (operator != '=') {
                    throw error("expected = after .category");
                }
                Pattern pattern = pattern(value, valueAt);
                // There are millions of states of a few names.
                Map<String, Boolean> known = new ConcurrentHashMap<>();
                return facts -> known.computeIfAbsent(
                        facts.name(), name -> pattern.matcher(name).matches());
            }
            if (attribute.equals(".duration")) {
                double seconds = number(value);
                if (Double.isNaN(seconds)) {
                    at = valueAt;
                    throw error("expected seconds");
                }
                return facts -> compares(facts.durationNanos() / 1e9, operator, seconds);
            }
            attributes.add(attribute);
            double number = number(value);
            if (operator != '=' && Double.isNaN(number)) {
                at = valueAt;
                throw error("expected a number");
            }
            return facts -> {
                String found = facts.attribute(attribute);
                return found != null
                        && ((operator == '=' && found.equals(value)) || compares(number(found), operator, number));
            };
        }

        private Pattern pattern(String value, int valueAt) {
            try {
                return Pattern.compile(value);
            } catch (PatternSyntaxException e) {
                at = valueAt;
                throw error("not a regular expression (" + e.getDescription() + ")");
            }
        }

        private static boolean compares(double left, char operator, double right) {
            return switch (operator) {
                case '<' -> left < right;
                case '>' -> left > right;
                default -> left == right;
            };
        }

        private static double number(String text) {
            try {
                return Double.parseDouble(text);
            } catch (NumberFormatException e) {
                return Double.NaN;
            }
        }

        /** A quoted text, or everything up to the next operator, parenthesis or blank. */
        private String word(String what) {
            char first = peek();
            if (first == '\'' || first == '"') {
                int end = text.indexOf(first, at + 1);
                if (end < 0) {
                    throw error("missing closing " + first);
                }
                String word = text.substring(at + 1, end);
                at = end + 1;
                return word;
            }
            int begin = at;
            while (at < text.length() && "<>=&|() \t".indexOf(text.charAt(at)) < 0) {
                at++;
            }
            if (begin == at) {
                throw error("expected " + what);
            }
            return text.substring(begin, at);
        }

        private char peek() {
            while (at < text.length() && Character.isWhitespace(text.charAt(at))) {
                at++;
            }
            return at < text.length() ? text.charAt(at) : 0;
        }

        private IllegalArgumentException error(String cause) {
            return new IllegalArgumentException("filter: column " + (at + 1) + ": " + cause);
        }
    }
}
