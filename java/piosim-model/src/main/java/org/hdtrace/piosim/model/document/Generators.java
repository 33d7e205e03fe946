// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.piosim.model.document;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * Replaces the generators of a ComponentList by what they stand for. One class per generator, named in {@link #find}.
 */
public final class Generators {
    private static final Pattern ID = Pattern.compile("[0-9]{1,9}");

    private Generators() {}

    /** Whether an element is a generator. */
    public static boolean isGenerator(Element element) {
        return element.is("Star");
    }

    /** The project without generators. */
    public static Element expand(Element project, Map<String, Element> templates, Faults faults) {
        Element result = project;
        Optional<Element> generator = find(result);
        while (generator.isPresent()) {
            result = new StarGenerator(generator.get(), templates, largestId(result) + 1, faults).expand(result);
            if (!faults.isEmpty()) {
                break;
            }
            generator = find(result);
        }
        return result;
    }

    private static Optional<Element> find(Element project) {
        return project.children("ComponentList").stream()
                .flatMap(block -> block.children().stream())
                .filter(Generators::isGenerator)
                .findFirst();
    }

    /** The largest id that a component of the document has, or -1. */
    private static int largestId(Element element) {
        int largest = element.is("Templates") ? -1 : ownId(element);
        List<Element> inside = element.is("Templates") ? List.of() : element.children();
        for (Element child : inside) {
            largest = Math.max(largest, largestId(child));
        }
        return largest;
    }

    private static int ownId(Element element) {
        String id = element.attribute("id").orElse("");
        return ID.matcher(id).matches() ? Integer.parseInt(id) : -1;
    }
}
