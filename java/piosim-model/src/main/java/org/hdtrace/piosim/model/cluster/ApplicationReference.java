// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.piosim.model.cluster;

import java.util.Objects;

/**
 * An application that the model names.
 *
 * @param alias name used by {@link ClientProcess#application()}
 * @param file project file of its trace as written in the model, relative to the model file; empty when it is given
 *     otherwise (on the command line or as a program built in code)
 * @param place where a model file states it: for messages, and no part of equality; empty when nothing is known
 */
public record ApplicationReference(String alias, String file, String place) {
    public ApplicationReference {
        Objects.requireNonNull(alias, "alias");
        Objects.requireNonNull(file, "file");
        Objects.requireNonNull(place, "place");
        if (alias.isEmpty()) {
            throw new IllegalArgumentException("alias='': must not be empty");
        }
    }

    /** One that doesn't come from a model file. */
    public ApplicationReference(String alias, String file) {
        this(alias, file, "");
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof ApplicationReference same && alias.equals(same.alias) && file.equals(same.file);
    }

    @Override
    public int hashCode() {
        return Objects.hash(alias, file);
    }
}
