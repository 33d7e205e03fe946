// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.piosim.model.program;

import java.util.List;
import java.util.Locale;
import org.hdtrace.format.trace.Attributes;
import org.hdtrace.format.trace.DataElement;
import org.hdtrace.piosim.model.cluster.CommandType;

/** The states by which a trace tells commands of one-sided communication, as {@link WindowMapping} reads them. */
final class WindowStates {
    /** {@code MPI_MODE_NOCHECK}. */
    private static final long NO_CHECK = 1024;

    private WindowStates() {}

    /** The state of a command. */
    static Origin of(OneSided command) {
        if (command instanceof OneSided.Transfer transfer) {
            return transfer(
                    transfer.type(), transfer.window(), transfer.target(), transfer.bytes(), transfer.request());
        }
        if (command instanceof OneSided.Group group) {
            return group(group.type(), group.window(), group.ranks(), group.checked());
        }
        if (command instanceof OneSided.Passive passive) {
            return passive(passive.type(), passive.window(), passive.target(), passive.lock());
        }
        return together(command.type(), command.window());
    }

    static Origin together(CommandType type, Window window) {
        Attributes attributes = Attributes.none();
        if (type == CommandType.WIN_CREATE) {
            attributes = attributes.with(
                    "cid", Integer.toString(window.communicator().id()));
        }
        return new Origin(function(type), with(attributes, window));
    }

    static Origin transfer(CommandType type, Window window, int target, long bytes, long request) {
        String name = function(type);
        Attributes attributes = with(Attributes.none(), window)
                .with("size", Long.toString(bytes))
                .with("targetRank", Integer.toString(target));
        if (request == Command.BLOCKING) {
            return new Origin(name, attributes);
        }
        String later = "R" + name.substring(0, 1).toLowerCase(Locale.ROOT) + name.substring(1);
        return new Origin(later, attributes.with("rid", Long.toString(request)));
    }

    static Origin group(CommandType type, Window window, List<Integer> ranks, boolean checked) {
        Attributes attributes = with(Attributes.none(), window);
        if (type == CommandType.WIN_COMPLETE || type == CommandType.WIN_WAIT) {
            return new Origin(function(type), attributes);
        }
        String element = type == CommandType.WIN_POST ? "Origin" : "Target";
        return new Origin(
                function(type),
                attributes
                        .with("assert", Long.toString(checked ? 0 : NO_CHECK))
                        .with("processes", Integer.toString(ranks.size())),
                ranks.stream()
                        .map(rank -> new DataElement(element, Attributes.of("rank", Integer.toString(rank))))
                        .toList());
    }

    static Origin passive(CommandType type, Window window, int target, OneSided.Lock lock) {
        boolean all = target == OneSided.EVERYBODY;
        Attributes attributes = with(Attributes.none(), window);
        if (!all) {
            attributes = attributes.with("targetRank", Integer.toString(target));
        }
        if (lock != OneSided.Lock.NONE) {
            if (!all) {
                boolean exclusive = lock == OneSided.Lock.EXCLUSIVE;
                attributes = attributes.with("lockType", exclusive ? "EXCLUSIVE" : "SHARED");
            }
            attributes = attributes.with("assert", Long.toString(lock == OneSided.Lock.UNCHECKED ? NO_CHECK : 0));
        }
        return new Origin(function(type) + (all ? "_all" : ""), attributes);
    }

    private static Attributes with(Attributes attributes, Window window) {
        return attributes.with("win", Integer.toString(window.id()));
    }

    /** States are named as functions of MPI are: WinFlushLocal is Win_flush_local. */
    private static String function(CommandType type) {
        String words = type.commandName().replaceAll("(?<=.)(?=[A-Z])", "_");
        return words.substring(0, 1) + words.substring(1).toLowerCase(Locale.ROOT);
    }
}
