// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.piosim.network;

/**
 * Told what the components of a network do; a network that nobody observes spends nothing on it. The calls about one
 * component come in the order of their times, which may be before or after the time of the simulation; those about
 * different ones in any order. Times are in ns, components have the numbers of the {@link NetworkPlan}.
 */
public interface ServiceObserver {
    /** One more packet waits for a component. */
    void queued(int component, long time);

    /**
     * A component serves one of the packets that wait for it.
     *
     * @param end not before the start, and not after the start of its next service
     * @param bytes on the wire
     */
    void served(int component, long start, long end, long bytes);

    /** Tell two; the first may be null. */
    static ServiceObserver both(ServiceObserver first, ServiceObserver second) {
        if (first == null) {
            return second;
        }
        return new ServiceObserver() {
            @Override
            public void queued(int component, long time) {
                first.queued(component, time);
                second.queued(component, time);
            }

            @Override
            public void served(int component, long start, long end, long bytes) {
                first.served(component, start, end, bytes);
                second.served(component, start, end, bytes);
            }
        };
    }
}
