// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.piosim.model.document;

import java.nio.file.Path;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/** Collects the faults of one model file, so that a user sees all of them at once. */
public final class Faults {
    private final Path file;
    /** A set, because one template or override may spoil many components in the same way. */
    private final Set<ModelFormatException.Fault> found = new LinkedHashSet<>();

    /** No faults yet. */
    public Faults(Path file) {
        this.file = file;
    }

    /** Add a fault of an element. */
    public void add(Element element, String text) {
        add(Stated.of(element), text);
    }

    /** Add a fault of a value of an element, which may have been stated elsewhere. */
    public void add(Element element, String value, String text) {
        add(Stated.of(element, value), text);
    }

    /** Add a fault of something that an element states. */
    public void add(Stated stated, String text) {
        add(stated.place(), "<" + stated.tag() + ">: " + text);
    }

    /** Add a fault of a place. */
    public void add(Place place, String text) {
        found.add(new ModelFormatException.Fault(place.line(), place.option(), text));
    }

    /** Add a fault of a line; 0 for none. */
    public void add(int line, String text) {
        add(Place.ofLine(line), text);
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
            throw new ModelFormatException(file, List.copyOf(found));
        }
    }
}
