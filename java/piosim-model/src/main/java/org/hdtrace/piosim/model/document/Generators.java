// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.piosim.model.document;

import java.util.List;

/** The elements of a ComponentList that stand for whole networks. */
public final class Generators {
    private static final List<String> TAGS = List.of("Star", "FatTree", "Torus", "Dragonfly", "SMPNodes");

    private Generators() {}

    /** Their tags. */
    public static List<String> tags() {
        return TAGS;
    }

    /** Whether an element is one. */
    public static boolean isGenerator(Element element) {
        return TAGS.stream().anyMatch(element::is);
    }

    /** All of a project, in the order of the file. */
    public static List<Element> of(Element project) {
        return project.children("ComponentList").stream()
                .flatMap(block -> block.children().stream())
                .filter(Generators::isGenerator)
                .toList();
    }
}
