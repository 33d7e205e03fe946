// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.piosim.model.document;

import java.util.Locale;
import java.util.Optional;

/** Where elements of a model file keep their names. */
public final class Names {
    private Names() {}

    /** The name of a component: in its IDENTIFIER, or as an attribute. */
    public static Optional<String> nameOf(Element component) {
        Optional<String> identified = identifier(component).flatMap(element -> element.attribute("name"));
        return identified.isPresent() ? identified : component.attribute("name");
    }

    /** The name under which a component is known that states a name or an id. */
    public static Optional<String> knownNameOf(Element component) {
        return nameOf(component).filter(name -> !name.isBlank()).or(() -> idOf(component)
                .map(id -> nameMadeOf(component, id.strip())));
    }

    /** The name of a component that states none. */
    public static String nameMadeOf(Element component, String id) {
        return component.tag().toLowerCase(Locale.ROOT) + id;
    }

    /** The id of a component: in its IDENTIFIER, or as an attribute. */
    public static Optional<String> idOf(Element component) {
        Optional<String> identified = identifier(component).flatMap(element -> element.attribute("id"));
        return identified.isPresent() ? identified : component.attribute("id");
    }

    /** The last part of the implementation's name. */
    public static Optional<String> implementationOf(Element component) {
        return component.attribute("implementation").map(Names::afterLastDot);
    }

    /** The part of a qualified name after its last dot. */
    public static String afterLastDot(String qualified) {
        String name = qualified.strip();
        return name.substring(name.lastIndexOf('.') + 1);
    }

    private static Optional<Element> identifier(Element component) {
        return component.child("IDENTIFIER").flatMap(identifier -> identifier.child("ComponentIdentifier"));
    }
}
