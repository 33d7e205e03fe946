// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.piosim.model.program;

import java.util.HashMap;
import java.util.Locale;
import java.util.Map;

/** Mappings by the name of the state. */
final class MappingTable {
    private final Map<String, Mapping> rows = new HashMap<>();

    /** What a function does, whichever of its forms is called. */
    @FunctionalInterface
    interface Operation {
        /**
         * The command, or null when there is nothing to do.
         *
         * @param request number that a later wait names, {@link Command#BLOCKING} for none
         */
        Command make(RecordedCall call, long request) throws NotExecutable;
    }

    private MappingTable() {}

    /** All that is mapped. */
    static MappingTable complete() {
        MappingTable table = new MappingTable();
        PointMapping.rows(table);
        ProbeMapping.rows(table);
        RequestMapping.rows(table);
        PartitionMapping.rows(table);
        CollectiveMapping.rows(table);
        CommunicatorMapping.rows(table);
        FileMapping.rows(table);
        WindowMapping.rows(table);
        return table;
    }

    /** The mapping of a state, or null. */
    Mapping find(String name) {
        return rows.get(name);
    }

    void row(String name, Mapping mapping) {
        if (rows.put(name, mapping) != null) {
            throw new IllegalStateException(name + " is mapped twice");
        }
    }

    /** A function that exists in one form only, which its rank waits for. */
    void blocking(String name, Operation operation) {
        row(name, call -> orNothing(call, operation.make(call, Command.BLOCKING)));
    }

    /** A function that only starts something. */
    void nonblocking(String name, Operation operation) {
        row(name, call -> {
            Command command = operation.make(call, call.request());
            return call.requests().start(orNothing(call, command == null ? null : call.asItWent(command)));
        });
    }

    /** A function with a nonblocking form {@code Iname}. */
    void twoForms(String name, Operation operation) {
        blocking(name, operation);
        nonblocking("I" + name.substring(0, 1).toLowerCase(Locale.ROOT) + name.substring(1), operation);
    }

    /** A function with a nonblocking form {@code Iname} and a persistent one {@code name_init}. */
    void threeForms(String name, Operation operation) {
        twoForms(name, operation);
        row(name + "_init", call -> {
            call.requests().keep(call.request(), call.checked(operation.make(call, call.request())));
            return null;
        });
    }

    private static Command orNothing(RecordedCall call, Command command) {
        return command == null ? call.nothing() : command;
    }
}
