// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.analysis.paje;

import java.util.Locale;

/** What a line of a Paje trace says. */
enum PajeKind {
    DEFINE_CONTAINER_TYPE,
    DEFINE_STATE_TYPE,
    DEFINE_EVENT_TYPE,
    DEFINE_LINK_TYPE,
    DEFINE_VARIABLE_TYPE,
    DEFINE_ENTITY_VALUE,
    CREATE_CONTAINER,
    DESTROY_CONTAINER,
    SET_STATE,
    PUSH_STATE,
    POP_STATE,
    RESET_STATE,
    NEW_EVENT,
    SET_VARIABLE,
    ADD_VARIABLE,
    SUB_VARIABLE,
    START_LINK,
    END_LINK,
    /** Of a program of its own; skipped. */
    OTHER;

    /** The kind of a name as {@code PajePushState}. */
    static PajeKind of(String name) {
        String folded = name.toLowerCase(Locale.ROOT);
        for (PajeKind kind : values()) {
            if (folded.equals("paje" + kind.name().replace("_", "").toLowerCase(Locale.ROOT))) {
                return kind;
            }
        }
        return OTHER;
    }
}
