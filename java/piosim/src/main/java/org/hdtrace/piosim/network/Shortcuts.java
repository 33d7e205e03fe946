// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.piosim.network;

/** Which events a network saves; each value includes those before it. Source: MODEL A8. */
enum Shortcuts {
    /** None: every service has an event for its end. */
    NONE,
    /** Ends of services that nothing waits for; what comes later sees that they are over. */
    UNAWAITED_ENDS,
    /** A packet is let into the queue of an edge before the service in front of it ends. */
    LOOK_AHEAD
}
