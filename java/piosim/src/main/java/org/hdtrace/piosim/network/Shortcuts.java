// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.piosim.network;

/** Which events a network saves; each value includes those before it. Source: MODEL A8. */
enum Shortcuts {
    /** None: every service has an event for its end. */
    NONE,
    /** Ends of services that nothing waits for; what comes later sees that they are over. */
    UNAWAITED_ENDS,
    /**
     * A packet goes on to an edge, or unnoticed to its message, before the service in front of it ends; an edge that will be
     * free begins with it. What receives packets begins with them when somebody looks at it, see {@link LateArrivals}.
     */
    LOOK_AHEAD
}
