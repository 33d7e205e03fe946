// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.piosim.model.document;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/**
 * One element of a model file: immutable, with the line it began on. Equality ignores the place.
 *
 * <p>Tags and attribute names are matched ignoring case, as the original reads them.
 */
public final class Element {
    private final String tag;
    private final Map<String, String> attributes;
    private final String text;
    private final List<Element> children;
    private final Place place;
    /** Of attributes that weren't stated with the element, by name in small letters. */
    private final Map<String, Place> attributePlaces;

    /**
     * An element with all its parts.
     *
     * @param text the character data with blanks at both ends removed
     * @param line number of the line on which the element begins, 0 when it doesn't come from a file
     */
    public Element(String tag, Map<String, String> attributes, String text, List<Element> children, int line) {
        this(
                Objects.requireNonNull(tag, "tag"),
                Place.ofLine(line),
                Map.of(),
                attributes.isEmpty()
                        ? Map.of()
                        : java.util.Collections.unmodifiableMap(new LinkedHashMap<>(attributes)),
                text.strip(),
                List.copyOf(children));
    }

    /** From parts that are immutable already. */
    private Element(
            String tag,
            Place place,
            Map<String, Place> attributePlaces,
            Map<String, String> attributes,
            String text,
            List<Element> children) {
        this.tag = tag;
        this.attributes = attributes;
        this.text = text;
        this.children = children;
        this.place = place;
        this.attributePlaces = attributePlaces;
    }

    public static Element of(String tag, Map<String, String> attributes, Element... children) {
        return new Element(tag, attributes, "", List.of(children), 0);
    }

    public static Element ofText(String tag, String text) {
        return new Element(tag, Map.of(), text, List.of(), 0);
    }

    public String tag() {
        return tag;
    }

    public Map<String, String> attributes() {
        return attributes;
    }

    public String text() {
        return text;
    }

    public List<Element> children() {
        return children;
    }

    /** The line on which it begins, 0 when it isn't in the file. */
    public int line() {
        return place.line();
    }

    public Place place() {
        return place;
    }

    /** Where a value was stated, which may be a child or an attribute; that of the element when it has no such value. */
    public Place placeOf(String name) {
        Optional<Element> child = value(name);
        return child.isPresent()
                ? child.get().place
                : attributePlaces.getOrDefault(name.toLowerCase(Locale.ROOT), place);
    }

    /** The text of the child for a value. */
    public Optional<String> textOf(String name) {
        return value(name).map(Element::text);
    }

    /** The child for a value; its case matters where several differ by nothing else, as g and G. */
    Optional<Element> value(String name) {
        for (Element child : children) {
            if (child.tag.equals(name)) {
                return Optional.of(child);
            }
        }
        return child(name);
    }

    public boolean is(String name) {
        return tag.equalsIgnoreCase(name);
    }

    /** The value of an attribute. */
    public Optional<String> attribute(String name) {
        for (Map.Entry<String, String> attribute : attributes.entrySet()) {
            if (attribute.getKey().equalsIgnoreCase(name)) {
                return Optional.of(attribute.getValue());
            }
        }
        return Optional.empty();
    }

    /** The first child with a tag. */
    public Optional<Element> child(String name) {
        for (Element child : children) {
            if (child.is(name)) {
                return Optional.of(child);
            }
        }
        return Optional.empty();
    }

    /** All children with a tag. */
    public List<Element> children(String name) {
        return children.stream().filter(child -> child.is(name)).toList();
    }

    public Element withChildren(List<Element> newChildren) {
        return new Element(tag, place, attributePlaces, attributes, text, List.copyOf(newChildren));
    }

    public Element withText(String newText) {
        return withText(newText, place);
    }

    /** The same element with another text, which stands at another place. */
    Element withText(String newText, Place newPlace) {
        return new Element(tag, newPlace, attributePlaces, attributes, newText.strip(), children);
    }

    /** The same element with one attribute added or, ignoring case, replaced. */
    public Element withAttribute(String name, String value) {
        return withAttribute(name, value, place);
    }

    /** The same with an attribute that was stated at another place. */
    Element withAttribute(String name, String value, Place stated) {
        Map<String, String> changed = new LinkedHashMap<>();
        attributes.forEach((key, old) -> {
            if (!key.equalsIgnoreCase(name)) {
                changed.put(key, old);
            }
        });
        changed.put(name, value);
        Map<String, Place> places = new LinkedHashMap<>(attributePlaces);
        places.put(name.toLowerCase(Locale.ROOT), stated);
        if (stated.equals(place)) {
            places.remove(name.toLowerCase(Locale.ROOT));
        }
        return new Element(tag, place, places, java.util.Collections.unmodifiableMap(changed), text, children);
    }

    /** The same element with a child appended. */
    public Element plus(Element child) {
        List<Element> all = new ArrayList<>(children);
        all.add(child);
        return withChildren(all);
    }

    /** The same element with one of its children, the very object, replaced by any number of others. */
    @SuppressWarnings("ReferenceEquality") // equal children may stand at several places
    public Element replace(Element child, List<Element> replacements) {
        List<Element> all = new ArrayList<>();
        for (Element old : children) {
            if (old == child) {
                all.addAll(replacements);
            } else {
                all.add(old);
            }
        }
        return withChildren(all);
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Element that
                && tag.equalsIgnoreCase(that.tag)
                && attributes.equals(that.attributes)
                && text.equals(that.text)
                && children.equals(that.children);
    }

    @Override
    public int hashCode() {
        return Objects.hash(tag.toLowerCase(Locale.ROOT), attributes, text, children);
    }

    @Override
    public String toString() {
        return "<" + tag + " " + attributes + "> in line " + line();
    }
}
