// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.piosim.model.cluster;

import java.util.Objects;

/**
 * An application that the model names.
 *
 * @param alias name used by {@link ClientProcess#application()}
 * @param file project file of its trace as written in the model, relative to the model file; empty when it is given
 *     otherwise (on the command line or as a program built in code)
 */
public record ApplicationReference(String alias, String file) {
    public ApplicationReference {
        Objects.requireNonNull(alias, "alias");
        Objects.requireNonNull(file, "file");
        if (alias.isEmpty()) {
            throw new IllegalArgumentException("alias='': must not be empty");
        }
    }
}
