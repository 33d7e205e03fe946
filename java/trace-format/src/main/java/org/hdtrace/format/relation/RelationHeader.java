// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.format.relation;

import java.util.Objects;
import org.hdtrace.format.trace.Attributes;

/**
 * The {@code relation} element.
 *
 * @param attributes as written
 * @param timeAdjustmentNanos added to every time of the file, ns since the epoch; 0 when absent
 */
public record RelationHeader(Attributes attributes, long timeAdjustmentNanos) {
    public RelationHeader {
        Objects.requireNonNull(attributes, "attributes");
    }

    public String hostId() {
        return attributes.get("hostID", "");
    }

    /** The process id, as text. */
    public String localToken() {
        return attributes.get("localToken", "");
    }

    public String topologyNumber() {
        return attributes.get("topologyNumber", "");
    }

    /** "host:pid:topologyNumber:id" of a token of this file. */
    public String globalToken(long token) {
        return hostId() + ":" + localToken() + ":" + topologyNumber() + ":" + Long.toUnsignedString(token);
    }
}
