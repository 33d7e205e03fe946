// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.piosim.model.cluster;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/**
 * Several devices that act as one, of any kind, also further arrays. Level 0 deals stripe units to its devices in turn;
 * level 1 keeps a copy on each and spreads reads over them; level 5 keeps the parity of each stripe on another device in
 * turn, so that a write of a part of a stripe first reads what it replaces and the old parity.
 *
 * @param level 0, 1 or 5
 * @param stripeUnitBytes bytes that stay together on one device, at least 1; without meaning on level 1
 * @param devices at least two, for level 5 three
 */
public record Raid(Identity identity, int level, long stripeUnitBytes, List<IoSubsystem> devices)
        implements IoSubsystem {
    public Raid {
        Objects.requireNonNull(identity, "identity");
        if (level != 0 && level != 1 && level != 5) {
            throw new IllegalArgumentException("Level=" + level + ": must be 0, 1 or 5");
        }
        Checks.positive("StripeUnit", stripeUnitBytes);
        devices = List.copyOf(devices);
        int least = level == 5 ? 3 : 2;
        if (devices.size() < least) {
            throw new IllegalArgumentException("Level=" + level + ": needs at least " + least
                    + " <IOSubsystem> in the Raid, not " + devices.size());
        }
    }

    /** A prototype without identity. */
    public static Raid of(int level, long stripeUnitBytes, List<? extends IoSubsystem> devices) {
        return new Raid(Identity.NONE, level, stripeUnitBytes, List.copyOf(devices));
    }

    @Override
    public Raid withIdentity(Identity newIdentity) {
        return new Raid(newIdentity, level, stripeUnitBytes, devices);
    }

    /** The same with other devices. */
    public Raid withDevices(List<IoSubsystem> newDevices) {
        return new Raid(identity, level, stripeUnitBytes, newDevices);
    }

    /** As many as its devices together. */
    @Override
    public int maxConcurrentRequests() {
        return devices.stream().mapToInt(IoSubsystem::maxConcurrentRequests).sum();
    }

    /** The devices, each with its own parts directly after it. */
    @Override
    public List<IoSubsystem> parts() {
        List<IoSubsystem> all = new ArrayList<>();
        for (IoSubsystem device : devices) {
            all.add(device);
            all.addAll(device.parts());
        }
        return all;
    }
}
