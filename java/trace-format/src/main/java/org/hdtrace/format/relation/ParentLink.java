// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.format.relation;

import java.util.Objects;

/**
 * A token's link to its parent, as written.
 *
 * @param kind how much of the parent's global name the text gives
 */
public record ParentLink(Kind kind, String text) {
    public ParentLink {
        Objects.requireNonNull(kind, "kind");
        Objects.requireNonNull(text, "text");
    }

    /** The attribute that carries the link. */
    public enum Kind {
        /** {@code p="topologyNumber:id"}, same process. */
        PROCESS('p'),
        /** {@code l="pid:topologyNumber:id"}, same host. */
        HOST('l'),
        /** {@code r="host:pid:topologyNumber:id"}, any host. */
        REMOTE('r'),
        /** {@code i="id"}, same file. */
        FILE('i');

        private final char letter;

        Kind(char letter) {
            this.letter = letter;
        }

        public char letter() {
            return letter;
        }
    }

    /** "host:pid:topologyNumber:id" of the parent, completed from the file that holds the link. */
    public String globalToken(RelationHeader header) {
        return switch (kind) {
            case REMOTE -> text;
            case HOST -> header.hostId() + ":" + text;
            case PROCESS -> header.hostId() + ":" + header.localToken() + ":" + text;
            case FILE -> header.hostId() + ":" + header.localToken() + ":" + header.topologyNumber() + ":" + text;
        };
    }
}
