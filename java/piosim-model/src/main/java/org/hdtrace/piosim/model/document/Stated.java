// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.piosim.model.document;

/**
 * What a fault of something that was read is told with.
 *
 * @param place where it was stated
 * @param tag of the element that states it
 */
public record Stated(Place place, String tag) {
    /** An element as a whole. */
    public static Stated of(Element element) {
        return new Stated(element.place(), element.tag());
    }

    /** A value of an element, which may stand elsewhere. */
    public static Stated of(Element element, String value) {
        return new Stated(element.placeOf(value), element.tag());
    }
}
