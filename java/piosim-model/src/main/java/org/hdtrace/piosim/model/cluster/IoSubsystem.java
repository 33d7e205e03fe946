// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.piosim.model.cluster;

/** The storage below a server. */
public sealed interface IoSubsystem extends Component permits SimpleDisk, SimpleFlash, RefinedDisk {
    /** Bound on requests handed to the device at once; kept for the file format, the original never used it. */
    int maxConcurrentRequests();

    @Override
    IoSubsystem withIdentity(Identity identity);
}
