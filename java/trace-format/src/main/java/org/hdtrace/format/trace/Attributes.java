// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.format.trace;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.function.BiConsumer;

/** A small immutable map from name to value that keeps the order of the file. Lookups are linear, which suits a dozen entries. */
public final class Attributes {
    private static final Attributes NONE = new Attributes(new String[0]);

    /** Name, value, name, value, ... */
    private final String[] fields;

    private Attributes(String[] fields) {
        this.fields = fields;
    }

    public static Attributes none() {
        return NONE;
    }

    /** From name, value, name, value, ... */
    public static Attributes of(String... namesAndValues) {
        if (namesAndValues.length % 2 != 0) {
            throw new IllegalArgumentException("fields=" + namesAndValues.length + " is odd");
        }
        if (namesAndValues.length == 0) {
            return NONE;
        }
        String[] fields = namesAndValues.clone();
        for (String field : fields) {
            if (field == null) {
                throw new IllegalArgumentException("null in attributes " + Arrays.toString(fields));
            }
        }
        return new Attributes(fields);
    }

    public static Attributes of(List<Attribute> attributes) {
        String[] fields = new String[attributes.size() * 2];
        for (int i = 0; i < attributes.size(); i++) {
            fields[2 * i] = attributes.get(i).name();
            fields[2 * i + 1] = attributes.get(i).value();
        }
        return fields.length == 0 ? NONE : new Attributes(fields);
    }

    public int size() {
        return fields.length / 2;
    }

    public boolean isEmpty() {
        return fields.length == 0;
    }

    public String name(int index) {
        return fields[2 * index];
    }

    public String value(int index) {
        return fields[2 * index + 1];
    }

    /** The value, or null. */
    public String get(String name) {
        for (int i = 0; i < fields.length; i += 2) {
            if (fields[i].equals(name)) {
                return fields[i + 1];
            }
        }
        return null;
    }

    public String get(String name, String otherwise) {
        String value = get(name);
        return value == null ? otherwise : value;
    }

    /** The value as a decimal number; {@code otherwise} when it is absent or no number. */
    public long getLong(String name, long otherwise) {
        return Decimal.parse(get(name), otherwise);
    }

    public boolean contains(String name) {
        return get(name) != null;
    }

    /** A copy with the value replaced in place, or added at the end. */
    public Attributes with(String name, String value) {
        List<Attribute> list = new ArrayList<>(asList());
        for (int i = 0; i < list.size(); i++) {
            if (list.get(i).name().equals(name)) {
                list.set(i, new Attribute(name, value));
                return of(list);
            }
        }
        list.add(new Attribute(name, value));
        return of(list);
    }

    /** A copy without the names. */
    public Attributes without(String... names) {
        List<Attribute> list = new ArrayList<>(asList());
        List<String> unwanted = Arrays.asList(names);
        list.removeIf(attribute -> unwanted.contains(attribute.name()));
        return of(list);
    }

    public List<Attribute> asList() {
        List<Attribute> list = new ArrayList<>(size());
        forEach((name, value) -> list.add(new Attribute(name, value)));
        return Collections.unmodifiableList(list);
    }

    public void forEach(BiConsumer<String, String> action) {
        for (int i = 0; i < fields.length; i += 2) {
            action.accept(fields[i], fields[i + 1]);
        }
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Attributes that && Arrays.equals(fields, that.fields);
    }

    @Override
    public int hashCode() {
        return Arrays.hashCode(fields);
    }

    @Override
    public String toString() {
        return asList().toString();
    }
}
