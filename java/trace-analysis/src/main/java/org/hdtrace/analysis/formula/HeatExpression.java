// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.analysis.formula;

import java.util.OptionalDouble;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;

/**
 * The value of a state in a heat map: an attribute's name, or an operator in front of two such expressions, as {@code * size count}
 * or {@code + size * count 8}: {@code +}, {@code *}, {@code ^} (the larger one), {@code ,} (the smaller one). Words are separated by
 * blanks. A state that lacks one of the attributes, or whose value is no number, has no value.
 *
 * <p>Immutable; any thread. Source: SUNSHOT S-49.
 */
public final class HeatExpression {
    private static final int DEEPEST = 200;
    private static final Set<Operator> ALLOWED =
            Set.of(Operator.ADD, Operator.MULTIPLY, Operator.MAXIMUM, Operator.MINIMUM);

    private final Formula.Expression expression;
    private final Set<String> names;

    private HeatExpression(Formula.Expression expression, Set<String> names) {
        this.expression = expression;
        this.names = Set.copyOf(names);
    }

    /** Reads an expression. */
    public static HeatExpression parse(String text) throws FormulaException {
        Reader reader = new Reader(text);
        Formula.Expression expression = reader.next(0);
        reader.expectEnd();
        return new HeatExpression(expression, reader.names);
    }

    /** The attributes that are used; a single one colours statistics of that name, too. */
    public Set<String> names() {
        return names;
    }

    /** The value of a state whose attributes are looked up; those it lacks are null. */
    public OptionalDouble value(Function<String, String> attributes) {
        for (String name : names) {
            if (!isNumber(attributes.apply(name))) {
                return OptionalDouble.empty();
            }
        }
        double value = expression.value(name -> Double.parseDouble(attributes.apply(name)));
        return Double.isFinite(value) ? OptionalDouble.of(value) : OptionalDouble.empty();
    }

    private static boolean isNumber(String text) {
        return text != null && text.matches("[+-]?([0-9]+\\.?[0-9]*|\\.[0-9]+)([eE][+-]?[0-9]+)?");
    }

    /** Reads words from left to right. */
    private static final class Reader {
        private final String text;
        private final Set<String> names = new TreeSet<>();
        private int place;

        Reader(String text) {
            this.text = text;
        }

        Formula.Expression next(int depth) throws FormulaException {
            skipBlanks();
            int begin = place;
            if (begin == text.length()) {
                throw new FormulaException(begin, "the expression ends where an attribute is expected");
            }
            if (depth > DEEPEST) {
                throw new FormulaException(begin, "more than " + DEEPEST + " operators inside of each other");
            }
            Operator operator = Operator.of(text.charAt(begin));
            if (operator != null) {
                if (!ALLOWED.contains(operator)) {
                    throw new FormulaException(begin, "expected + * ^ or , instead of '" + text.charAt(begin) + "'");
                }
                place++;
                Formula.Expression left = next(depth + 1);
                Formula.Expression right = next(depth + 1);
                return values -> operator.apply(left.value(values), right.value(values));
            }
            while (place < text.length() && !Character.isWhitespace(text.charAt(place))) {
                place++;
            }
            String word = text.substring(begin, place);
            if (isNumber(word)) {
                double number = Double.parseDouble(word);
                return values -> number;
            }
            names.add(word);
            return values -> values.applyAsDouble(word);
        }

        void expectEnd() throws FormulaException {
            skipBlanks();
            if (place < text.length()) {
                throw new FormulaException(place, "expected the end; an operator stands in front of its two values");
            }
        }

        private void skipBlanks() {
            while (place < text.length() && Character.isWhitespace(text.charAt(place))) {
                place++;
            }
        }
    }
}
