// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.analysis.messages;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** What a function of MPI does to messages, by the name of its state (FORMATS A8, B 3.3, B 5.1). */
public enum MessageCall {
    SEND("Send", "Bsend", "Ssend", "Rsend", "Isend", "Ibsend", "Issend", "Irsend", "ISend"),
    RECEIVE("Recv", "Irecv", "Mrecv", "Imrecv"),
    /** Both directions at once. */
    EXCHANGE("Sendrecv", "Sendrecv_replace", "Isendrecv", "Isendrecv_replace"),
    /** A persistent message is described; it begins with each start of its request. */
    SEND_INIT("Send_init", "Bsend_init", "Ssend_init", "Rsend_init", "Psend_init"),
    RECEIVE_INIT("Recv_init", "Precv_init"),
    START("Start", "Startall"),
    /** Ends the requests that its children name. */
    WAIT("Wait", "Waitall"),
    /** Ends some of the requests that its children name; older traces don't tell which. */
    TEST("Waitany", "Waitsome", "Test", "Testall", "Testany", "Testsome"),
    NONE;

    private static final Map<String, MessageCall> BY_NAME = byName();

    @SuppressWarnings("ImmutableEnumChecker") // made by List.of
    private final List<String> names;

    MessageCall(String... names) {
        this.names = List.of(names);
    }

    private static Map<String, MessageCall> byName() {
        Map<String, MessageCall> all = new TreeMap<>();
        for (MessageCall call : values()) {
            call.names.forEach(name -> all.put(name, call));
        }
        return Map.copyOf(all);
    }

    /** What a state of that name does. */
    public static MessageCall of(String name) {
        return BY_NAME.getOrDefault(name, NONE);
    }

    /** Whether it is, or describes, the sending of a message. */
    boolean sends() {
        return this == SEND || this == SEND_INIT || this == EXCHANGE;
    }

    /** Whether it is, or describes, the receiving of a message. */
    boolean receives() {
        return this == RECEIVE || this == RECEIVE_INIT || this == EXCHANGE;
    }

    /** Names of all states that do something to messages. */
    public static List<String> allNames() {
        return new ArrayList<>(BY_NAME.keySet());
    }
}
