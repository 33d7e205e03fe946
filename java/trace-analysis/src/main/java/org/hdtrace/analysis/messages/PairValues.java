// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.analysis.messages;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/** Figures of pairs, as a picture or a table shows them: one for each of two names, or none. Immutable; any thread. */
public interface PairValues {
    /** What goes between the two of a pair. */
    enum Subject {
        /** From rank to rank. */
        MESSAGES("messages"),
        /** From client to server. */
        REQUESTS("requests"),
        /** From rank to file. */
        ACCESSES("accesses");

        private final String title;

        Subject(String title) {
            this.title = title;
        }

        /** As people and options name it. */
        public String title() {
            return title;
        }

        /** The one of a title, if there is one. */
        public static Optional<Subject> titled(String title) {
            return Arrays.stream(values())
                    .filter(each -> each.title.equals(title))
                    .findFirst();
        }
    }

    /** What is told of a pair. */
    enum Metric {
        COUNT("count", "#"),
        BYTES("bytes", "B"),
        /** Bytes by the time that what carried them lasted. */
        BANDWIDTH("bandwidth", "B/s"),
        /** Mean time that one lasts. */
        LATENCY("latency", "s");

        private final String title;
        private final String unit;

        Metric(String title, String unit) {
            this.title = title;
            this.unit = unit;
        }

        /** As people and options name it. */
        public String title() {
            return title;
        }

        @Override
        public String toString() {
            return title;
        }

        /** "#", "B", "B/s" or "s". */
        public String unit() {
            return unit;
        }
    }

    Subject subject();

    /** From whom: ranks in their order, or nodes. */
    List<String> labels();

    /** To whom. */
    List<String> targets();

    /** Whether the labels are nodes. */
    boolean isByNode();

    /** Value of a pair by the places of its names, in the metric's unit; NaN where there is nothing. */
    double value(int from, int to, Metric metric);
}
