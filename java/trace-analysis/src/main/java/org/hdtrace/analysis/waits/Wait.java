// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.analysis.waits;

import java.util.Objects;
import org.hdtrace.analysis.messages.Message;

/**
 * A call that waited for somebody.
 *
 * @param call that waited
 * @param causeTrace number of the trace of whom it waited for
 * @param releaseNanos when that one came, inside of the call, ns since the epoch
 */
public record Wait(WaitKind kind, Message.Call call, int causeTrace, long releaseNanos) {
    public Wait {
        Objects.requireNonNull(kind, "kind");
        if (releaseNanos <= call.startNanos() || releaseNanos > call.endNanos()) {
            throw new IllegalArgumentException("releaseNanos=" + releaseNanos + " lies outside of " + call);
        }
    }

    /** How long it waited, ns. */
    public long nanos() {
        return releaseNanos - call.startNanos();
    }
}
