// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.format.project;

import java.util.List;
import org.hdtrace.format.trace.Attributes;
import org.hdtrace.format.trace.DataElement;

/** Parts of a datatype by their numbers; those of a {@link PartTable} are read without making an object of each. */
final class PartRows {
    private final PartTable table;
    private final List<DataElement> list;

    private PartRows(PartTable table, List<DataElement> list) {
        this.table = table;
        this.list = list;
    }

    /** The parts with that name, ignoring case. */
    static PartRows of(Datatype type, String name) {
        if (type.parts() instanceof PartTable table && table.name().equalsIgnoreCase(name)) {
            return new PartRows(table, List.of());
        }
        return new PartRows(null, elements(type, name));
    }

    static List<DataElement> elements(Datatype type, String name) {
        return type.parts().stream()
                .filter(part -> part.name().equalsIgnoreCase(name))
                .toList();
    }

    int size() {
        return table == null ? list.size() : table.size();
    }

    /** Number of the first of the attributes that is there. */
    long number(int row, String... names) throws Unusable {
        if (table == null) {
            return number(list.get(row).attributes(), names);
        }
        for (String name : names) {
            int column = table.column(name);
            if (column >= 0) {
                return table.number(row, column);
            }
        }
        throw new Unusable("no " + names[0]);
    }

    long count(int row, String... names) throws Unusable {
        return notNegative(number(row, names), names[0]);
    }

    static long count(Attributes attributes, String... names) throws Unusable {
        return notNegative(number(attributes, names), names[0]);
    }

    static long number(Attributes attributes, String... names) throws Unusable {
        try {
            return Long.parseLong(text(attributes, names).strip());
        } catch (NumberFormatException e) {
            throw new Unusable("no number");
        }
    }

    /** Value of the first of the names that is there; case doesn't matter, because writers differ in it. */
    static String text(Attributes attributes, String... names) throws Unusable {
        for (String name : names) {
            for (int i = 0; i < attributes.size(); i++) {
                if (attributes.name(i).equalsIgnoreCase(name)) {
                    return attributes.value(i);
                }
            }
        }
        throw new Unusable("no " + names[0]);
    }

    private static long notNegative(long value, String name) throws Unusable {
        if (value < 0) {
            throw new Unusable("negative " + name);
        }
        return value;
    }
}
