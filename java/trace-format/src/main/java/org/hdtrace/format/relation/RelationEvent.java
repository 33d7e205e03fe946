// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.format.relation;

import java.util.List;
import java.util.Objects;
import org.hdtrace.format.trace.Attributes;
import org.hdtrace.format.trace.DataElement;

/** What happens to a token. Token numbers are unsigned 64 bit; times are ns since the epoch. */
public sealed interface RelationEvent
        permits RelationEvent.Token, RelationEvent.Begin, RelationEvent.Finish, RelationEvent.Destroy {
    long token();

    long timeNanos();

    /** A token is created; no parent means top level. */
    record Token(long token, long timeNanos, List<ParentLink> parents) implements RelationEvent {
        public Token {
            parents = List.copyOf(parents);
        }
    }

    /** A state begins on a token. */
    record Begin(long token, long timeNanos, String name, Attributes attributes, List<DataElement> data)
            implements RelationEvent {
        public Begin {
            Objects.requireNonNull(name, "name");
            Objects.requireNonNull(attributes, "attributes");
            data = List.copyOf(data);
        }
    }

    /** The innermost open state of a token ends; its attributes override those of the beginning. */
    record Finish(long token, long timeNanos, Attributes attributes, List<DataElement> data) implements RelationEvent {
        public Finish {
            Objects.requireNonNull(attributes, "attributes");
            data = List.copyOf(data);
        }
    }

    /** A token is destroyed. */
    record Destroy(long token, long timeNanos) implements RelationEvent {}
}
