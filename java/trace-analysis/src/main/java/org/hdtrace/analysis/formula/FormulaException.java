// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.analysis.formula;

/** A formula that makes no sense; the message is fit for the user and names the place. */
public final class FormulaException extends Exception {
    private static final long serialVersionUID = 1L;

    private final int place;

    FormulaException(int place, String reason) {
        super("character " + (place + 1) + ": " + reason);
        this.place = place;
    }

    /** A formula that is well-formed but can't be worked out, for a reason that has no place in it. */
    public FormulaException(String reason) {
        super(reason);
        this.place = 0;
    }

    /** Index of the character at which it goes wrong; the length of the text for its end, 0 where no character is to blame. */
    public int place() {
        return place;
    }
}
