// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.piosim.model.xml;

import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Pattern;
import org.hdtrace.piosim.model.cluster.Identity;
import org.hdtrace.piosim.model.cluster.UniqueNames;
import org.hdtrace.piosim.model.document.Element;
import org.hdtrace.piosim.model.document.Faults;
import org.hdtrace.piosim.model.document.Names;
import org.hdtrace.piosim.model.document.Stated;

/** Names, ids and lines of the components of one document. Those without a name or id get one. */
final class Identities {
    private static final Pattern ID = Pattern.compile("[0-9]{1,9}");

    private final Faults faults;
    private final Set<Integer> reservedIds = new HashSet<>();
    private final UniqueNames names = new UniqueNames();
    private final Map<Integer, Stated> stated = new HashMap<>();
    private final TreeMap<Integer, Stated> generated = new TreeMap<>();
    private int firstGenerated;
    private int endGenerated;
    private int nextId;

    Identities(Faults faults) {
        this.faults = faults;
    }

    /** Notes all ids that the document gives, so that those made up here don't collide with them. */
    void reserve(Element element) {
        String id = element.attribute("id").orElse("");
        if (ID.matcher(id).matches()) {
            reservedIds.add(Integer.parseInt(id));
        }
        element.children().forEach(this::reserve);
    }

    /**
     * Sets ids aside for components that generators make, behind all that the document gives.
     *
     * @return the first of them
     */
    int reserveGenerated(long count) {
        firstGenerated = reservedIds.stream().mapToInt(Integer::intValue).max().orElse(-1) + 1;
        endGenerated = Math.addExact(firstGenerated, Math.toIntExact(count));
        return firstGenerated;
    }

    /** The first id that was set aside. */
    int firstGeneratedId() {
        return firstGenerated;
    }

    /** Notes what states all generated components from an id on. */
    void generatedFrom(int id, Stated generator) {
        generated.put(id, generator);
    }

    /** A name made unique, with an id that was set aside. */
    Identity generated(String wanted, int id) {
        return new Identity(names.unique(wanted), id);
    }

    /** What states a component, or null. */
    Stated stated(int componentId) {
        if (componentId >= firstGenerated && componentId < endGenerated) {
            return generated.floorEntry(componentId).getValue();
        }
        return stated.get(componentId);
    }

    /** What an element says, completed. */
    Identity of(Element element) {
        String idText = Names.idOf(element).map(String::strip).orElse("");
        int id;
        if (idText.isEmpty()) {
            while (reservedIds.contains(nextId) || (nextId >= firstGenerated && nextId < endGenerated)) {
                nextId++;
            }
            id = nextId++;
        } else if (ID.matcher(idText).matches()) {
            id = Integer.parseInt(idText);
        } else {
            faults.add(element, "id='" + idText + "': must be a number");
            id = -1;
        }
        Stated first = id < 0 ? null : stated.putIfAbsent(id, Stated.of(element));
        if (first != null) {
            faults.add(
                    element,
                    "id='" + idText + "': is that of the <" + first.tag() + "> in "
                            + first.place().text() + ", too: ids are unique over all components");
        }
        String wanted = Names.nameOf(element)
                .filter(name -> !name.isBlank())
                .orElseGet(() -> Names.nameMadeOf(element, Integer.toString(id)));
        return new Identity(names.unique(wanted), id);
    }
}
