// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.sunshot.paint;

import java.util.Objects;
import org.hdtrace.sunshot.arrow.ArrowTable;

/**
 * Arrows that are drawn over the rows of a run.
 *
 * @param run its number
 */
public record ArrowLayer(int run, Kind kind, ArrowTable table) {
    /** What the arrows are. */
    public enum Kind {
        MESSAGES("Messages"),
        RELATIONS("Relations"),
        /** What the pointer or a key chose, in the colour of the mark. */
        CHAIN("Chain"),
        /** Along which the run took its time. */
        CRITICAL_PATH("Critical path");

        private final String title;

        Kind(String title) {
            this.title = title;
        }

        /** For legends. */
        public String title() {
            return title;
        }

        /** Colour of the lines, 0xRRGGBB. */
        public int rgb(Theme theme) {
            return switch (this) {
                case MESSAGES -> theme.text();
                case RELATIONS -> theme.accent();
                case CHAIN, CRITICAL_PATH -> theme.mark();
            };
        }
    }

    public ArrowLayer {
        Objects.requireNonNull(kind, "kind");
        Objects.requireNonNull(table, "table");
    }
}
