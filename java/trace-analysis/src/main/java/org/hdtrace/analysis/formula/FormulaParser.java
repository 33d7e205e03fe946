// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.analysis.formula;

import java.util.Map;
import java.util.TreeMap;

/** Reads formulas by precedence. Not safe for use by several threads. */
final class FormulaParser {
    private static final int DEEPEST = 200;

    private final String text;
    /** Where each name stands first. */
    private final Map<String, Integer> names = new TreeMap<>();

    private int place;
    private int depth;

    FormulaParser(String text) {
        this.text = text;
    }

    Formula formula() throws FormulaException {
        skipBlanks();
        Operator join = place < text.length() ? Operator.of(text.charAt(place)) : null;
        if (join != null) {
            place++;
        }
        Formula.Expression expression = expression(1);
        if (place < text.length()) {
            throw error("expected an operator, found '" + text.charAt(place) + "'");
        }
        return new Formula(join, expression, names);
    }

    /** Operators of at least a rank. */
    private Formula.Expression expression(int rank) throws FormulaException {
        Formula.Expression left = operand();
        skipBlanks();
        while (place < text.length()) {
            Operator operator = Operator.of(text.charAt(place));
            if (operator == null || operator.rank() < rank) {
                break;
            }
            place++;
            Formula.Expression first = left;
            Formula.Expression second = expression(operator.rank() + 1);
            left = values -> operator.apply(first.value(values), second.value(values));
        }
        return left;
    }

    private Formula.Expression operand() throws FormulaException {
        skipBlanks();
        if (place == text.length()) {
            throw error("the formula ends where a name, a number or '(' is expected");
        }
        char first = text.charAt(place);
        if (first == '(') {
            return inParentheses();
        }
        if (first == '-') {
            place++;
            Formula.Expression positive = operand();
            return values -> -positive.value(values);
        }
        int begin = place;
        while (place < text.length() && isWord(text.charAt(place))) {
            place++;
        }
        String word = text.substring(begin, place);
        if (word.isEmpty()) {
            throw error("expected a name, a number or '(', found '" + first + "'");
        }
        return Character.isDigit(first) || first == '.' ? number(word, begin) : name(word, begin);
    }

    private Formula.Expression inParentheses() throws FormulaException {
        int begin = place++;
        if (++depth > DEEPEST) {
            throw error("more than " + DEEPEST + " parentheses inside of each other");
        }
        Formula.Expression inner = expression(1);
        depth--;
        if (place == text.length() || text.charAt(place) != ')') {
            throw error("the '(' of character " + (begin + 1) + " is not closed");
        }
        place++;
        return inner;
    }

    private Formula.Expression name(String word, int begin) {
        names.putIfAbsent(word, begin);
        return values -> values.applyAsDouble(word);
    }

    private Formula.Expression number(String word, int begin) throws FormulaException {
        if (!word.matches("[0-9]*\\.?[0-9]+([eE][0-9]+)?|[0-9]+\\.")) {
            place = begin;
            throw error("'" + word + "' is no number; names begin with a letter");
        }
        double number = Double.parseDouble(word);
        return values -> number;
    }

    /** Names of statistics hold device names, too, as READS:sda. */
    private static boolean isWord(char letter) {
        return Character.isLetterOrDigit(letter) || letter == '_' || letter == ':' || letter == '.';
    }

    private void skipBlanks() {
        while (place < text.length() && Character.isWhitespace(text.charAt(place))) {
            place++;
        }
    }

    private FormulaException error(String reason) {
        return new FormulaException(place, reason);
    }
}
