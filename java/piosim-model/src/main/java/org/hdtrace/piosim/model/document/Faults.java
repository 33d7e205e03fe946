// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.piosim.model.document;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Collects the faults of one model file, so that a user sees all of them at once. */
public final class Faults {
    private final Path file;
    private final List<ModelFormatException.Fault> found = new ArrayList<>();

    /** No faults yet. */
    public Faults(Path file) {
        this.file = file;
    }

    /** Add a fault of an element. */
    public void add(Element element, String text) {
        found.add(new ModelFormatException.Fault(element.line(), "<" + element.tag() + ">: " + text));
    }

    /** Add a fault of a line; 0 for none. */
    public void add(int line, String text) {
        found.add(new ModelFormatException.Fault(line, text));
    }

    public boolean isEmpty() {
        return found.isEmpty();
    }

    /**
     * Go on only when all is well.
     *
     * @throws ModelFormatException with all faults when there are any
     */
    public void throwIfAny() throws ModelFormatException {
        if (!found.isEmpty()) {
            throw new ModelFormatException(file, found);
        }
    }
}
