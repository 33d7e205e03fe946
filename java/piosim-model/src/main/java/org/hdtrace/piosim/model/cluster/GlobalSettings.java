// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.piosim.model.cluster;

import java.util.Collections;
import java.util.EnumMap;
import java.util.Map;

/**
 * Settings that hold for all components.
 *
 * @param transferGranularity largest payload of a network packet in bytes
 * @param ioGranularity largest disk job in bytes
 * @param maxEagerSendSize largest message in bytes that is sent without a handshake; 0 makes all larger ones wait
 * @param methods implementation by command, only those that differ from {@link CommandType#defaultMethod()} or are
 *     stated; ask {@link #method(CommandType)}
 */
public record GlobalSettings(
        long transferGranularity, long ioGranularity, long maxEagerSendSize, Map<CommandType, MethodChoice> methods) {
    /** 100 KiB packets, 10 MiB disk jobs, 100 KiB eager messages, all methods as listed first. */
    public static final GlobalSettings DEFAULT = new GlobalSettings(100L << 10, 10L << 20, 100L << 10, Map.of());

    public GlobalSettings {
        Checks.positive("TransferGranularity", transferGranularity);
        Checks.positive("IOGranularity", ioGranularity);
        Checks.notNegative("MaxEagerSendSize", maxEagerSendSize);
        EnumMap<CommandType, MethodChoice> copy = new EnumMap<>(CommandType.class);
        methods.forEach((command, method) -> copy.put(command, method.resolved(command)));
        methods = Collections.unmodifiableMap(copy);
    }

    /** The name of the implementation that simulates a command, spelled as in {@link CommandType#methods()}. */
    public String method(CommandType command) {
        return choice(command).method();
    }

    /** The implementation that simulates a command and what the model says to it. */
    public MethodChoice choice(CommandType command) {
        MethodChoice chosen = methods.get(command);
        return chosen == null ? MethodChoice.of(command.defaultMethod()) : chosen;
    }
}
