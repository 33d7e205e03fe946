// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.piosim.model.cluster;

import java.util.List;

/** The storage below a server. */
public sealed interface IoSubsystem extends Component permits SimpleDisk, SimpleFlash, RefinedDisk, Raid, Nvme, Tmpfs {
    /** Bound on requests handed to the device at once; kept for the file format, the original never used it. */
    int maxConcurrentRequests();

    /** The subsystems that it consists of, with theirs. */
    default List<IoSubsystem> parts() {
        return List.of();
    }

    @Override
    IoSubsystem withIdentity(Identity identity);
}
