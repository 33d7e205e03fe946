// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.piosim.model.program;

import java.util.Objects;

/**
 * Memory that the ranks of a communicator open to each other. Immutable.
 *
 * @param id number within the application, from 0
 * @param communicator whose members it was made by
 */
public record Window(int id, Communicator communicator) {
    public Window {
        Amounts.notNegative("id", id);
        Objects.requireNonNull(communicator, "communicator");
    }

    @Override
    public String toString() {
        return "window " + id + " of " + communicator;
    }
}
