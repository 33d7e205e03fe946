// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.piosim.model.cluster;

import java.util.Objects;

/**
 * The place where one thread of one rank of an application runs.
 *
 * @param application alias of the application, as in {@link ApplicationReference}
 * @param rank rank in the application's communicator WORLD
 * @param thread number of the thread, 0 for the first
 * @param nic network interface; may be null when {@code thread > 0}: thread 0's serves all threads of the rank
 */
public record ClientProcess(Identity identity, String application, int rank, int thread, NetworkInterface nic)
        implements HostedComponent {
    public ClientProcess {
        Objects.requireNonNull(identity, "identity");
        Objects.requireNonNull(application, "application");
        Checks.notNegative("rank", rank);
        Checks.notNegative("thread", thread);
        if (nic == null && thread == 0) {
            throw new IllegalArgumentException("nic=null: thread 0 of rank " + rank + " needs a network interface");
        }
    }

    @Override
    public ClientProcess withIdentity(Identity newIdentity) {
        return new ClientProcess(newIdentity, application, rank, thread, nic);
    }
}
