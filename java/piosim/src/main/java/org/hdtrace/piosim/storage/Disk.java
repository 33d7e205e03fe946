// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.piosim.storage;

import org.hdtrace.piosim.model.cluster.IoSubsystem;
import org.hdtrace.piosim.model.cluster.RefinedDisk;
import org.hdtrace.piosim.model.cluster.SimpleDisk;
import org.hdtrace.piosim.model.cluster.SimpleFlash;
import org.hdtrace.piosim.network.NetworkPlan.UnsupportedModelException;

/** How long an access takes. One per server, since it may remember where the last access ended. */
interface Disk {
    /** Time in ns of an access; the caller starts it right now. */
    long serviceNanos(StoredFile file, long offset, long size);

    /** The disk that a model describes. */
    static Disk of(IoSubsystem model) {
        if (model instanceof RefinedDisk refined) {
            return new SeekingDisk(refined);
        } else if (model instanceof SimpleDisk simple) {
            return new ConstantAccessDisk(simple.avgAccessTimeNanos(), simple.maxThroughput());
        } else if (model instanceof SimpleFlash flash) {
            return new ConstantAccessDisk(flash.avgAccessTimeNanos(), flash.maxThroughput());
        }
        throw new UnsupportedModelException("I/O subsystem '" + model.name() + "': "
                + model.getClass().getSimpleName() + " isn't simulated by this version");
    }
}
