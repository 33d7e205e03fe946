// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.piosim.model.file;

import java.util.Objects;

/**
 * A file that an application uses.
 *
 * @param id number within the application, from 0
 * @param initialSize bytes before the program starts
 * @param distribution how it is spread over the servers of the model
 */
public record ApplicationFile(int id, String name, long initialSize, Distribution distribution) {
    public ApplicationFile {
        Objects.requireNonNull(name, "name");
        Objects.requireNonNull(distribution, "distribution");
        if (id < 0 || initialSize < 0) {
            throw new IllegalArgumentException("id=" + id + " initialSize=" + initialSize + ": must be >= 0");
        }
    }
}
