// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.analysis.waits;

/** Why somebody waits. */
public enum WaitKind {
    LATE_SENDER("late sender", "a receive or a wait for one began before the send"),
    LATE_RECEIVER("late receiver", "a send was held until the receive was posted"),
    BARRIER("barrier", "somebody came to the barrier before the last one"),
    ALL_TO_ALL("n to n", "somebody came to a call that needs data of all before the last one"),
    LATE_ROOT("late root", "somebody came to a broadcast or scatter before its root"),
    EARLY_ROOT("early root", "the root came to a reduction or gather before the last one"),
    PREFIX("early scan", "somebody came to a prefix reduction before one of a lower rank"),
    SERVER_QUEUE(
            "server queue", "an operation, of several at a time, waited until the next layer of its server began it");

    private final String title;
    private final String meaning;

    WaitKind(String title, String meaning) {
        this.title = title;
        this.meaning = meaning;
    }

    /** As programs and people read it. */
    public String title() {
        return title;
    }

    /** One clause about who waits. */
    public String meaning() {
        return meaning;
    }
}
