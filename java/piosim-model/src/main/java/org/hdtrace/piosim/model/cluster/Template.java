// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.piosim.model.cluster;

import java.util.Objects;
import org.hdtrace.piosim.model.document.Element;

/**
 * A named prototype from {@code <Templates>}. Components that name it take over every value they don't state.
 *
 * @param content the element as written; it may be incomplete, since the component supplies the rest
 */
public record Template(String name, Element content) {
    public Template {
        Objects.requireNonNull(name, "name");
        Objects.requireNonNull(content, "content");
    }
}
